import AccessTokens
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A checked token` {
  private static let now = Timestamp(seconds: 1_767_261_600)
  private let trip = AuthorizationContext(tripID: "ride-2041")
  private let vehicle = AuthorizationContext(vehicleID: "v1")

  private func check(
    _ text: String, for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    try await CheckedAccessTokenProvider(FixedTokens(text), wallNow: { Self.now })
      .accessToken(for: context)
  }

  @Test(arguments: [
    ["tripid": "ride-2041"], ["tripid": "*"], ["tripid": "*", "vehicleid": "*"],
    // Whether a missing id is needed depends on the signer's role, which the server alone knows.
    [:], ["vehicleid": "v1"], ["tripid": ""],
  ]) func `A checked token for this trip or for all trips is returned with its own expiry`(
    authorization: [String: String]
  ) async throws {
    let text = try WebTokens.text(expiresAt: 1_767_265_200, authorization)
    let token = try await check(text, for: trip)
    #expect(token == AccessToken(text, expiresAt: Timestamp(seconds: 1_767_265_200)))
  }

  @Test func `A checked token for another trip is an error that names both and shows no token`()
    async throws
  {
    let text = try WebTokens.text(expiresAt: 1_767_265_200, ["tripid": "ride-2040"])
    let error = await #expect(throws: AccessTokenError.self) { try await check(text, for: trip) }
    #expect(error?.code == .permissionDenied)
    #expect(
      error?.reason
        == "The token is for the trip ride-2040 (until 2026-01-01T11:00:00Z), not for ride-2041, so it was not sent. "
        + "Get one for this trip.")
  }

  @Test func `The error about another trip's token names a trip whose ID looks like a token`()
    async throws
  {
    let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
    let text = try WebTokens.text(["tripid": id])
    let error = await #expect(throws: AccessTokenError.self) { try await check(text, for: trip) }
    #expect(
      error?.reason == "The token is for the trip \(id), not for ride-2041, so it was not sent. "
        + "Get one for this trip.")
  }

  @Test func `A checked token for another vehicle is an error`() async throws {
    let text = try WebTokens.text(["vehicleid": "v2", "tripid": "*"])
    let error = await #expect(throws: AccessTokenError.self) { try await check(text, for: vehicle) }
    #expect(
      error?.reason == "The token is for the vehicle v2, not for v1, so it was not sent. "
        + "Get one for this vehicle.")
  }

  @Test func `A checked token's hostile ID is cleaned and shortened`() async throws {
    let id = "a\u{1B}[2J\u{202E}" + String(repeating: "x ", count: 200)
    let text = try WebTokens.text(["tripid": id])
    let error = await #expect(throws: AccessTokenError.self) { try await check(text, for: trip) }
    let reason = error?.reason ?? ""
    #expect(reason.utf8.count < 200)
    #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
  }

  @Test(arguments: [(61, "61 s"), (720, "12 min"), (10_800, "3 h"), (864_000, "10 days")])
  func `A checked token that has expired is an error with its age`(
    age: Int64, words: String
  ) async throws {
    let expiry = Self.now.seconds - age
    let text = try WebTokens.text(expiresAt: expiry, ["tripid": "ride-2041"])
    let error = await #expect(throws: AccessTokenError.self) { try await check(text, for: trip) }
    #expect(
      error?.reason
        == "The token expired \(words) ago, at \(Timestamp(seconds: expiry)), by this machine's "
        + "clock, which says 2026-01-01T10:00:00Z. Get a new one, or set the clock.")
    #expect(error?.isRecoverable == false)
  }

  @Test func `A token that expired within the allowed clock skew is left to the server to check`()
    async throws
  {
    let text = try WebTokens.text(expiresAt: Self.now.seconds - 59, ["tripid": "ride-2041"])
    #expect(try await check(text, for: trip).value == text)
  }

  @Test(arguments: ["ya29.opaque", "a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30", "....", "eyJ.e30.e30."])
  func `A token of an unknown form is not checked`(text: String) async throws {
    #expect(try await check(text, for: trip) == AccessToken(text, expiresAt: nil))
  }

  @Test func `A token without a trip ID is explained after the server has refused it`() async throws
  {
    let text = try WebTokens.text(["vehicleid": "v1"])
    let tokens = AccessTokenCache(FixedTokens(text), wallNow: { Self.now })
    let transport = ScriptedTransport { _, _ in .json("{}", status: 401) }
    let client = FleetEngineClient(transport: transport, tokens: tokens)
    let name = try TripName(providerID: "p", tripID: "ride-2041")
    for calls in 1...2 {
      let error = await #expect(throws: FleetEngineError.self) { try await client.getTrip(name) }
      #expect(
        error?.message
          == "The server refused the token, which was signed without a trip id: it has no "
          + "authorization.tripid. Get one for the trip ride-2041.")
      #expect(error?.bucket == .needsAction)
      // Each call reaches the server again, because the signer's role may have been corrected.
      #expect(transport.requests.count == calls)
    }
  }

  @Test func `A token without authorization and scope is explained by the server`() async throws {
    let text = try WebTokens.text(nil)
    let tokens = AccessTokenCache(FixedTokens(text), wallNow: { Self.now })
    let words = "JWT does not contain any scopes."
    let answer = #"{"error":{"code":403,"status":"PERMISSION_DENIED","message":"\#(words)"}}"#
    let transport = ScriptedTransport { _, _ in .json(answer, status: 403) }
    let client = FleetEngineClient(transport: transport, tokens: tokens)
    let name = try TripName(providerID: "p", tripID: "ride-2041")
    let error = await #expect(throws: FleetEngineError.self) { try await client.getTrip(name) }
    #expect(error?.message == words && error?.httpStatus == 403)
  }

  @Test func `A checked token for another trip is never sent, and the call fails with the reason`()
    async throws
  {
    let text = try WebTokens.text(["tripid": "ride-2040"])
    let tokens = AccessTokenCache(FixedTokens(text), wallNow: { Self.now })
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let client = FleetEngineClient(transport: transport, tokens: tokens)
    let error = await #expect(throws: FleetEngineError.self) {
      try await client.getTrip(TripName(providerID: "p", tripID: "ride-2041"))
    }
    #expect(transport.requests.isEmpty)
    #expect(error?.code == .permissionDenied)
    #expect(error?.bucket == .needsAction)
    guard case .token(let cause)? = error?.cause else {
      Issue.record("cause \(String(describing: error?.cause))")
      return
    }
    #expect(cause.reason.contains("ride-2040"))
  }
}
