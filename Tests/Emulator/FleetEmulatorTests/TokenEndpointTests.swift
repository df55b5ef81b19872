import FleetEngine
import Foundation
import HTTPMessages
import JSON
import JSONWebTokens
import TestSupport
import Testing

@testable import FleetEmulator

/// A client of the token endpoint.
private struct Grantor {
  static let google = "https://oauth2.googleapis.com/token"

  let rig: Rig

  init(_ edge: Edge = .inProcess, key: AccessTokenKey = AccessTokenKey()) throws {
    rig = try Rig(edge) { $0.accessTokenKey = key }
  }

  /// The assertion that Google's client for Python signs, with changes.
  func assertion(
    _ role: ServiceRole = .server, keyID: String? = nil, signer: ServiceRole? = nil,
    _ change: (inout TokenClaims) -> Void = { _ in }
  ) throws -> String {
    let now = rig.clock.now.seconds
    var claims = TokenClaims(
      issuer: TestKeys.email(role), audience: [Self.google], issuedAt: now, expiresAt: now + 3_600,
      scopes: [TokenClaims.cloudPlatform])
    change(&claims)
    let key = try #require(TestKeys.keys[signer ?? role])
    return try key.sign(claims, keyID: keyID ?? "key-" + role.rawValue)
  }

  func send(
    form: [(String, String)], method: TransportMethod = .post
  ) async throws -> TransportResponse {
    var url = rig.endpoint
    url.path = "/oauth2/token"
    let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    return try await rig.transport.send(
      TransportRequest(
        method: method, url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: method == .post ? Array(body.utf8) : []))
  }

  func exchange(_ assertion: String) async throws -> TransportResponse {
    try await send(form: [
      ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion),
    ])
  }

  func token(_ assertion: String) async throws -> String {
    let response = try await exchange(assertion)
    return try #require(try JSONTree(parsing: response.body)["access_token"]?.text)
  }
}

/// An assertion that is wrong in one way, and the error that answers it.
private struct AssertionCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let error: String
  var role = ServiceRole.server
  var keyID: String?
  var signer: ServiceRole?
  var change: @Sendable (inout TokenClaims) -> Void = { _ in }

  static let all: [AssertionCase] = [
    AssertionCase(testDescription: "for another endpoint", error: "invalid_grant") {
      $0.audience = ["https://example.com/token"]
    },
    AssertionCase(testDescription: "for Fleet Engine", error: "invalid_grant") {
      $0.audience = ["https://fleetengine.googleapis.com/"]
    },
    AssertionCase(testDescription: "for nothing", error: "invalid_grant") { $0.audience = [] },
    AssertionCase(testDescription: "that has expired", error: "invalid_grant") {
      $0.expiresAt = TestNow.start.seconds - 61
    },
    AssertionCase(testDescription: "of two hours", error: "invalid_grant") {
      $0.expiresAt = TestNow.start.seconds + 7_200
    },
    AssertionCase(testDescription: "without an issue time", error: "invalid_grant") {
      $0.issuedAt = nil
    },
    AssertionCase(testDescription: "of the future", error: "invalid_grant") {
      $0.issuedAt = TestNow.start.seconds + 660
    },
    AssertionCase(testDescription: "of a stranger", error: "invalid_grant") {
      $0.issuer = "somebody"
    },
    AssertionCase(
      testDescription: "with another's signature", error: "invalid_grant", signer: .driver),
    AssertionCase(testDescription: "with another key", error: "invalid_grant", keyID: "other"),
    AssertionCase(testDescription: "for a person", error: "unauthorized_client") {
      $0.subject = "me@example.com"
    },
    AssertionCase(testDescription: "without a scope", error: "invalid_scope") { $0.scopes = [] },
  ]
}

@Suite(.limited) struct `The emulator's token endpoint` {
  @Test(arguments: Edge.allCases)
  func `The emulator's token endpoint exchanges an assertion for an access token`(
    _ edge: Edge
  ) async throws {
    let grantor = try Grantor(edge)
    try await grantor.rig.prepare()
    let response = try await grantor.exchange(try grantor.assertion())
    #expect(response.status == 200, "\(response.text)")
    #expect(response.headers["Cache-Control"] == "no-store")
    let answer = try JSONTree(parsing: response.body)
    #expect(answer["token_type"]?.text == "Bearer")
    #expect(answer["expires_in"]?.number == 3_600)
    let token = try #require(answer["access_token"]?.text)
    #expect(token.hasPrefix("ya29.") && token.split(separator: ".").count == 2)
    let trip = try await grantor.rig.send(.get, Samples.name, token: token)
    #expect(trip.status == 200, "\(trip.text)")
    let created = try await grantor.rig.send(
      .post, "/v1/providers/demo/vehicles", Samples.vehicle, query: [("vehicleId", "v9")],
      token: token)
    #expect(created.status == 200, "\(created.text)")
    let other = try await grantor.rig.send(.get, "/v1/providers/x/trips/t1", token: token)
    #expect(other.status == 403)
    await grantor.rig.end()
  }

  @Test(arguments: [
    "https://www.googleapis.com/oauth2/v4/token", "https://accounts.google.com/o/oauth2/token",
    "http://127.0.0.1/oauth2/token", "https://127.0.0.1/oauth2/token",
  ]) func `The emulator's token endpoint accepts Google's addresses and its own as audiences`(
    _ audience: String
  ) async throws {
    let grantor = try Grantor()
    let assertion = try grantor.assertion {
      $0.audience = [audience]
      $0.subject = $0.issuer
    }
    #expect(try await grantor.exchange(assertion).status == 200)
  }

  @Test(arguments: AssertionCase.all)
  fileprivate func `The emulator's token endpoint refuses an assertion with an error of OAuth`(
    _ test: AssertionCase
  ) async throws {
    let grantor = try Grantor()
    let assertion = try grantor.assertion(
      test.role, keyID: test.keyID, signer: test.signer, test.change)
    let response = try await grantor.exchange(assertion)
    #expect(response.status == 400)
    let answer = try JSONTree(parsing: response.body)
    #expect(answer["error"]?.text == test.error)
    #expect(answer["error_description"]?.text?.contains("ssertion") == true, "\(response.text)")
    #expect(!response.text.contains(assertion))
  }

  @Test func `The emulator's token endpoint refuses what is not a grant of one assertion`()
    async throws
  {
    let grantor = try Grantor()
    let assertion = try grantor.assertion()
    let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    let cases: [([(String, String)], String)] = [
      ([], "unsupported_grant_type"), ([("assertion", assertion)], "unsupported_grant_type"),
      ([("grant_type", "authorization_code"), ("code", "x")], "unsupported_grant_type"),
      ([("grant_type", grant)], "invalid_request"),
      ([("grant_type", grant), ("assertion", "x"), ("assertion", "x")], "invalid_request"),
      ([("grant_type", grant), ("assertion", "")], "invalid_grant"),
      ([("grant_type", grant), ("assertion", "a.b.c")], "invalid_grant"),
      ([("grant_type", grant), ("assertion", "\u{0}")], "invalid_request"),
      (
        [("grant_type", grant), ("assertion", String(repeating: "a", count: 70_000))],
        "invalid_request"
      ),
    ]
    for (form, error) in cases {
      let response = try await grantor.send(form: form)
      #expect(response.status == 400)
      #expect(try JSONTree(parsing: response.body)["error"]?.text == error, "\(form)")
    }
    #expect(try await grantor.send(form: [], method: .get).status == 400)
  }

  @Test func `An access token of an account that is not a server's opens nothing`() async throws {
    let grantor = try Grantor()
    for role in ServiceRole.allCases where role != .server {
      let token = try await grantor.token(try grantor.assertion(role))
      let response = try await grantor.rig.send(.get, Samples.name, token: token)
      #expect(response.status == 403)
      #expect(response.text.contains("Only a server's account may use a scope"))
    }
    let token = try await grantor.token(try grantor.assertion { $0.scopes = ["openid"] })
    let response = try await grantor.rig.send(.get, Samples.name, token: token)
    #expect(response.status == 403)
    #expect(response.text.contains("Request had insufficient authentication scopes."))
  }

  @Test func `An access token expires after an hour of the emulator's clock`() async throws {
    let grantor = try Grantor()
    let token = try await grantor.token(try grantor.assertion())
    let assertion = try grantor.assertion()
    grantor.rig.emulator.clock.advance(by: .seconds(3_599))
    #expect(try await grantor.rig.send(.get, Samples.name, token: token).status == 404)
    grantor.rig.emulator.clock.advance(by: .seconds(1))
    let expired = try await grantor.rig.send(.get, Samples.name, token: token)
    #expect(expired.status == 401)
    #expect(expired.text.contains("The token expired 0 s ago."))
    // A client signs by the machine's clock, which the test did not move.
    let renewed = try await grantor.token(assertion)
    #expect(try await grantor.rig.send(.get, Samples.name, token: renewed).status == 404)
  }

  @Test func `An access token survives a reset and a restart with the same key`() async throws {
    let key = AccessTokenKey(of: "secret")
    let grantor = try Grantor(key: key)
    let token = try await grantor.token(try grantor.assertion())
    try await grantor.rig.emulator.reset()
    #expect(try await grantor.rig.send(.get, Samples.name, token: token).status == 404)
    let restarted = try Grantor(key: AccessTokenKey(of: "secret"))
    #expect(try await restarted.rig.send(.get, Samples.name, token: token).status == 404)
    for other in [AccessTokenKey(of: "other"), AccessTokenKey()] {
      let response = try await Grantor(key: other).rig.send(.get, Samples.name, token: token)
      #expect(response.status == 401)
      #expect(response.text.contains("was not issued by this emulator"))
    }
  }

  @Test func `An access token is different each time, and no changed one is accepted`() throws {
    let key = AccessTokenKey()
    let grant = AccessTokenKey.Grant(
      role: .fleetReader, coversFleetEngine: true, expiresAt: TestNow.start)
    let token = key.token(for: grant)
    #expect(key.grant(of: token) == grant)
    #expect(key.token(for: grant) != token)
    for index in token.indices {
      var changed = token
      changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
      #expect(key.grant(of: changed) == nil)
      #expect(key.grant(of: String(token[..<index])) == nil)
    }
    for text in ["", "ya29.", "ya29." + String(repeating: "A", count: 5_000), token + "A"] {
      #expect(key.grant(of: text) == nil)
    }
    var printed = ""
    dump(key, to: &printed)
    #expect("\(key) \(printed)".split(separator: " ").count < 6)
  }

  @Test func `The emulator's token endpoint is among the calls, without assertions and tokens`()
    async throws
  {
    let grantor = try Grantor()
    // Faults are of Fleet Engine.
    try await grantor.rig.emulator.setFaults(FaultScript([Fault()]))
    let token = try await grantor.token(try grantor.assertion())
    _ = try await grantor.exchange(try grantor.assertion { $0.scopes = [] })
    let calls = await grantor.rig.emulator.history
    #expect(calls.map(\.resource) == ["/oauth2/token", "/oauth2/token"])
    #expect(calls.map(\.role) == [.server, nil])
    #expect(calls.map(\.httpStatus) == [200, 400])
    #expect(calls[1].error?.message.hasPrefix("invalid_scope: The assertion has no scope") == true)
    #expect(calls.allSatisfy { $0.requestBody.isEmpty && $0.responseBody.isEmpty })
    #expect(!"\(calls)".contains("eyJ") && !"\(calls)".contains(token))
    #expect(await grantor.rig.emulator.remainingFaults.faults.count == 1)
  }

  @Test func `The emulator's token endpoint serves forms, and no web page or other machine`()
    async throws
  {
    let page = "http://localhost:3000"
    let rig = try Rig.withBackend(.loopback, prefix: "", origins: [page])
    func status(_ headers: TransportHeaders) async throws -> Int {
      var url = rig.endpoint
      url.path = "/oauth2/token"
      let request = TransportRequest(
        method: .post, url: url, headers: headers, body: Array("a=b".utf8))
      return try await rig.transport.send(request).status
    }
    let form = "application/x-www-form-urlencoded"
    #expect(try await status(["Content-Type": form + "; charset=UTF-8"]) == 400)
    #expect(try await status(["Content-Type": "application/json"]) == 415)
    #expect(try await status(["Content-Type": form, "Origin": page]) == 403)
    let open = LocalServer(rig.emulator, address: "0.0.0.0", allowsOtherHosts: true)
    let port = try #require(try open.start().port)
    let answer = try await RawClient.exchange(
      port: port,
      "POST /oauth2/token HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n"
        + "Content-Type: \(form)\r\nContent-Length: 3\r\n\r\na=b")
    #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer.prefix(200))")
    await open.stop()
    await rig.end()
  }
}

@Suite(.limited) struct `Key files that name the token endpoint` {
  private func files(_ keys: EmulatorKeys) throws -> [JSONObject] {
    try ServiceRole.allCases.map { role in
      let data = try Data(contentsOf: URL(fileURLWithPath: keys.path(role)))
      return try #require(try JSONTree(parsing: Array(data)).object)
    }
  }

  @Test func `Kept key files name the emulator's present port, and change nothing else`() throws {
    let folder = try TemporaryFolder()
    let directory = folder.path + "/keys"
    let key = try EmulatorKeys.SharedKey()
    let keys = try EmulatorKeys(directory, providerID: "demo", sharedKey: key)
    let before = try files(keys)
    for port in [8_080, 40_000] {
      let server = HTTPURL(scheme: .http, host: "127.0.0.1", port: port)
      try keys.name(tokenEndpointOf: server)
      let after = try files(keys)
      for (one, other) in zip(before, after) {
        #expect(other["token_uri"]?.text == "http://127.0.0.1:\(port)/oauth2/token")
        var unchanged = other
        unchanged["token_uri"] = one["token_uri"]
        #expect(unchanged == one)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: keys.path(.server))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    let again = try EmulatorKeys(directory, providerID: "demo", sharedKey: key)
    let grant = AccessTokenKey.Grant(
      role: .server, coversFleetEngine: true, expiresAt: TestNow.start)
    let token = keys.accessTokenKey.token(for: grant)
    #expect(again.accessTokenKey.grant(of: token) == grant)
  }
}
