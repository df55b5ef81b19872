internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver

/// One drive with its reports, told on standard error.
@MainActor
final class ReportedDrive: VehicleReporterListener {
  private let name: VehicleName
  private let endpoint: String
  private let drive: DriveSimulation
  private let clock: ServiceClock
  private let driver: SimulatedDriver
  private let reporter: VehicleReporter
  private var sent = 0
  private var failed = 0
  /// What became of the newest update; nil if it was accepted.
  private var newestFailure: FleetEngineError?

  /// Creates a drive that does not start yet.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - client: What speaks to Fleet Engine, with tokens for the vehicle.
  ///   - endpoint: The server, for people.
  ///   - drive: The drive.
  ///   - interval: The time between two reports; the Driver SDK's if nil.
  ///   - clock: The time.
  init(
    name: VehicleName,
    client: FleetEngineClient,
    endpoint: String,
    drive: DriveSimulation,
    interval: Duration?,
    clock: ServiceClock
  ) {
    self.name = name
    self.endpoint = endpoint
    self.drive = drive
    self.clock = clock
    let navigator = Navigator()
    driver = SimulatedDriver(navigator: navigator, clock: clock)
    reporter = VehicleReporter(
      vehicle: name,
      client: client,
      navigator: navigator,
      clock: clock,
      traceID: TraceID.make
    )
    if let interval { reporter.locationReportingInterval = interval.inSeconds }
    driver.provider.add(reporter)
    reporter.add(self)
  }

  /// Drives to the end of the route or until a signal comes, and takes the vehicle offline.
  ///
  /// - Returns: The status to end with.
  /// - Throws: That the result could not be told.
  func run() async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    driver.navigator.setDestination(NavigationRoute(drive))
    Console.note(SafeText("Driving \(name) for about \(length). Ctrl-C stops."))
    // Not structured, so that a signal can end it.
    let driving = Task { [driver, drive, clock, reporter] in
      try await driver.drive(drive, since: clock.monotonicNow())
      // One more report says that the vehicle has arrived.
      try await driver.stand(
        at: drive.moment(at: drive.duration),
        for: .seconds(reporter.locationReportingInterval)
      )
    }
    signals.onSignal { driving.cancel() }
    _ = await driving.result
    driver.navigator.clearDestinations()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
    let state = newestFailure == nil ? "the vehicle is offline" : "the last one failed"
    let summary = SafeText("\(name): \(sent) updates sent, \(failed) failed; \(state).")
    do throws(CommandError) {
      try Console.print(summary)
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    if let status = signals.exitStatus { return status }
    return newestFailure.map { ExitStatus($0) } ?? .success
  }

  private var length: String {
    let seconds = drive.duration.components.seconds
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    sent += 1
    newestFailure = nil
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    failed += 1
    guard case .call(let call) = error else { return }
    // One line for each kind of failure in a row, not one for each report.
    if newestFailure?.code != call.code {
      let sentence = FailedCall(resource: name.description, endpoint: endpoint, error: call)
        .sentence
      Console.note(SafeText(sentence + " Reporting goes on."))
    }
    newestFailure = call
  }
}
