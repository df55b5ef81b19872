internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import RouteSources
internal import TerminalUI
internal import HTTPMessages

/// `ridealong drive`: drives a vehicle along a route and reports it as the Driver SDK does.
enum DriveCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect(["a vehicle's name, \(VehicleName.form)"], for: "drive")
    let name = try wiring.vehicleName(arguments.positionals[0])
    let endpoint = try wiring.endpoint(arguments)
    let speed = try wiring.speed(arguments)
    let kilometersPerHour = try arguments.number(.vehicleSpeed, in: 1...200) ?? 36
    let interval = try arguments.duration(.interval, in: .seconds(5)...(.seconds(60)))
    let route = try coordinates(arguments)
    let key = try wiring.serviceAccount(arguments, for: .drive)
    guard
      let drive = DriveSimulation(
        along: route,
        limits: SpeedProfile.Limits(cruising: kilometersPerHour / 3.6),
        speedFactor: speed
      )
    else { throw .usage("The route's points are all at the same place; give it a way.") }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(),
      tokens: wiring.tokens(key)
    )
    try await ensureVehicle(name, client, endpoint: endpoint.authority)
    let driving = await Drive(
      name: name,
      client: client,
      drive: drive,
      interval: interval,
      wiring: wiring
    )
    return try await driving.run()
  }

  private static func coordinates(_ arguments: Arguments) throws(CommandError) -> [Coordinate] {
    let path = try arguments.required(.route, for: "drive")
    do {
      return try CoordinateList(contentsOf: path).coordinates
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Sees to it that the vehicle exists, as far as the key may.
  private static func ensureVehicle(
    _ name: VehicleName,
    _ client: FleetEngineClient,
    endpoint: String
  ) async throws(CommandError) {
    do {
      _ = try await client.updateVehicle(
        name,
        Vehicle(state: .offline),
        mask: ["vehicleState"],
        header: .driver
      )
      return
    } catch {
      guard error.code == .notFound else {
        throw CommandError(error, resource: name.description, endpoint: endpoint)
      }
    }
    let vehicle = Vehicle(
      state: .offline,
      supportedTripTypes: [.exclusive],
      maximumCapacity: 4,
      category: .auto
    )
    do {
      _ = try await client.createVehicle(name, vehicle, header: .driver)
      Console.note("Created the vehicle \(name.description).")
    } catch {
      guard error.code == .permissionDenied || error.code == .unauthenticated else {
        throw CommandError(error, resource: name.description, endpoint: endpoint)
      }
      throw CommandError(
        .notPermitted,
        "The vehicle \(name) does not exist, and this account may not create it. Run the same "
          + "with a server's key once: ridealong drive \(name) … --service-account SERVER.json"
      )
    }
  }
}

extension RequestHeader {
  /// What the simulated driver says of itself.
  static let driver = RequestHeader(sdkVersion: HelpText.version, sdkType: .driver)
}

/// One drive with its reports, told on standard error.
@MainActor
private final class Drive: VehicleReporterListener {
  private let name: VehicleName
  private let drive: DriveSimulation
  private let wiring: Wiring
  private let driver: SimulatedDriver
  private let reporter: VehicleReporter
  private var sent = 0
  private var failed = 0

  init(
    name: VehicleName,
    client: FleetEngineClient,
    drive: DriveSimulation,
    interval: Duration?,
    wiring: Wiring
  ) {
    self.name = name
    self.drive = drive
    self.wiring = wiring
    let navigator = Navigator()
    driver = SimulatedDriver(navigator: navigator, clock: wiring.clock)
    reporter = VehicleReporter(
      vehicle: name,
      client: client,
      navigator: navigator,
      clock: wiring.clock,
      traceID: TraceID.make
    )
    if let interval { reporter.locationReportingInterval = interval.inSeconds }
    driver.provider.add(reporter)
    reporter.add(self)
  }

  func run() async throws(CommandError) -> ExitStatus {
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    driver.navigator.setDestination(NavigationRoute(drive))
    let minutes = drive.duration.components.seconds / 60
    Console.note("Driving \(name.description), about \(String(minutes)) min. Ctrl-C stops.")
    let watch = SignalWatch()
    let driving = Task { [driver, drive, wiring] in
      try await driver.drive(drive, since: wiring.clock.monotonicNow())
    }
    // Not structured: a signal may come or not.
    let watching = Task { await watch.run { driving.cancel() } }
    _ = await driving.result
    watching.cancel()
    driver.navigator.clearDestinations()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
    try Console.print(
      SafeText("\(name): \(sent) updates sent, \(failed) failed; the vehicle is offline.")
    )
    if let signal = watch.received { return ExitStatus(rawValue: signal.exitStatus) ?? .failure }
    return sent > 0 ? .success : .unavailable
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    sent += 1
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    failed += 1
    if case .call(let failure) = error {
      Console.note(SafeText("An update failed: \(failure.code.name): \(failure.message)"))
    }
  }
}
