internal import CellGrid
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import RidesharingDriver
internal import RouteSources
internal import TrustLimits

/// `ridealong drive`: drives a vehicle and reports it as the Driver SDK does.
///
/// Without a route it waits for trips and drives them; along a route it drives once.
enum DriveCommand {
  static func run(_ invocation: Invocation) async throws(CommandError) -> ExitStatus {
    let (arguments, network) = (invocation.arguments, invocation.network)
    try arguments.expect(["a vehicle's name, \(VehicleName.form)"], for: "drive")
    let name = try arguments.vehicleName(arguments.positionals[0])
    guard arguments.has(.route) else { return try await ShiftCommand.run(name, arguments, network) }
    if let idle = Option.shift.first(where: { arguments.has($0) }) {
      throw .usage("\(idle.name) has no effect with --route, along which the vehicle drives once.")
    }
    return try await driveRoute(name, arguments, network)
  }

  private static func driveRoute(
    _ name: VehicleName,
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    let endpoint = try arguments.endpoint()
    let speed = try arguments.speed()
    let kilometersPerHour = try arguments.number(.vehicleSpeed, in: 1...200) ?? 36
    let interval = try arguments.duration(.interval, in: .seconds(5)...(.seconds(60)))
    let route = try coordinates(arguments)
    let tokens = try network.tokens(arguments, for: .drive, providerID: name.providerID)
    defer { tokens.end() }
    guard
      let drive = DriveSimulation(
        along: route,
        limits: SpeedProfile.Limits(cruising: kilometersPerHour / 3.6),
        speedFactor: speed
      )
    else { throw .usage("All points of the route are at the same place.") }
    let signals = SignalWatch()
    let client = network.client(endpoint, tokens.provider)
    let command =
      "ridealong drive \(ShellWord.quoted(name.description)) --route "
      + ShellWord.path(arguments[.route] ?? "FILE")
      + " --endpoint \(ShellWord.quoted(endpoint.description)) --service-account SERVER.json"
    let registration = VehicleRegistration(
      name: name,
      command: command,
      confirmation: Confirmation(arguments, at: endpoint)
    )
    _ = try await registration.ensure(client)
    let driving = await ReportedDrive(
      DriveSetup(name, client, arguments, network, signals: signals, interval: interval),
      drive: drive
    )
    return try await driving.run()
  }

  private static func coordinates(_ arguments: Arguments) throws(CommandError) -> [Coordinate] {
    let path = try arguments.required(.route, for: .drive)
    do {
      return try CoordinateList(contentsOf: path).coordinates
    } catch {
      throw .usage("\(error)")
    }
  }
}

@MainActor
final class ReportedDrive {
  private let drive: DriveSimulation
  private let vehicle: DrivenVehicle

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
      // A signal cancels it, which ends the drive early.
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
    // One more report shows that the vehicle has arrived.
    try await vehicle.driver.stand(
      at: drive.moment(at: drive.duration),
      for: .seconds(vehicle.reporter.locationReportingInterval)
    )
  }
}
