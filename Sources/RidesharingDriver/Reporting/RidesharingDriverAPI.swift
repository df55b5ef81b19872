public import FleetEngine
public import HTTPMessages

/// The driver's side of Fleet Engine.
///
/// Source: contract 6.1.
@MainActor
public final class RidesharingDriverAPI {
  /// What reports the vehicle's location, state and route.
  public let vehicleReporter: VehicleReporter

  /// Creates the driver's side for one vehicle.
  ///
  /// - Parameters:
  ///   - driverContext: The vehicle, its navigator and where tokens come from.
  ///   - endpoint: The server's address, by default Google's Fleet Engine.
  ///   - transport: What carries requests.
  ///   - clock: The time.
  ///   - header: What the driver says of itself; its trace id is a fresh one for each request.
  ///   - traceID: What makes a fresh id for each request.
  /// - Throws: What is wrong with the provider's or the vehicle's id.
  public init(
    driverContext: DriverContext,
    endpoint: HTTPURL = FleetEngineClient.defaultEndpoint,
    transport: any HTTPTransport,
    clock: ServiceClock,
    header: RequestHeader = RequestHeader(sdkType: .driver),
    traceID: @escaping @Sendable () -> String
  ) throws(ResourceNameError) {
    let name = try VehicleName(
      providerID: driverContext.providerID,
      vehicleID: driverContext.vehicleID
    )
    vehicleReporter = VehicleReporter(
      vehicle: name,
      client: FleetEngineClient(
        endpoint: endpoint,
        transport: transport,
        tokens: driverContext.accessTokenProvider
      ),
      navigator: driverContext.navigator,
      clock: clock,
      header: header,
      traceID: traceID
    )
  }
}
