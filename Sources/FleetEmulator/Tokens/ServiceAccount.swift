public import JSONWebTokens

/// A service account that signs tokens, as the emulator knows it.
public struct ServiceAccount: Sendable {
  /// What it may do.
  public let role: ServiceRole
  /// Its e-mail address, the tokens' issuer.
  public let email: String
  /// The id of its key.
  public let keyID: String
  /// The key that verifies its tokens.
  public let key: VerificationKey

  /// Creates an account.
  public init(role: ServiceRole, email: String, keyID: String, key: VerificationKey) {
    self.role = role
    self.email = email
    self.keyID = keyID
    self.key = key
  }
}

/// What a service account may do.
///
/// The role is the account's, never the token's. Source: contract 3.2.
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
