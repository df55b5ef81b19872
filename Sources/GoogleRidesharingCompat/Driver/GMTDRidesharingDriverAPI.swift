internal import CurlTransport
public import FleetEngine
internal import Foundation
public import HTTPMessages
public import RidesharingDriver

/// The driver's side of Fleet Engine.
///
/// The server, what carries requests to it and the time are set on the class, before an object is
/// made; without a word they are Google's Fleet Engine, libcurl and the machine's clocks. Source:
/// contract 6.1.
@MainActor
@preconcurrency
public final class GMTDRidesharingDriverAPI {
  /// The server's address.
  public static var endpoint = FleetEngineClient.defaultEndpoint
  /// What carries requests; nil for libcurl.
  public static var transport: (any HTTPTransport)?
  /// The time.
  public static var clock = ServiceClock.system

  /// The library's side of the driver.
  public let driverAPI: RidesharingDriverAPI
  /// What reports the vehicle's location, state and route.
  public let vehicleReporter: GMTDVehicleReporter

  /// Creates the driver's side for one vehicle.
  ///
  /// The result is nil for an id that Fleet Engine would not take, and without a navigator.
  ///
  /// - Parameter driverContext: The vehicle, its navigator and where tokens come from.
  public init?(driverContext: GMTDDriverContext) {
    guard let navigator = driverContext.navigator else { return nil }
    let bridge = AuthorizationBridge(driverContext.accessTokenProvider)
    let context = DriverContext(
      accessTokenProvider: bridge.provider(clock: Self.clock) {
        authorization,
        context,
        completion in
        authorization.fetchToken(
          with: context.vehicleID.map(GMTDAuthorizationContext.init),
          completion: completion
        )
      },
      providerID: driverContext.providerID,
      vehicleID: driverContext.vehicleID,
      navigator: navigator.navigator
    )
    let driverAPI = try? RidesharingDriverAPI(
      driverContext: context,
      endpoint: Self.endpoint,
      transport: Self.transport ?? CurlTransport(),
      clock: Self.clock,
      traceID: { UUID().uuidString.lowercased() }
    )
    guard let driverAPI else { return nil }
    self.driverAPI = driverAPI
    vehicleReporter = GMTDVehicleReporter(driverAPI.vehicleReporter)
  }
}
