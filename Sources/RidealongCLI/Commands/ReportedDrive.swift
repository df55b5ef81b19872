internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver

/// One drive along a route with its reports.
@MainActor
final class ReportedDrive {
  private let drive: DriveSimulation
  private let vehicle: DrivenVehicle

  /// Creates a drive that does not start yet.
  init(_ setup: DriveSetup, drive: DriveSimulation) {
    self.drive = drive
    vehicle = DrivenVehicle(setup, navigator: Navigator())
    vehicle.driver.provider.add(vehicle.reporter)
  }

  /// Drives to the end of the route or until a signal comes, and takes the vehicle offline.
  func run() async throws(CommandError) -> ExitStatus {
    let (name, reporter) = (vehicle.setup.name, vehicle.reporter)
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    vehicle.driver.navigator.setDestination(NavigationRoute(drive))
    vehicle.setup.output.report(
      SafeText("Driving \(name) for about \(ShownLength.time(drive.duration)). Ctrl-C stops.")
    )
    let (_, isOffline) = await vehicle.run { [self] in
      // Cancelled by a signal, which ends the drive early.
      try? await driveToEnd()
      vehicle.driver.navigator.clearDestinations()
      reporter.locationTrackingEnabled = false
      await reporter.finishPendingUpdates()
    }
    let summary = SafeText("\(name): \(vehicle.updates.summary)")
    return try vehicle.finish(summary, vehicle.updates.record(), isOffline: isOffline) ?? .success
  }

  private func driveToEnd() async throws(CancellationError) {
    let clock = vehicle.setup.clock
    try await vehicle.driver.drive(drive, since: clock.monotonicNow())
    // One more report says that the vehicle has arrived.
    try await vehicle.driver.stand(
      at: drive.moment(at: drive.duration),
      for: .seconds(vehicle.reporter.locationReportingInterval)
    )
  }
}
