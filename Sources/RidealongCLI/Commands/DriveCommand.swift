internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import RouteSources
internal import HTTPMessages

/// `ridealong drive`: drives a vehicle along a route and reports it as the Driver SDK does.
enum DriveCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect(["a vehicle's name, \(VehicleName.form)"], for: "drive")
    let name = try wiring.vehicleName(arguments.positionals[0], key: arguments[.serviceAccount])
    let endpoint = try wiring.endpoint(arguments)
    let speed = try wiring.speed(arguments)
    let kilometersPerHour = try arguments.number(.vehicleSpeed, in: 1...200) ?? 36
    let interval = try arguments.duration(.interval, in: .seconds(5)...(.seconds(60)))
    let route = try coordinates(arguments)
    let tokens = try wiring.tokenSource(arguments, for: .drive, providerID: name.providerID)
    defer { tokens.end() }
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
      tokens: tokens.provider
    )
    let command =
      "ridealong drive \(name) --route \(arguments[.route] ?? "FILE") --endpoint \(endpoint) "
      + "--service-account SERVER.json"
    try await ensureVehicle(name, client, endpoint: endpoint.authority, command: command)
    let driving = await ReportedDrive(
      name: name,
      client: client,
      endpoint: endpoint.authority,
      drive: drive,
      interval: interval,
      clock: wiring.clock
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
    endpoint: String,
    command: String
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
        "The vehicle \(name) does not exist, and this account may not create it. Run it once with "
          + "a server's key: \(command)"
      )
    }
  }
}

extension RequestHeader {
  /// What the simulated driver says of itself.
  static let driver = RequestHeader(sdkVersion: HelpText.version, sdkType: .driver)
}
