internal import FleetEngine
internal import RidesharingDriver

/// The demo's ride, which runs beside the viewer.
@MainActor
final class DemoDrive: VehicleReporterListener {
  /// How the start ended.
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
  private var start: Start?
  private var starting: CheckedContinuation<Start, Never>?
  private var lastRefusal: FleetEngineError?

  /// Why the ride ended early, if it did.
  private(set) var failure: FleetEngineError?

  init(
    scenario: RideScenario,
    backend: FleetEngineClient,
    driverClient: FleetEngineClient,
    clock: ServiceClock
  ) {
    self.clock = clock
    let navigator = Navigator()
    reporter = VehicleReporter(
      vehicle: scenario.vehicle,
      client: driverClient,
      navigator: navigator,
      clock: clock,
      traceID: TraceID.make
    )
    reporter.add(self)
    simulation = RideSimulation(
      scenario: scenario,
      backend: backend,
      reporter: reporter,
      driver: SimulatedDriver(navigator: navigator, clock: clock),
      clock: clock,
      onEvent: { [weak self] event in
        if event == .vehicleIsAssigned { self?.isAssigned = true }
      }
    )
  }

  /// Starts the ride and waits until the server knows the assigned vehicle's location and route, so
  /// that the viewer shows it moving; false if ``cancelStart()`` came first.
  func begin() async throws(CommandError) -> Bool {
    // Not structured: the ride continues until stop().
    driving = Task { [simulation] in
      do throws(RideSimulation.Failure) {
        try await simulation?.run()
      } catch {
        if case .call(let call) = error, !Task.isCancelled { failure = call }
        settle(.failed(error))
      }
    }
    // Not structured: whichever outcome comes first ends the wait.
    let limit = Task { [clock] in
      do { try await clock.sleep(Self.longestStart) } catch { return }
      settle(.timedOut)
    }
    defer { limit.cancel() }
    let outcome = await withCheckedContinuation { continuation in
      if let start { continuation.resume(returning: start) } else { starting = continuation }
    }
    switch outcome {
    case .reported: return true
    case .stopped, .failed(.cancelled): return false
    case .failed(.call(let call)): throw Self.notStarted(call)
    case .timedOut:
      if let lastRefusal { throw Self.notStarted(lastRefusal) }
      throw CommandError(
        .failure,
        "The demo's ride has not started within \(Self.longestStart.components.seconds) s; this "
          + "machine may be too busy. Try again."
      )
    }
  }

  /// Ends the wait for the start.
  func cancelStart() { settle(.stopped) }

  /// Ends the ride and waits for its last update.
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
    settle(.reported)
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    if case .call(let call) = error { lastRefusal = call }
  }

  private func settle(_ outcome: Start) {
    guard start == nil else { return }
    start = outcome
    starting?.resume(returning: outcome)
    starting = nil
  }

  private static func notStarted(_ call: FleetEngineError) -> CommandError {
    CommandError(
      .failure,
      "The demo's ride does not start: \(call.operation): \(call.code.name): \(call.message)"
    )
  }
}
