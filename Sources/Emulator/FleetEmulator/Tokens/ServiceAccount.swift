package import JSONWebTokens

/// A service account whose tokens the emulator accepts.
public struct ServiceAccount: Sendable {
  /// The path of the endpoint that exchanges its assertions for access tokens.
  package static let tokenPath = "/oauth2/token"

  /// The role of its tokens.
  public let role: ServiceRole
  /// Its e-mail address, the issuer of its tokens.
  public let email: String
  /// The ID of its key.
  public let keyID: String
  /// The key that verifies its tokens.
  package let key: VerificationKey

  /// Creates an account.
  package init(role: ServiceRole, email: String, keyID: String, key: VerificationKey) {
    self.role = role
    self.email = email
    self.keyID = keyID
    self.key = key
  }
}

/// The permissions of a service account.
///
/// The role belongs to the account, not to the token. See docs/protocol.md, "Roles and claims".
public enum ServiceRole: String, Sendable, Hashable, CaseIterable {
  /// The provider's own server: everything.
  case server
  /// A driver's app: one vehicle.
  case driver
  /// A rider's app: one trip.
  case consumer
  /// A dashboard or a report: reads everything and changes nothing.
  case fleetReader = "fleet-reader"
}
