internal import AccessTokens
internal import CellGrid
internal import DemoAssets
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingDriver
internal import RouteSources
internal import TerminalUI
internal import Viewer

extension Command {
  static let demo = Command(
    name: "demo", synopsis: "ridealong demo [OPTIONS]",
    summary: "follow a simulated ride on an embedded Fleet Engine",
    examples: [
      "ridealong demo", "ridealong demo --speed 10 --glyphs block", "ridealong demo --plain",
      "ridealong demo --book",
    ],
    detail: [
      "It needs no account and no network. --plain, --json and --once show the ride without a screen.",
      "--book opens the town's map with three vehicles instead: choose a pickup and a drop-off, and",
      "follow the ride.",
    ],
    options: [.booking, .once, .json, .plain, .speed, .record, .rotation] + Option.map
      + Option.configuration, configurable: .all, screen: .usual, run: DemoCommand.run)
}

/// `ridealong demo`: an emulator, a simulated driver and the viewer, in one process on loopback.
enum DemoCommand {
  private static let tripID = "demo-ride"
  private static let vehicleID = "demo-vehicle-1"

  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.expect([])
    let speed = try arguments.number(.speed)
    let kept = await keptKeys(servers.environment)
    // Making a key takes longer than everything before its use.
    let key = kept?.keys == nil ? Task.detached { try EmulatorKeys.SharedKey() } : nil
    let map = try await context.mapOptions(standard: BaseMapSource.demo())
    let capabilities = await context.screen.capabilities(map)
    let form = try RideForm(arguments, capabilities, servers.environment)
    // A single report of a ride that has just started is not what a pipe expects.
    guard capabilities.outputIsTerminal || form != .report(.text) || arguments.has(.once)
    else { throw .usage("ridealong demo needs a terminal, or one of --plain, --json and --once.") }
    guard !arguments.has(.booking) || form == .screen else {
      throw .usage("--book needs a terminal's screen to choose places on.")
    }
    let signals = SignalWatch()
    var settings = LocalFleetEngine.Settings()
    settings.speed = speed
    settings.keyDirectory = kept?.directory
    settings.namesTokenEndpoint = false
    settings.sharedKey = key
    // Only the screen for booking needs a backend, which gives tokens to every user of this machine.
    if !arguments.has(.booking) { settings.backend = nil }
    let engine = try await LocalFleetEngine.start(
      settings, clock: servers.clock, environment: servers.environment)
    let status: ExitStatus
    do {
      var setup = try context.rideSetup(
        map, capabilities, backend: engine.baseURL.authority, credentials: "demo", signals: signals)
      if !arguments.has(.booking) { setup.settings.tips = .tour }
      // All three roles share the connections and their thread.
      let transport = servers.transport()
      status =
        arguments.has(.booking)
        ? try await book(context, engine, setup, transport)
        : try await follow(engine, setup, form, servers, transport)
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    try await engine.stop()
    return status
  }

  private static func follow(
    _ engine: LocalFleetEngine, _ setup: RideSetup, _ form: RideForm, _ servers: ServerAccess,
    _ transport: any HTTPTransport
  ) async throws(CommandError) -> ExitStatus {
    let name = try CommandError.wrapping {
      try TripName(providerID: engine.emulator.providerID, tripID: tripID)
    }
    let consumer = try client(engine, .consumer, servers, transport)
    let ride = try await DemoDrive(
      scenario: scenario(name, speed: setup.settings.speed),
      backend: client(engine, .server, servers, transport),
      driverClient: client(engine, .driver, servers, transport), clock: servers.clock)
    return try await follow(ride, FollowSession(name: name, client: consumer, setup: setup), form)
  }

  private static func follow(
    _ ride: DemoDrive, _ session: FollowSession, _ form: RideForm
  ) async throws(CommandError) -> ExitStatus {
    // An unstructured task: a signal comes from outside and may come or not.
    session.setup.signals.onSignal { Task { await ride.cancelStart() } }
    let result: Result<ExitStatus, CommandError>
    do {
      let hasStarted = try await ride.begin()
      result = .success(
        hasStarted
          ? try await session.run(as: form) : session.setup.signals.exitStatus ?? .failure
      )
    } catch { result = .failure(error) }
    await ride.stop()
    let status = try result.get()
    // No failure could be reported while the screen was open.
    if let failure = await ride.failure {
      throw CommandError(
        status == .success ? .failure : status,
        "The demo's ride ended early: \(failure.operation): \(failure.code.name): \(failure.message)"
      )
    }
    return status
  }

  // MARK: - Kept keys

  /// The demo's key for another emulator of the same user, so that it is made once.
  static func keptKey(
    _ environment: Environment
  ) async throws(EmulatorError) -> EmulatorKeys.SharedKey {
    let kept = await keptKeys(environment)
    if let keys = kept?.keys { return EmulatorKeys.SharedKey(of: keys) }
    let key = try EmulatorKeys.SharedKey()
    guard let directory = kept?.directory else { return key }
    let provider = EmulatorConfiguration.defaultProviderID
    return EmulatorKeys.SharedKey(
      of: try EmulatorKeys(directory, providerID: provider, sharedKey: key))
  }

  /// The directory in which this user's keys stay for the next start, and the keys if it has them already.
  ///
  /// It is nil if keys cannot stay: then each start makes new ones, in a temporary directory.
  private static func keptKeys(
    _ environment: Environment
  ) async -> (directory: String, keys: EmulatorKeys?)? {
    guard let path = environment.cacheDirectory.map({ $0 + "/demo-keys" }),
      UserFolder.isMissingOrPrivate(path)
    else { return nil }
    do throws(CommandError) { try UserFolder.makeAll(path) } catch { return nil }
    guard EmulatorKeys.areComplete(in: path) else { return (path, nil) }
    do throws(EmulatorError) {
      let provider = EmulatorConfiguration.defaultProviderID
      return (path, try await EmulatorKeys.open(path, providerID: provider))
    } catch {
      Console.printError(SafeText("New keys are used: \(error)"))
      return nil
    }
  }

  /// The ride that is embedded in the program.
  static func scenario(_ name: TripName, speed: Double) throws(CommandError) -> RideScenario {
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: ridealong_demo_ride_bytes(), count: ridealong_demo_ride_size()))
    do {
      return try DemoRide(json: bytes)
        .scenario(trip: name, vehicleID: vehicleID, speedFactor: speed)
    } catch {
      throw CommandError(.failure, "The demo's ride cannot be read: \(error)")
    }
  }

  static func client(
    _ engine: LocalFleetEngine, _ role: ServiceRole, _ servers: ServerAccess,
    _ transport: any HTTPTransport
  ) throws(CommandError) -> FleetEngineClient {
    let path = engine.keys.path(role)
    let key = try CommandError.wrapping { try ServiceAccountKey(contentsOf: path) }
    return servers.client(engine.baseURL, servers.tokens(key).provider, transport)
  }
}

/// The demo's ride, which runs while the viewer shows it.
@MainActor final class DemoDrive: VehicleReporterListener {
  private enum Start: Sendable {
    /// The server knows the vehicle's location and route.
    case reported
    case failed(RideSimulation.Failure)
    case timedOut
    /// ``cancelStart()`` was called.
    case stopped
  }

  /// The longest time until the vehicle is assigned and reported, which usually takes milliseconds.
  private static let longestStart: Duration = .seconds(5)

  private let reporter: VehicleReporter
  private let clock: ServiceClock
  private var simulation: RideSimulation?
  private var driving: Task<Void, Never>?
  private var isAssigned = false
  private let (starts, start) = AsyncStream.makeStream(of: Start.self)
  private var lastRefusal: FleetEngineError?

  /// Why the ride ended early, if it did.
  private(set) var failure: FleetEngineError?

  init(
    scenario: RideScenario, backend: FleetEngineClient, driverClient: FleetEngineClient,
    clock: ServiceClock
  ) {
    self.clock = clock
    let navigator = Navigator()
    reporter = VehicleReporter(
      vehicle: scenario.vehicle, client: driverClient, navigator: navigator, clock: clock)
    reporter.add(self)
    simulation = RideSimulation(
      scenario: scenario, backend: backend, reporter: reporter,
      driver: SimulatedDriver(navigator: navigator, clock: clock), clock: clock,
      onEvent: { [weak self] event in if event == .vehicleIsAssigned { self?.isAssigned = true } })
  }

  /// Starts the ride and waits until the server knows the assigned vehicle's location and route, so
  /// that the viewer shows it moving; false if ``cancelStart()`` came first.
  func begin() async throws(CommandError) -> Bool {
    // An unstructured task: the ride continues until stop().
    driving = Task { [simulation] in
      do throws(RideSimulation.Failure) { try await simulation?.run() } catch {
        if case .call(let call) = error, !Task.isCancelled { failure = call }
        start.yield(.failed(error))
      }
    }
    // An unstructured task: whichever outcome comes first ends the wait.
    let limit = Task { [clock, start] in
      do { try await clock.sleep(Self.longestStart) } catch { return }
      start.yield(.timedOut)
    }
    defer { limit.cancel() }
    var outcomes = starts.makeAsyncIterator()
    switch await outcomes.next() {
    case .reported?: return true
    case .stopped?, .failed(.cancelled)?, nil: return false
    case .failed(.call(let call))?: throw Self.notStarted(call)
    case .timedOut?:
      if let lastRefusal { throw Self.notStarted(lastRefusal) }
      throw CommandError(
        .failure,
        "The demo's ride has not started within \(Self.longestStart.components.seconds) s; this "
          + "machine may be too busy. Try again.")
    }
  }

  func cancelStart() { start.yield(.stopped) }

  func stop() async {
    driving?.cancel()
    await driving?.value
    await reporter.finishPendingUpdates()
    simulation = nil
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    guard isAssigned, vehicleUpdate.location != nil,
      vehicleUpdate.mask.contains("currentRouteSegment")
    else { return }
    start.yield(.reported)
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) { if case .call(let call) = error { lastRefusal = call } }

  private static func notStarted(_ call: FleetEngineError) -> CommandError {
    CommandError(
      .failure,
      "The demo's ride does not start: \(call.operation): \(call.code.name): \(call.message)")
  }
}
