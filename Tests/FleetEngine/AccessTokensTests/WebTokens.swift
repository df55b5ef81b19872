import FleetEngine
import JSONWebTokens
import Testing

/// Tokens with claims of a test's choice, signed by a key made once.
enum WebTokens {
  static func text(
    expiresAt: Int64? = nil, _ authorization: [String: String]? = [:]
  ) throws -> String {
    try KeyFile.signingKey.get().sign(
      TokenClaims(
        issuer: "a@b",
        subject: "a@b",
        audience: ["https://fleetengine.googleapis.com/"],
        expiresAt: expiresAt,
        authorization: authorization
      ),
      keyID: "key-1"
    )
  }
}
