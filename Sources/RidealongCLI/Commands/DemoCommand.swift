internal import AccessTokens
internal import CellGrid
internal import DemoAssets
internal import FleetEmulator
internal import FleetEngine
internal import RidesharingDriver
internal import RouteSources
internal import TerminalUI
internal import Viewer
internal import HTTPMessages

/// `ridealong demo`: an emulator, a simulated driver and the viewer, in one process on loopback.
enum DemoCommand {
  private static let tripID = "demo-ride"
  private static let vehicleID = "demo-vehicle-1"

  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect([], for: "demo")
    let speed = try wiring.speed(arguments)
    let capabilities = await TerminalCapabilities.detect(
      environment: wiring.environment.variables
    )
    guard capabilities.outputIsTerminal, capabilities.canShowScreen else {
      throw .usage(
        "ridealong demo needs a terminal to draw on. In a script, start ridealong emulator and "
          + "ridealong drive instead."
      )
    }
    let engine = try await LocalFleetEngine.start(
      providerID: EmulatorConfiguration.defaultProviderID,
      directory: nil,
      address: ("127.0.0.1", 0),
      speed: speed,
      wiring: wiring
    )
    let status: ExitStatus
    do {
      status = try await follow(engine, arguments, capabilities, wiring, speed: speed)
    } catch {
      try await engine.stop()
      throw error
    }
    try await engine.stop()
    return status
  }

  private static func follow(
    _ engine: LocalFleetEngine,
    _ arguments: Arguments,
    _ capabilities: TerminalCapabilities,
    _ wiring: Wiring,
    speed: Double
  ) async throws(CommandError) -> ExitStatus {
    let name = try wiring.tripName(
      "providers/\(engine.emulator.providerID)/trips/\(tripID)"
    )
    let settings = ViewerSettings(
      arguments: arguments,
      capabilities: capabilities,
      wiring: wiring,
      speed: speed,
      backend: engine.baseURL.authority,
      credentials: "demo"
    )
    let consumer = try client(engine, .consumer, wiring)
    let ride = try await DemoDrive(
      scenario: scenario(name, speed: speed),
      backend: client(engine, .server, wiring),
      driverClient: client(engine, .driver, wiring),
      clock: wiring.clock
    )
    await ride.start()
    let session = FollowSession(
      name: name,
      client: consumer,
      settings: settings,
      startsWithAutoCamera: !arguments.has(.noAuto),
      capabilities: capabilities,
      wiring: wiring
    )
    let result: Result<ExitStatus, CommandError>
    do {
      result = .success(try await session.run())
    } catch {
      result = .failure(error)
    }
    await ride.stop()
    return try result.get()
  }

  private static func scenario(
    _ name: TripName,
    speed: Double
  ) throws(CommandError) -> RideScenario {
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: ridealong_demo_ride_bytes(), count: ridealong_demo_ride_size())
    )
    do {
      return try DemoRide(json: bytes)
        .scenario(trip: name, vehicleID: vehicleID, speedFactor: speed)
    } catch {
      throw CommandError(.failure, "The demo's ride cannot be read: \(error)")
    }
  }

  private static func client(
    _ engine: LocalFleetEngine,
    _ role: ServiceRole,
    _ wiring: Wiring
  ) throws(CommandError) -> FleetEngineClient {
    do {
      let key = try ServiceAccountKey(contentsOf: engine.keys.path(role))
      return FleetEngineClient(
        endpoint: engine.baseURL,
        transport: wiring.transport(),
        tokens: wiring.tokens(key)
      )
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }
}

/// The demo's ride, driving beside the viewer.
@MainActor
private final class DemoDrive {
  private let simulation: RideSimulation
  private let reporter: VehicleReporter
  private var driving: Task<Void, Never>?

  init(
    scenario: RideScenario,
    backend: FleetEngineClient,
    driverClient: FleetEngineClient,
    clock: ServiceClock
  ) {
    let navigator = Navigator()
    reporter = VehicleReporter(
      vehicle: scenario.vehicle,
      client: driverClient,
      navigator: navigator,
      clock: clock,
      traceID: TraceID.make
    )
    simulation = RideSimulation(
      scenario: scenario,
      backend: backend,
      reporter: reporter,
      driver: SimulatedDriver(navigator: navigator, clock: clock),
      clock: clock
    )
  }

  /// Starts the ride.
  func start() {
    // Not structured: the ride goes on beside the viewer until ``stop()``.
    driving = Task { [simulation] in
      do throws(RideSimulation.Failure) {
        try await simulation.run()
      } catch {
        guard case .call(let failure) = error else { return }
        Console.note(SafeText("The demo's ride ended early: \(failure.message)"))
      }
    }
  }

  /// Ends the ride and waits for its last update.
  func stop() async {
    driving?.cancel()
    await driving?.value
    await reporter.finishPendingUpdates()
  }
}
