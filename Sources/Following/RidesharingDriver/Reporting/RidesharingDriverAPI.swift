public import FleetEngine
public import HTTPMessages

/// A vehicle with its provider, navigator and access tokens.
///
/// See docs/protocol.md, "Driver entry points".
@MainActor public struct DriverContext {
  /// Provides access tokens.
  public let accessTokenProvider: any AccessTokenProvider
  /// The provider's ID, which is the ID of its Google Cloud project.
  public let providerID: String
  /// The ID of a vehicle that exists in Fleet Engine.
  public let vehicleID: String
  /// Guides the vehicle.
  public let navigator: Navigator

  /// Creates a context.
  public init(
    accessTokenProvider: any AccessTokenProvider, providerID: String, vehicleID: String,
    navigator: Navigator
  ) {
    self.accessTokenProvider = accessTokenProvider
    self.providerID = providerID
    self.vehicleID = vehicleID
    self.navigator = navigator
  }
}

/// The driver's side of Fleet Engine for one vehicle.
///
/// See docs/protocol.md, "Driver entry points".
@MainActor public final class RidesharingDriverAPI {
  /// Reports the vehicle's location, state and route.
  public let vehicleReporter: VehicleReporter

  /// Creates the driver's side; throws if the provider ID or the vehicle ID is invalid.
  ///
  /// `traceID` makes a new trace ID for each request, which replaces the header's.
  public init(
    driverContext: DriverContext, endpoint: HTTPURL = FleetEngineClient.defaultEndpoint,
    transport: any HTTPTransport, clock: ServiceClock = .system,
    header: RequestHeader = RequestHeader(sdkType: .driver),
    traceID: @escaping @Sendable () -> String = RequestHeader.newTraceID
  ) throws(ResourceNameError) {
    vehicleReporter = VehicleReporter(
      vehicle: try VehicleName(
        providerID: driverContext.providerID, vehicleID: driverContext.vehicleID),
      client: FleetEngineClient(
        providerID: driverContext.providerID, endpoint: endpoint, transport: transport,
        tokens: driverContext.accessTokenProvider, clock: clock),
      navigator: driverContext.navigator, header: header, traceID: traceID)
  }
}
