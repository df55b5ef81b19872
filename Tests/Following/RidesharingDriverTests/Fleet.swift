import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport

/// A vehicle with its navigator and reporter in front of a scripted server.
@MainActor final class Fleet {
  let clock = ManualClock()
  let navigator: Navigator
  let transport: ScriptedTransport
  let driver: SimulatedDriver
  let api: RidesharingDriverAPI
  let listener = RecordingListener()
  let service: ServiceClock
  let backend: FleetEngineClient

  init(
    router: (any RouteFinder)? = nil,
    _ answer: @escaping ScriptedTransport.Answer = { request, _ throws(HTTPTransportError) in
      .json("{}")
    }
  ) throws {
    navigator = Navigator(router: router)
    transport = ScriptedTransport(answer)
    let clock = clock
    service = ServiceClock(clock) { Timestamp(seconds: 1_700_000_000) + clock.now.offset }
    driver = SimulatedDriver(navigator: navigator, clock: service)
    api = try RidesharingDriverAPI(
      driverContext: DriverContext(
        accessTokenProvider: FixedTokens(), providerID: "p", vehicleID: "v", navigator: navigator),
      transport: transport, clock: service, traceID: { "trace" })
    backend = FleetEngineClient(transport: transport, tokens: FixedTokens("server"))
    driver.provider.add(reporter)
    reporter.add(listener)
  }

  var reporter: VehicleReporter { api.vehicleReporter }

  /// The requests' methods, IDs and masks.
  var calls: [String] {
    transport.requests.map { request in
      let id = request.url.path.split(separator: "/").last ?? ""
      let mask = request.url.values("updateMask").joined()
      return "\(request.method.rawValue) \(id) \(mask)"
    }
  }

  var masks: [String] { transport.requests.flatMap { $0.url.values("updateMask") } }

  func body(_ index: Int) throws -> Vehicle {
    try WireJSON.decode(Vehicle.self, from: transport.requests[index].body)
  }

  /// Waits until some requests have been sent and the reporter rests.
  func settled(_ count: Int) async {
    await waitWhile(transport.requests.count < count)
    await reporter.finishPendingUpdates()
    if reporter.locationTrackingEnabled { await clock.sleepers(1) }
  }

  static let start = Coordinate(latitude: 45, longitude: 7)

  static func location(_ meters: Double = 0) -> VehicleLocation {
    VehicleLocation(
      location: start.destination(bearing: 90, meters: meters),
      updateTime: Timestamp(seconds: 1_700_000_000))
  }

  static func route(meters: Double = 500) throws -> NavigationRoute {
    let path = Polyline([start, start.destination(bearing: 90, meters: meters)])
    guard
      let route = NavigationRoute(
        path: path, profile: SpeedProfile(path: path),
        traffic: [RoadStretch(style: .slowerTraffic, offsetMeters: 100, lengthMeters: 50)],
        endPoint: TripWaypoint(
          location: TerminalLocation(point: path.coordinates[1]), tripID: "t", type: .pickup))
    else { throw CancellationError() }
    return route
  }
}

@MainActor final class RecordingListener: VehicleReporterListener {
  var successes: [VehicleUpdate] = []
  var failures: [VehicleReporterError] = []

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didSucceed vehicleUpdate: VehicleUpdate
  ) {
    successes.append(vehicleUpdate)
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) { failures.append(error) }
}
