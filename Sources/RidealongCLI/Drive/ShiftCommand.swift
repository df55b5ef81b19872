internal import CellGrid
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver
internal import RouteSources
internal import TrustLimits

/// `ridealong drive` without a route: a vehicle that waits for trips and drives them.
enum ShiftCommand {
  static func run(
    _ name: VehicleName,
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    let endpoint = try arguments.endpoint()
    let settings = try ShiftSettings(arguments)
    let transport = network.transport()
    let backend = try arguments.address(.backend).map {
      ProviderClient(endpoint: $0, transport: transport)
    }
    let navigator = await Navigator(
      router: try router(arguments, transport),
      driving: driving(settings)
    )
    let tokens = try network.tokens(arguments, name, backend, for: .drive)
    defer { tokens.end() }
    let recording = try await recording(settings, name)
    let signals = SignalWatch()
    let client = network.client(endpoint, tokens.provider, transport)
    let registration = VehicleRegistration(
      name: name,
      given: settings.vehicle,
      command: "ridealong drive \(ShellWord.quoted(name.description)) --endpoint "
        + "\(ShellWord.quoted(endpoint.description)) --service-account SERVER.json"
    )
    let found =
      if let backend {
        try await registration.ensure(backend)
      } else {
        try await registration.ensure(client)
      }
    let input = await settings.locations == "-" ? LocationInput() : nil
    // Without a known place the vehicle starts at the demo town's market square.
    let known = found.isNew ? nil : found.vehicle.lastLocation?.location
    let start = settings.start ?? known ?? DemoTown.origin
    if input == nil, recording == nil {
      Console.printError(SafeText("The vehicle starts at \(ShownPlace.text(start))."))
    }
    // Disturbances of a recording, including pauses, are applied when it is read.
    let sensor =
      recording == nil ? settings.disturbance.map { Sensor($0, clock: network.clock) } : nil
    // A driver's token for the vehicle is valid for reading its trips too.
    let reading = network.client(
      endpoint,
      VehicleTokens(tokens: tokens.provider, vehicleID: name.vehicleID),
      transport
    )
    let dispatch: any TripDispatch =
      if let backend {
        ProviderDispatch(client: backend, vehicleID: name.vehicleID)
      } else {
        FleetEngineDispatch(name, reading: reading, telling: client, header: .driver)
      }
    let shift = await ReportedShift(
      DriveSetup(name, client, arguments, network, signals: signals, interval: settings.interval),
      dispatch: dispatch,
      navigator: navigator,
      movement: movement(settings, input, recording, start: start),
      input: input,
      sensor: sensor,
      options: settings.options
    )
    return try await shift.run()
  }

  /// The router of the command line, or one of the demo town's roads.
  private static func router(
    _ arguments: Arguments,
    _ transport: any HTTPTransport
  ) throws(CommandError) -> any Router {
    let router: any Router
    if let url = try arguments.address(.router) {
      do {
        router = try OSRMRouter(url, transport: transport)
      } catch {
        throw .usage(error.reason)
      }
    } else {
      router = RoadNetworkRouter(try DemoTown.roads())
    }
    return DoorToDoorRouter(router) { error in
      Console.printError(SafeText("\(error.reason) Such routes are straight lines."))
    }
  }

  private static func driving(_ settings: ShiftSettings) -> NavigationRoute.Driving {
    .simulated(
      SpeedProfile.Limits(cruising: (settings.kilometersPerHour ?? 36) / 3.6),
      speedFactor: settings.speed
    )
  }

  /// The recording of `--locations FILE`.
  private static func recording(
    _ settings: ShiftSettings,
    _ name: VehicleName
  ) async throws(CommandError) -> [LocationFix]? {
    guard let path = settings.locations, path != "-" else { return nil }
    let fixes: [LocationFix]
    do {
      fixes = try await LocationRecording.read(
        path,
        vehicleID: name.vehicleID,
        metersPerSecond: settings.kilometersPerHour.map { $0 / 3.6 }
      ).fixes
    } catch {
      throw .usage("\(error)")
    }
    return settings.disturbance.map { Array(DisturbedLocations(fixes, $0)) } ?? fixes
  }

  private static func movement(
    _ settings: ShiftSettings,
    _ input: LocationInput?,
    _ recording: [LocationFix]?,
    start: Coordinate
  ) -> DriverShift.Movement {
    if let input { return .live(input.fixes) }
    if let recording { return .recorded(recording, speedFactor: settings.speed) }
    return .simulated(from: start)
  }
}
