import AccessTokens
import FleetEngine
import JSONWebTokens
import TestSupport
import Testing

@Suite(.limited) struct `A service account's token` {
  private static let now = Timestamp(seconds: 1_767_261_600, nanoseconds: 700_000_000)

  private static func provider(
    _ scope: ServiceAccountTokenProvider.Scope = .perResource, lifetime: Duration = .seconds(3_600)
  ) throws -> ServiceAccountTokenProvider {
    ServiceAccountTokenProvider(
      key: try ServiceAccountKey(json: KeyFile.json(), file: "key.json"), lifetime: lifetime,
      scope: scope, wallNow: { now })
  }

  private static func verified(_ token: AccessToken) throws -> JSONWebToken {
    try JSONWebToken.verify(token.value, with: try KeyFile.signingKey.get().publicKey)
  }

  @Test func `A service account's token has the claims that Fleet Engine requires`() async throws {
    let token = try await Self.provider().accessToken(for: AuthorizationContext(tripID: "t1"))
    let read = try Self.verified(token)
    #expect(read.header.algorithm == "RS256")
    #expect(read.header.keyID == "key-1")
    let email = "server@demo.iam.gserviceaccount.com"
    #expect(
      read.claims
        == TokenClaims(
          issuer: email,
          subject: email,
          audience: ["https://fleetengine.googleapis.com/"],
          issuedAt: 1_767_261_600, expiresAt: 1_767_265_200, authorization: ["tripid": "t1"]))
    #expect(token.expiresAt == Timestamp(seconds: 1_767_265_200))
  }

  @Test func `A service account's token is for one trip, one vehicle or everything`() async throws {
    let vehicle = AuthorizationContext(vehicleID: "v1")
    let one = try await Self.provider().accessToken(for: vehicle)
    #expect(try Self.verified(one).claims.authorization == ["vehicleid": "v1"])
    let all = try await Self.provider(.everything).accessToken(for: vehicle)
    #expect(try Self.verified(all).claims.authorization == ["tripid": "*", "vehicleid": "*"])
  }

  private static let minted: [(String?, String?, [String: String])] = [
    (nil, nil, ["tripid": "*", "vehicleid": "*"]),
    ("t", nil, ["tripid": "t"]),
    (nil, "v", ["vehicleid": "v"]),
    ("t", "v", ["tripid": "t", "vehicleid": "v"]),
  ]

  @Test(arguments: minted) func `A service account's token is created for the requested resources`(
    tripID: String?, vehicleID: String?, authorization: [String: String]
  ) throws {
    let token = try Self.provider().mint(tripID: tripID, vehicleID: vehicleID, ttl: .seconds(60))
    let claims = try Self.verified(token).claims
    #expect(claims.authorization == authorization)
    #expect(claims.expiresAt == 1_767_261_660)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(3_601)])
  func `A service account's token lives 1 second to 1 hour`(ttl: Duration) throws {
    let provider = try Self.provider()
    #expect(throws: AccessTokenError.self) { try provider.mint(ttl: ttl) }
  }

  @Test func `A service account's token never expires later than Fleet Engine accepts`()
    async throws
  {
    let token = try await Self.provider(lifetime: .seconds(90_000))
      .accessToken(for: AuthorizationContext(tripID: "t"))
    #expect(token.expiresAt == Timestamp(seconds: 1_767_265_200))
  }
}
