import FleetEmulator
import FleetEngine
import HTTPMessages
import JSONWebTokens
import TestSupport
import Testing
import TrustLimits

@Suite(.limited) struct `The emulator's check of tokens` {
  @Test(arguments: [.max, .min] as [Int64])
  func `The emulator's check of tokens survives any number`(_ number: Int64) async throws {
    let rig = try Rig()
    let key = try #require(TestKeys.keys[.consumer])
    let right = TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t1"])
    var (expiring, issued) = (right, right)
    expiring.expiresAt = number
    issued.issuedAt = number
    for claims in [expiring, issued] {
      let token = try key.sign(claims, keyID: "key-consumer")
      let response = try await rig.send(.get, Samples.name, token: token)
      #expect([401, 404].contains(response.status))
      #expect(!response.text.contains(token))
    }
  }

  @Test func `The emulator's check of tokens names a cure for a server's token without a scope`()
    async throws
  {
    let rig = try Rig()
    var claims = TestKeys.claims(.server, now: rig.clock.now, [:])
    claims.authorization = nil
    let token = try #require(TestKeys.keys[.server]).sign(claims, keyID: "key-server")
    let refused = try await rig.send(.get, Samples.name, token: token)
    #expect(refused.status == 403)
    let fuzzed = try await rig.send(
      .post, "/v1/providers/demo/vehicles:searchFuzzed", Samples.search, token: token)
    #expect(fuzzed.status == 403)
    // It succeeds, and is warned.
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
