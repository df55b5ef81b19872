/// The trip or vehicle that a token must authorize.
public struct AuthorizationContext: Sendable, Hashable {
  /// The ID of the trip that is read or written; nil for a vehicle.
  public let tripID: String?
  /// The ID of the vehicle that is read or written; nil for a trip.
  public let vehicleID: String?

  /// Creates a context for a trip.
  public init(tripID: String) { (self.tripID, vehicleID) = (tripID, nil) }

  /// Creates a context for a vehicle.
  public init(vehicleID: String) { (tripID, self.vehicleID) = (nil, vehicleID) }

  /// The context of a call about all vehicles of a provider, which have the ID `*` in claims.
  static let allVehicles = AuthorizationContext(vehicleID: "*")

  /// The context of a call about all trips of a provider, which have the ID `*` in claims.
  static let allTrips = AuthorizationContext(tripID: "*")
}

/// A source of access tokens.
///
/// ``FleetEngineClient`` requests a token before every call, so a provider that fetches or signs
/// tokens should cache them until they expire. See docs/protocol.md, "Token providers".
public protocol AccessTokenProvider: Sendable {
  /// Returns a valid token that authorizes calls for one trip or vehicle.
  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken

  /// Removes a token that the server refused, so that the next request fetches another.
  ///
  /// The default implementation does nothing, for providers without a cache.
  func discard(_ token: AccessToken, for context: AuthorizationContext) async

  /// Makes the next request fetch or sign a new token, because the user asked for one.
  ///
  /// The default implementation does nothing, for providers without a cache.
  func renew(for context: AuthorizationContext) async
}

extension AccessTokenProvider {
  /// Does nothing.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {}

  /// Does nothing.
  public func renew(for context: AuthorizationContext) async {}
}
