internal import CellGrid
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import RidesharingDriver
internal import RouteSources
internal import TrustLimits

extension Command {
  static let drive = Command(
    name: "drive", synopsis: "ridealong drive providers/P/vehicles/V --backend URL",
    summary: "drive a vehicle: accept trips, drive them, report its location",
    examples: [
      "ridealong drive providers/demo-project/vehicles/car-1 \\",
      "  --backend http://127.0.0.1:8080/provider",
      "gpspipe -w | ridealong drive VEHICLE --backend URL --locations -",
    ],
    detail: [
      "The vehicle goes online, waits for trips and drives them one after another. b starts or ends a",
      "break, without a terminal kill -USR1 and kill -USR2: the vehicle is OFFLINE, finishes its trips",
      "and gets no new ones. Ctrl-C takes it offline and ends, with retries for",
      "\(ShownLength.time(Farewell.longest)); if they fail, the exit status is 5 unavailable, 4 not permitted",
      "or 6 quota, and the command to do it by hand is printed. A second Ctrl-C ends at once.",
      "",
      "With --backend, a provider's backend assigns trips, receives statuses and hands out tokens, and",
      "--endpoint is by default its host and port if it is on this machine. Without, Fleet Engine",
      "assigns trips and receives statuses, with tokens from one source as described in ridealong help",
      "follow. A missing vehicle is created; without a backend that needs a server's key. --locations",
      "follows a recording: GPX, GeoJSON, coordinates, a log of Fleet Engine, NMEA, CSV, or JSON lines",
      "such as gpsd's and OwnTracks'; what it skips or changes is said, and --max-gap shortens pauses.",
      "--verbose prints a line for each update, --json an object; docs/json.md describes them.",
    ],
    options: [.backend, .endpoint, .provider, .caFile] + Option.tokenSources
      + Option.shift.filter { $0 != .backend }
      + [.speed, .vehicleSpeed, .interval, .route, .eachUpdate, .json, .dryRun, .yes]
      + Option.configuration,
    configurable: .server,
    run: DriveCommand.run
  )
}

/// `ridealong drive`: drives a vehicle and reports it as the Driver SDK does.
///
/// Without a route it waits for trips and drives them; along a route it drives once.
enum DriveCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.expect(["a vehicle's name, \(VehicleName.form)"])
    let name = try arguments.vehicleName(arguments.positionals[0])
    guard arguments.has(.route) else { return try await ShiftCommand.run(name, arguments, servers) }
    try arguments.refuse(
      Option.shift, "has no effect with --route, along which the vehicle drives once")
    return try await driveRoute(name, arguments, servers)
  }

  private static func driveRoute(
    _ name: VehicleName, _ arguments: Arguments, _ servers: ServerAccess
  ) async throws(CommandError) -> ExitStatus {
    let endpoint = try arguments.endpoint()
    let speed = try arguments.number(.speed)
    let kilometersPerHour = try arguments.number(ifSet: .vehicleSpeed) ?? 36
    let interval = try arguments.duration(ifSet: .interval)
    let route = try coordinates(arguments)
    let tokens = try servers.tokens(arguments, providerID: name.providerID)
    defer { tokens.end() }
    guard
      let drive = DriveSimulation(
        along: route, limits: SpeedProfile.Limits(cruising: kilometersPerHour / 3.6),
        speedFactor: speed)
    else { throw .usage("All points of the route are at the same place.") }
    let signals = SignalWatch()
    let client = servers.client(endpoint, tokens.provider)
    let command =
      "ridealong drive \(ShellWord.quoted(name.description)) --route "
      + ShellWord.path(arguments[.route] ?? "FILE")
      + " --endpoint \(ShellWord.quoted(endpoint.description)) --service-account SERVER.json"
    let registration = VehicleRegistration(
      name: name, command: command, confirmation: Confirmation(arguments, at: endpoint))
    _ = try await registration.ensure(client)
    let driving = await ReportedDrive(
      DriveSetup(
        name, client, arguments, servers, signals: signals, interval: interval,
        offlineCommand: VehicleCommand.line(.offline, name, arguments)
      ),
      drive: drive
    )
    return try await driving.run()
  }

  private static func coordinates(_ arguments: Arguments) throws(CommandError) -> [Coordinate] {
    let path = try arguments.required(.route)
    do { return try CoordinateList(contentsOf: path).coordinates } catch {
      throw .usage("\(error)")
    }
  }
}

@MainActor final class ReportedDrive {
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
      SafeText("Driving \(name) for about \(ShownLength.time(drive.duration)). Ctrl-C stops."))
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
      for: .seconds(vehicle.reporter.locationReportingInterval))
  }
}
