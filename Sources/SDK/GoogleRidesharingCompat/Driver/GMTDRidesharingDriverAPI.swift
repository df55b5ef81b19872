internal import AccessTokens
internal import CurlTransport
public import FleetEngine
public import HTTPMessages
public import RidesharingDriver

/// The driver's side of Fleet Engine.
///
/// Set the server, the transport and the clock on the class before an object is created. The
/// defaults are Google's Fleet Engine, libcurl and the system clock. See docs/protocol.md,
/// "Driver entry points".
@MainActor @preconcurrency public final class GMTDRidesharingDriverAPI {
  /// The server's address.
  public static var endpoint = FleetEngineClient.defaultEndpoint
  /// Sends the requests; nil for libcurl.
  public static var transport: (any HTTPTransport)?
  /// The clock.
  public static var clock = ServiceClock.system

  /// The library's driver API.
  public let driverAPI: RidesharingDriverAPI
  /// Reports the vehicle's location, state and route.
  public let vehicleReporter: GMTDVehicleReporter

  /// Creates the API of one vehicle; nil for an invalid ID and without a navigator.
  public init?(driverContext: GMTDDriverContext) {
    guard let navigator = driverContext.navigator else { return nil }
    let tokens = driverContext.accessTokenProvider
    let context = DriverContext(
      accessTokenProvider: CompletionAccessTokenProvider(fetchingOnMainActorWith: Self.clock) {
        context, completion in
        tokens.fetchToken(
          with: context.vehicleID.map(GMTDAuthorizationContext.init), completion: completion)
      },
      providerID: driverContext.providerID,
      vehicleID: driverContext.vehicleID,
      navigator: navigator.navigator)
    let driverAPI = try? RidesharingDriverAPI(
      driverContext: context, endpoint: Self.endpoint,
      transport: Self.transport ?? LibcurlTransport(),
      clock: Self.clock)
    guard let driverAPI else { return nil }
    self.driverAPI = driverAPI
    vehicleReporter = GMTDVehicleReporter(driverAPI.vehicleReporter)
  }
}

extension Optional where Wrapped == GMTDRidesharingDriverAPI {
  /// Reports the vehicle's location, state and route; nil without an API.
  @MainActor @preconcurrency
  public var vehicleReporter: GMTDVehicleReporter? { self?.vehicleReporter }
}

/// The vehicle, its provider and its navigator.
///
/// See docs/protocol.md, "Driver entry points".
@MainActor @preconcurrency public final class GMTDDriverContext {
  /// Provides the access tokens.
  public let accessTokenProvider: any GMTDAuthorization
  /// The provider ID, a Google Cloud project ID.
  public let providerID: String
  /// The ID of a vehicle that Fleet Engine already has.
  public let vehicleID: String
  /// The navigator of a map.
  public let navigator: GMSNavigator?

  /// Creates a context.
  public init(
    accessTokenProvider: any GMTDAuthorization, providerID: String, vehicleID: String,
    navigator: GMSNavigator?
  ) {
    self.accessTokenProvider = accessTokenProvider
    self.providerID = providerID
    self.vehicleID = vehicleID
    self.navigator = navigator
  }
}
