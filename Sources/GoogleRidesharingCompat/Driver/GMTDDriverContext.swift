/// Who drives which vehicle for whom.
///
/// Source: contract 6.1.
@MainActor
@preconcurrency
public final class GMTDDriverContext {
  /// Where tokens come from.
  public let accessTokenProvider: any GMTDAuthorization
  /// The provider's id, which is its Google Cloud project's.
  public let providerID: String
  /// The vehicle's id, which Fleet Engine knows already.
  public let vehicleID: String
  /// What guides the vehicle.
  public let navigator: GMSNavigator?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - accessTokenProvider: Where tokens come from.
  ///   - providerID: The provider's id.
  ///   - vehicleID: The vehicle's id.
  ///   - navigator: What guides the vehicle, a map's.
  public init(
    accessTokenProvider: any GMTDAuthorization,
    providerID: String,
    vehicleID: String,
    navigator: GMSNavigator?
  ) {
    self.accessTokenProvider = accessTokenProvider
    self.providerID = providerID
    self.vehicleID = vehicleID
    self.navigator = navigator
  }
}
