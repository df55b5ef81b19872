/// What a token is to authorize.
public struct AuthorizationContext: Sendable, Hashable {
  /// The id of the trip that is read or written, if it is one.
  public let tripID: String?
  /// The id of the vehicle that is read or written, if it is one.
  public let vehicleID: String?

  /// Creates a context for a trip.
  public init(tripID: String) {
    self.tripID = tripID
    self.vehicleID = nil
  }

  /// Creates a context for a vehicle.
  public init(vehicleID: String) {
    self.tripID = nil
    self.vehicleID = vehicleID
  }
}

/// Where access tokens come from.
///
/// A provider is asked before every call; one that fetches or makes tokens keeps them until they
/// expire. Source: contract 3.4.
public protocol AccessTokenProvider: Sendable {
  /// Brings a token that authorizes calls on one trip or vehicle.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: A token that is valid now.
  /// - Throws: Why there is none.
  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken

  /// Forgets a token that the server has refused, so that the next one is fetched anew.
  ///
  /// - Parameters:
  ///   - token: The refused token.
  ///   - context: The trip or vehicle that it was for.
  func discard(_ token: AccessToken, for context: AuthorizationContext) async

  /// Sees to it that the next token is fetched or made anew, because somebody wants it so.
  ///
  /// - Parameter context: The trip or vehicle that it is for.
  func renew(for context: AuthorizationContext) async
}

extension AccessTokenProvider {
  /// Does nothing, for providers that keep no tokens.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {}

  /// Does nothing, for providers that keep no tokens.
  public func renew(for context: AuthorizationContext) async {}
}
