internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver

/// One drive with its reports, told on standard error.
@MainActor
final class ReportedDrive {
  private let name: VehicleName
  private let drive: DriveSimulation
  private let clock: ServiceClock
  private let driver: SimulatedDriver
  private let reporter: VehicleReporter
  private let updates: UpdateLog

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
    updates = UpdateLog(name: name, endpoint: endpoint)
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
    reporter.add(updates)
  }

  /// Drives to the end of the route or until a signal comes, and takes the vehicle offline.
  ///
  /// - Parameter signals: What ends the drive early.
  /// - Returns: The status to end with.
  /// - Throws: That the result could not be told.
  func run(_ signals: SignalWatch) async throws(CommandError) -> ExitStatus {
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
    let summary = SafeText("\(name): \(updates.summary)")
    do throws(CommandError) {
      try Console.print(summary)
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    if let status = signals.exitStatus { return status }
    return updates.newestFailure.map { ExitStatus($0) } ?? .success
  }

  private var length: String { ShownLength.time(drive.duration) }
}
