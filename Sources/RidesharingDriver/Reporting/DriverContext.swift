public import FleetEngine

/// Who drives which vehicle for whom.
///
/// Source: contract 6.1.
@MainActor
public struct DriverContext {
  /// Where access tokens come from.
  public let accessTokenProvider: any AccessTokenProvider
  /// The provider's id, which is its Google Cloud project's.
  public let providerID: String
  /// The vehicle's id, which Fleet Engine knows already.
  public let vehicleID: String
  /// What guides the vehicle.
  public let navigator: Navigator

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - accessTokenProvider: Where access tokens come from.
  ///   - providerID: The provider's id.
  ///   - vehicleID: The vehicle's id.
  ///   - navigator: What guides the vehicle.
  public init(
    accessTokenProvider: any AccessTokenProvider,
    providerID: String,
    vehicleID: String,
    navigator: Navigator
  ) {
    self.accessTokenProvider = accessTokenProvider
    self.providerID = providerID
    self.vehicleID = vehicleID
    self.navigator = navigator
  }
}
