internal import AccessTokens
internal import DemoAssets
internal import FleetEmulator
internal import FleetEngine
internal import Geo
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
    // It takes longer than all that comes before its use.
    let key = Task.detached { try EmulatorKeys.SharedKey() }
    let map = try await MapOptions(arguments, wiring, standard: DemoBaseMap.source())
    let capabilities = await wiring.capabilities(map)
    let form = try RideForm(arguments, capabilities, wiring.environment)
    // One report of a ride that has just begun is not what a pipe expects.
    guard capabilities.outputIsTerminal || form != .report(isJSON: false) || arguments.has(.once)
    else {
      throw .usage(
        "ridealong demo needs a terminal to draw on. Without one, add --plain, --json or --once."
      )
    }
    let signals = SignalWatch()
    var settings = LocalFleetEngine.Settings()
    settings.speed = speed
    settings.sharedKey = key
    let engine = try await LocalFleetEngine.start(settings, wiring: wiring)
    let status: ExitStatus
    do {
      status = try await follow(
        engine,
        arguments,
        form,
        capabilities,
        signals,
        wiring,
        speed: speed,
        map: map
      )
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    try await engine.stop()
    return status
  }

  private static func follow(
    _ engine: LocalFleetEngine,
    _ arguments: Arguments,
    _ form: RideForm,
    _ capabilities: TerminalCapabilities,
    _ signals: SignalWatch,
    _ wiring: Wiring,
    speed: Double,
    map: MapOptions
  ) async throws(CommandError) -> ExitStatus {
    let name = try wiring.tripName(
      "providers/\(engine.emulator.providerID)/trips/\(tripID)"
    )
    let settings = try ViewerSettings(
      arguments: arguments,
      capabilities: capabilities,
      wiring: wiring,
      speed: speed,
      backend: engine.baseURL.authority,
      credentials: "demo",
      map: map
    )
    let consumer = try client(engine, .consumer, wiring)
    let ride = try await DemoDrive(
      scenario: scenario(name, speed: speed),
      backend: client(engine, .server, wiring),
      driverClient: client(engine, .driver, wiring),
      clock: wiring.clock
    )
    // Not structured: a signal comes from outside and may come or not.
    signals.onSignal { Task { await ride.cancelStart() } }
    let session = FollowSession(
      name: name,
      client: consumer,
      settings: settings,
      map: map,
      capabilities: capabilities,
      signals: signals,
      wiring: wiring
    )
    let result: Result<ExitStatus, CommandError>
    do {
      let hasBegun = try await ride.begin()
      result = .success(
        hasBegun ? try await session.run(as: form) : signals.exitStatus ?? .failure
      )
    } catch {
      result = .failure(error)
    }
    await ride.stop()
    let status = try result.get()
    // Nothing could report a failure while the screen was on.
    if let failure = await ride.failure {
      throw CommandError(
        status == .success ? .failure : status,
        "The demo's ride ended early: \(failure.operation): \(failure.code.name): \(failure.message)"
      )
    }
    return status
  }

  /// The ride that the program carries within it.
  ///
  /// - Parameters:
  ///   - name: The trip's name.
  ///   - speed: How many times faster than the clock it goes.
  /// - Returns: The ride.
  /// - Throws: That it cannot be read.
  static func scenario(
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
