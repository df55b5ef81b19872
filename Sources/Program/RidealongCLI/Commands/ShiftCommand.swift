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
    _ name: VehicleName, _ arguments: Arguments, _ servers: ServerAccess
  ) async throws(CommandError) -> ExitStatus {
    let endpoint = try arguments.endpoint()
    let settings = try ShiftSettings(arguments)
    let transport = servers.transport()
    let backend = try arguments.address(.backend).map {
      ProviderClient(endpoint: $0, transport: transport)
    }
    let limits = SpeedProfile.Limits(cruising: (settings.kilometersPerHour ?? 36) / 3.6)
    let navigator = await Navigator(
      router: try router(arguments, transport),
      driving: .simulated(limits, speedFactor: settings.speed))
    let tokens = try servers.tokens(arguments, name, backend)
    defer { tokens.end() }
    let recording = try await recording(settings, name)
    let signals = SignalWatch()
    let client = servers.client(endpoint, tokens.provider, transport)
    let registration = VehicleRegistration(
      name: name, given: settings.vehicle,
      command: "ridealong drive \(ShellWord.quoted(name.description)) --endpoint "
        + "\(ShellWord.quoted(endpoint.description)) --service-account SERVER.json",
      confirmation: Confirmation(arguments, at: backend?.endpoint ?? endpoint))
    let found =
      if let backend { try await registration.ensure(backend) } else {
        try await registration.ensure(client)
      }
    let input = await settings.locations == "-" ? LocationInput() : nil
    // Without a known place the vehicle starts at the demo town's market square.
    let known = found.isNew ? nil : found.vehicle.lastLocation?.location
    let start = settings.start ?? known ?? DemoTown.origin
    if input == nil, recording == nil {
      Console.printError(SafeText("The vehicle starts at \(ShownPlace.text(start))."))
    }
    let movement: DriverShift.Movement =
      if let input {
        .live(input.fixes)
      } else if let recording {
        .recorded(recording, speedFactor: settings.speed)
      } else {
        .simulated(from: start)
      }
    // A driver's token for the vehicle is valid for reading its trips too.
    let reading = servers.client(
      endpoint, VehicleTokens(tokens: tokens.provider, vehicleID: name.vehicleID), transport)
    let dispatch: any TripDispatch =
      if let backend { ProviderDispatch(client: backend, vehicleID: name.vehicleID) } else {
        FleetEngineDispatch(name, reading: reading, writing: client, header: .driver)
      }
    let shift = await ReportedShift(
      DriveSetup(
        name, client, arguments, servers, signals: signals, interval: settings.interval,
        offlineCommand: VehicleCommand.line(.offline, name, arguments)
      ),
      dispatch: dispatch,
      navigator: navigator, movement: movement, input: input, options: settings.options)
    return try await shift.run()
  }

  private static func router(
    _ arguments: Arguments, _ transport: any HTTPTransport
  ) throws(CommandError) -> any RouteFinder {
    let router: any RouteFinder
    if let url = try arguments.address(.router) {
      do { router = try OSRMRouter(url, transport: transport) } catch { throw .usage(error.reason) }
    } else {
      router = DemoTownRouter(try DemoTown.roads())
    }
    return DoorToDoorRouter(router) { error in
      Console.printError(SafeText("\(error.reason) Such routes are straight lines."))
    }
  }

  private static func recording(
    _ settings: ShiftSettings, _ name: VehicleName
  ) async throws(CommandError) -> [LocationFix]? {
    guard let path = settings.locations, path != "-" else { return nil }
    do {
      let recording = try await LocationRecording.read(
        path, vehicleID: name.vehicleID,
        metersPerSecond: settings.kilometersPerHour.map { $0 / 3.6 },
        longestPause: settings.longestPause ?? LocationRecording.longestPause)
      for problem in recording.problems { Console.printError(SafeText(problem)) }
      return recording.fixes
    } catch { throw .usage("\(error)") }
  }
}

struct ShiftSettings: Sendable {
  let start: Coordinate?
  let speed: Double
  let kilometersPerHour: Double?
  let interval: Duration?
  let options: ShiftOptions
  let vehicle: VehicleSettings
  /// The source of the vehicle's locations, `-` for standard input; nil for a simulation.
  let locations: String?
  /// The longest pause of a recording of locations.
  let longestPause: Duration?

  init(_ arguments: Arguments) throws(CommandError) {
    speed = try arguments.number(.speed)
    start = try arguments.coordinate(.start)
    kilometersPerHour = try arguments.number(ifSet: .vehicleSpeed)
    interval = try arguments.duration(ifSet: .interval)
    let dwell = try arguments.duration(ifSet: .dwell) ?? .seconds(10)
    options = ShiftOptions(
      dwell: dwell / speed, rest: .seconds(5) / speed, mostTrips: try Self.whole(arguments, .trips))
    vehicle = VehicleSettings(
      isBackToBackEnabled: arguments.has(.noBackToBack) ? false : nil,
      maximumCapacity: try Self.whole(arguments, .capacity),
      supportedTripTypes: try Self.tripTypes(arguments))
    locations = arguments[.locations]
    longestPause = try arguments.duration(ifSet: .maximumGap, atLeast: .seconds(1))
    if longestPause != nil, locations == nil {
      throw .usage("\(Option.maximumGap.name) has no effect without --locations.")
    }
    if locations != nil, start != nil {
      throw .usage("--start has no effect with --locations, which set the vehicle's place.")
    }
    if locations == "-" {
      try arguments.checkStandardInput()
      try arguments.refuse(
        [.vehicleSpeed, .speed, .maximumGap],
        "has no effect with --locations -, which reads live locations")
    }
  }

  private static func whole(_ arguments: Arguments, _ option: Option) throws(CommandError) -> Int? {
    guard let number = try arguments.number(ifSet: option) else { return nil }
    guard let whole = Int(exactly: number) else {
      throw .usage("\(option.name) \(arguments[option] ?? "") is not a whole number.")
    }
    return whole
  }

  private static func tripTypes(_ arguments: Arguments) throws(CommandError) -> [TripType]? {
    guard let text = arguments[.tripTypes] else { return nil }
    let types = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { TripType(wireName: $0.uppercased()) }
    guard types.allSatisfy(\.isKnown), Set(types).count == types.count else {
      throw .usage("--trip-types \(text) is not exclusive, shared or exclusive,shared.")
    }
    return types
  }
}
