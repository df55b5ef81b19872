import FleetEmulator
import FleetEngine
import HTTPMessages
import JSONWebTokens
import TestSupport
import Testing
import TrustLimits

/// A token that is wrong in one way, and the answer to it.
struct TokenCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let status: Int
  var role = ServiceRole.consumer
  var keyID: String? = "key-consumer"
  var signer: ServiceRole?
  var method = TransportMethod.get
  var path = Samples.name
  var change: @Sendable (inout TokenClaims) -> Void = { _ in }

  static let all: [TokenCase] = [
    TokenCase(testDescription: "right", status: 200),
    TokenCase(testDescription: "without a key id", status: 200, keyID: nil),
    TokenCase(testDescription: "with another key id", status: 401, keyID: "../../dev/null"),
    TokenCase(testDescription: "signed by another account", status: 401, signer: .driver),
    TokenCase(testDescription: "expired by 59 s", status: 200) {
      $0.expiresAt = TestNow.start.seconds - 59
    },
    TokenCase(testDescription: "expired by 61 s", status: 401) {
      $0.expiresAt = TestNow.start.seconds - 61
    },
    TokenCase(testDescription: "two hours long", status: 401) {
      $0.expiresAt = TestNow.start.seconds + 7_200
    },
    TokenCase(testDescription: "of no end", status: 401) { $0.expiresAt = nil },
    TokenCase(testDescription: "of a huge end", status: 401) { $0.expiresAt = .max },
    TokenCase(testDescription: "issued in 9 min", status: 200) {
      $0.issuedAt = TestNow.start.seconds + 540
    },
    TokenCase(testDescription: "issued in 11 min", status: 401) {
      $0.issuedAt = TestNow.start.seconds + 660
    },
    TokenCase(testDescription: "for another audience", status: 401) {
      $0.audience = ["https://example.com/"]
    },
    TokenCase(testDescription: "for two audiences", status: 200) {
      $0.audience.append("https://example.com/")
    },
    TokenCase(testDescription: "of another subject", status: 401) { $0.subject = "somebody" },
    TokenCase(testDescription: "of an unknown issuer", status: 401) { $0.issuer = "somebody" },
    TokenCase(testDescription: "without a trip", status: 401) { $0.authorization = [:] },
    TokenCase(testDescription: "for another trip", status: 403) {
      $0.authorization = ["tripid": "t2"]
    },
    TokenCase(testDescription: "for all trips", status: 403) { $0.authorization = ["tripid": "*"] },
    TokenCase(testDescription: "of a consumer who writes", status: 403, method: .put),
    TokenCase(
      testDescription: "for another provider", status: 403, path: "/v1/providers/other/trips/t1"),
    TokenCase(
      testDescription: "of the trip's driver", status: 200, role: .driver, keyID: "key-driver"
    ) { $0.authorization = ["vehicleid": "v1"] },
    TokenCase(
      testDescription: "of another driver",
      status: 403,
      role: .driver,
      keyID: "key-driver"
    ) { $0.authorization = ["vehicleid": "v2"] },
    TokenCase(
      testDescription: "of a driver without a vehicle",
      status: 401,
      role: .driver,
      keyID: "key-driver"
    ) { $0.authorization = [:] },
    TokenCase(
      testDescription: "of a server for another trip, whose claims are ignored", status: 200,
      role: .server, keyID: "key-server"
    ) { $0.authorization = ["tripid": "t2"] },
    TokenCase(
      testDescription: "of a reader of the fleet", status: 200, role: .fleetReader,
      keyID: "key-fleet-reader"
    ) { $0.authorization = ["tripid": "*", "vehicleid": "*", "taskid": "*"] },
    TokenCase(
      testDescription: "of a reader without a trip", status: 403, role: .fleetReader,
      keyID: "key-fleet-reader"
    ) { $0.authorization = ["vehicleid": "*"] },
    TokenCase(
      testDescription: "of a reader who writes", status: 403, role: .fleetReader,
      keyID: "key-fleet-reader", method: .delete
    ) { $0.authorization = ["tripid": "*"] },
    TokenCase(testDescription: "without authorization", status: 401) { $0.authorization = nil },
    TokenCase(
      testDescription: "of a server with an empty authorization", status: 200, role: .server,
      keyID: "key-server"
    ) { $0.authorization = [:] },
    TokenCase(
      testDescription: "of a server without authorization and scope", status: 403, role: .server,
      keyID: "key-server"
    ) { $0.authorization = nil },
    TokenCase(
      testDescription: "of a reader without authorization and scope", status: 403,
      role: .fleetReader, keyID: "key-fleet-reader"
    ) { $0.authorization = nil },
    TokenCase(
      testDescription: "of a server with an audience and a scope", status: 200, role: .server,
      keyID: "key-server"
    ) {
      $0.authorization = nil
      $0.scopes = [TokenClaims.cloudPlatform]
    },
    TokenCase(testDescription: "of a consumer with an audience and a scope", status: 403) {
      $0.authorization = nil
      $0.scopes = [TokenClaims.cloudPlatform]
    },
    TokenCase(testDescription: "with a trip, an audience and a scope", status: 200) {
      $0.scopes = ["openid"]
    },
    TokenCase(
      testDescription: "of a server with a scope in place of an audience", status: 200,
      role: .server, keyID: "key-server"
    ) { $0.use(TokenClaims.cloudPlatform) },
    TokenCase(
      testDescription: "of a server with several scopes", status: 200, role: .server,
      keyID: "key-server"
    ) { $0.use("https://www.googleapis.com/auth/devstorage.read_only", TokenClaims.cloudPlatform) },
    TokenCase(
      testDescription: "of a server with a scope, for another trip", status: 200, role: .server,
      keyID: "key-server"
    ) {
      $0.use(TokenClaims.cloudPlatform)
      $0.authorization = ["tripid": "t2"]
    },
    TokenCase(
      testDescription: "of a server with the scope of another service", status: 403, role: .server,
      keyID: "key-server"
    ) { $0.use("https://www.googleapis.com/auth/devstorage.read_only") },
    TokenCase(
      testDescription: "of a server with a scope and another audience", status: 401, role: .server,
      keyID: "key-server"
    ) {
      $0.use(TokenClaims.cloudPlatform)
      $0.audience = ["https://example.com/"]
    },
    TokenCase(
      testDescription: "of a server with a scope and no subject", status: 401, role: .server,
      keyID: "key-server"
    ) {
      $0.use(TokenClaims.cloudPlatform)
      $0.subject = nil
    },
    TokenCase(testDescription: "of a consumer with a scope", status: 403) {
      $0.use(TokenClaims.cloudPlatform)
    },
    TokenCase(testDescription: "of a consumer with a scope and a trip", status: 403) {
      $0.use(TokenClaims.cloudPlatform)
      $0.authorization = ["tripid": "t1"]
    },
    TokenCase(
      testDescription: "of a reader with a scope", status: 403, role: .fleetReader,
      keyID: "key-fleet-reader"
    ) { $0.use(TokenClaims.cloudPlatform) },
  ]
}

extension TokenClaims {
  /// Changes the claims to those that Google's client libraries sign for scopes.
  fileprivate mutating func use(_ scopes: String...) {
    (audience, authorization, self.scopes) = ([], nil, scopes)
  }
}

@Suite(.limited) struct `The emulator's check of tokens` {
  @Test(arguments: TokenCase.all)
  func `The emulator's check of tokens follows the protocol's table`(
    _ test: TokenCase
  ) async throws {
    let rig = try Rig()
    try await rig.prepare()
    var claims = TestKeys.claims(test.role, now: rig.clock.now, ["tripid": "t1"])
    test.change(&claims)
    let key = try #require(TestKeys.keys[test.signer ?? test.role])
    let token = try key.sign(claims, keyID: test.keyID)
    let response = try await rig.send(test.method, test.path, token: token)
    #expect(response.status == test.status)
    if test.status != 200 {
      let status = try #require(RPCStatus(body: response.body, httpStatus: response.status))
      #expect(status.code == (test.status == 401 ? .unauthenticated : .permissionDenied))
      #expect(!response.text.contains(token))
    }
  }

  @Test func `A server's token without authorization and scope is refused in Google's words`()
    async throws
  {
    let rig = try Rig()
    var claims = TestKeys.claims(.server, now: rig.clock.now, [:])
    claims.authorization = nil
    let token = try #require(TestKeys.keys[.server]).sign(claims, keyID: "key-server")
    let refused = try await rig.send(.get, Samples.name, token: token)
    #expect(refused.status == 403)
    let status = try #require(RPCStatus(body: refused.body, httpStatus: 403))
    #expect(status.code == .permissionDenied)
    #expect(status.message == "JWT does not contain any scopes.")
    let fuzzed = try await rig.send(
      .post, "/v1/providers/demo/vehicles:searchFuzzed", Samples.search, token: token)
    #expect(fuzzed.status == 403)
    let found = try await rig.send(
      .post, "/v1/providers/demo/vehicles:search", Samples.search, token: token)
    #expect(found.status == 200, "\(found.text)")
    let calls = await rig.emulator.history
    #expect(calls.count == 3)
    for call in calls {
      #expect(call.warnings.count == 1)
      let cure = "Give the client library the scope \(TokenClaims.cloudPlatform), or sign"
      #expect(call.warnings.first?.contains(cure) == true)
    }
  }

  @Test(arguments: [
    (
      #"{"iat":"1","exp":"2"}"#,
      ["token's iat has to be a number", "token's exp has to be a number"]
    ),
    (#"{"authorization":"{\"tripid\":\"t1\"}"}"#, ["token's authorization has to be an object"]),
    (#"{"authorization":{"tripid":["t1"]}}"#, ["token's authorization.tripid has to be a text"]),
  ]) func `The emulator's check of tokens names a malformed claim in its answer and its calls`(
    _ claims: String, _ words: [String]
  ) async throws {
    let rig = try Rig()
    let parts = [#"{"alg":"RS256"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }
    let response = try await rig.send(
      .get, Samples.name, token: parts.joined(separator: ".") + ".AAAA")
    #expect(response.status == 401)
    let message = try #require(await rig.emulator.history.first?.error?.message)
    #expect(RPCStatus(body: response.body, httpStatus: 401)?.message == message)
    for word in words { #expect(message.contains(word), "\(message)") }
  }

  @Test(arguments: [
    ("Bearer e30.e30.AAAA", "begins with the word Bearer"), ("\"e30.e30.AAAA\"", "quotation marks"),
    ("e30.e30=.AAAA", "The = at the end"), ("e30.e30.A+AA", "not base64url"), ("", "no token"),
  ]) func `The emulator's check of tokens names what is wrong in the form of a token`(
    _ token: String, _ words: String
  ) async throws {
    let rig = try Rig()
    let response = try await rig.send(.get, Samples.name, token: token)
    #expect(response.status == 401)
    #expect(response.text.contains(words), "\(response.text)")
  }

  @Test(arguments: [
    "", "abc", "a.b", "a.b.c.d", "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJub25lIn0.e30.AA",
    "eyJhbGciOiJIUzI1NiJ9.e30.AAAA", String(repeating: "a", count: 70_000),
  ]) func `The emulator's check of tokens refuses everything but RS256 tokens`(
    _ token: String
  ) async throws {
    let rig = try Rig()
    #expect(try await rig.send(.get, Samples.name, token: token).status == 401)
  }

  @Test func `The emulator's check of tokens refuses a changed claim with the old signature`()
    async throws
  {
    let rig = try Rig()
    let key = try #require(TestKeys.keys[.consumer])
    let one = try key.sign(TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t1"]))
    let other = try key.sign(TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t2"]))
    let parts = (one.split(separator: "."), other.split(separator: "."))
    let forged = "\(parts.0[0]).\(parts.0[1]).\(parts.1[2])"
    #expect(try await rig.send(.get, Samples.name, token: forged).status == 401)
  }

  @Test(arguments: ["access_token", "oauth_token", "$access_token"])
  func `The emulator's check of tokens accepts a token in the query like one in the header`(
    _ name: String
  ) async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"))
    let key = try #require(TestKeys.keys[.consumer])
    func token(_ trip: String) throws -> String {
      try key.sign(TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": trip]))
    }
    func status(_ query: (String, String)..., as role: ServiceRole? = nil) async throws -> Int {
      try await rig.send(.get, Samples.name, query: query, as: role).status
    }
    #expect(try await status((name, try token("t1"))) == 200)
    #expect(try await status((name, try token("t2"))) == 403)
    for other in ["", "SECRET-CANARY"] { #expect(try await status((name, other)) == 401) }
    let two = (name, try token("t1"))
    #expect(try await status(two, two) == 401)
    #expect(try await status(two, as: .server) == 401)
    let calls = await rig.emulator.history.map { String(describing: $0) }.joined()
    #expect(!calls.contains("CANARY"))
    #expect(!calls.contains(two.1))
  }

  @Test func `The emulator's check of tokens keeps no token in its history`() async throws {
    let rig = try Rig()
    _ = try await rig.send(.get, Samples.name, token: "SECRET-CANARY")
    let text = "\(await rig.emulator.history)"
    #expect(!text.contains("CANARY"))
    #expect(await rig.emulator.history.map(\.httpStatus) == [401])
  }
}
