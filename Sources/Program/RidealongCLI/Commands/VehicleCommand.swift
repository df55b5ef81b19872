internal import CellGrid
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import ProviderBackend
internal import TrustLimits
internal import Viewer

extension Command {
  static let vehicle = Command(
    name: "vehicle", synopsis: "ridealong vehicle list, or vehicle show|offline|online VEHICLE",
    summary: "list vehicles, show one, or take it offline or online",
    examples: [
      "ridealong vehicle offline providers/demo-project/vehicles/car-1 \\",
      "  --backend http://127.0.0.1:8080/provider",
      "ridealong vehicle show VEHICLE --service-account server.json --json",
      "ridealong vehicle list --provider demo-project --service-account server.json",
    ],
    detail: [
      "Tokens come from the backend, or from one source as described in ridealong help follow. A",
      "vehicle that is online without a driver is matched with riders whom nobody picks up.",
      "",
      "list prints up to \(Limits.Response.listedVehicles) vehicles of --provider in the order of their names. It",
      "needs a server's token, from one of the sources.",
      "--columns chooses members of its objects by their names in docs/json.md.",
    ],
    options: [.backend, .endpoint, .provider, .caFile] + Option.tokenSources
      + [.vehicleState, .json, .csv, .columns, .dryRun, .yes, .context, .config],
    actions: VehicleCommand.Action.allCases.map(\.rawValue),
    configurable: .server,
    run: VehicleCommand.run
  )
}

/// `ridealong vehicle`: lists vehicles, shows one, or takes it offline or online.
enum VehicleCommand {
  enum Action: String, CaseIterable {
    case list
    case show
    case offline
    case online

    /// The state that it sets; nil if it changes nothing.
    var state: VehicleState? {
      switch self {
      case .list, .show: nil
      case .offline: .offline
      case .online: .online
      }
    }
  }

  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    let action: Action = try arguments.action()
    if action == .list { return try await VehicleListCommand.run(arguments, servers) }
    try arguments.expect(["an action", "a vehicle's name, \(VehicleName.form)"])
    try arguments.refuse(
      [.csv, .columns, .vehicleState], "has no effect with ridealong vehicle \(action.rawValue)")
    let name = try arguments.vehicleName(arguments.positionals[1])
    let endpoint = try arguments.endpoint()
    let transport = servers.transport()
    let backend = try arguments.address(.backend).map {
      ProviderClient(endpoint: $0, transport: transport)
    }
    let tokens = try servers.tokens(arguments, name, backend)
    defer { tokens.end() }
    let client = servers.client(
      endpoint, VehicleTokens(tokens: tokens.provider, vehicleID: name.vehicleID), transport)
    func answer(
      _ call: () async throws(FleetEngineError) -> Vehicle
    ) async throws(CommandError) -> Vehicle {
      do throws(FleetEngineError) { return try await call() } catch {
        throw CommandError(error, about: .vehicle(name), endpoint: endpoint.authority)
      }
    }
    let found = try await answer { () async throws(FleetEngineError) in
      try await client.getVehicle(name, header: .driver).value
    }
    var vehicle = found
    if let state = action.state {
      try Confirmation(arguments, at: endpoint)
        .ask("\(name) is \(words(of: found)). Take it \(action.rawValue)?")
      vehicle = try await answer { () async throws(FleetEngineError) in
        try await set(state, of: name, client)
      }
    }
    let report = VehicleReport(name: name, vehicle: vehicle, now: servers.clock.wallNow())
    if arguments.has(.json) {
      try Console.print(encoding: report.record)
    } else if action == .show {
      for line in report.lines { try Console.print(SafeText(line)) }
    } else {
      try Console.print(SafeText("\(name): \(vehicle.state.wireName) (was \(words(of: found)))"))
    }
    return .success
  }

  /// A vehicle's state, and how many trips it has.
  private static func words(of vehicle: Vehicle) -> String {
    let count = vehicle.currentTripIDs.count
    guard count > 0 else { return vehicle.state.wireName }
    return "\(vehicle.state.wireName), \(count) \(count == 1 ? "trip" : "trips") under way"
  }

  /// The command line for an action, with the server and tokens that another command line gives.
  static func line(_ action: Action, _ name: VehicleName, _ arguments: Arguments) -> String {
    var words = ["ridealong", "vehicle", action.rawValue, ShellWord.quoted(name.description)]
    for option in Command.vehicle.options where option != .json && arguments.isGiven(option) {
      for value in arguments.all(option) { words += [option.name, ShellWord.quoted(value)] }
    }
    return words.joined(separator: " ")
  }

  private static func set(
    _ state: VehicleState, of name: VehicleName, _ client: FleetEngineClient
  ) async throws(FleetEngineError) -> Vehicle {
    try await client.updateVehicle(name, header: .driver) { $0.state = state }.value
  }
}

/// A vehicle as `ridealong vehicle` prints it.
struct VehicleReport {
  private static let limit = 1_000

  let name: VehicleName
  let vehicle: Vehicle
  let now: Timestamp

  private var place: Coordinate? {
    vehicle.lastLocation?.location.flatMap { $0.isValid ? $0 : nil }
  }
  private var speed: Double? { Self.tenths(vehicle.lastLocation?.speed.map { max(0, $0) }) }
  /// The age of the location in seconds.
  private var age: Int? {
    (vehicle.lastLocation?.updateTime ?? vehicle.lastLocation?.serverTime).map { time in
      Int(max(.zero, now - time).components.seconds)
    }
  }
  private var trips: [String] { vehicle.currentTripIDs.prefix(Self.limit).map(\.cutForJSON) }
  private var tripTypes: [String] {
    vehicle.supportedTripTypes.prefix(8).map(\.wireName.cutForJSON)
  }
  private var navigation: String? {
    let status = vehicle.navigationStatus
    return status.isUnspecified ? nil : status.wireName.cutForJSON
  }

  var record: JSONRecord {
    var record = JSONRecord("vehicle", at: now)
    record["vehicle"] = name.description
    record["state"] = vehicle.state.wireName.cutForJSON
    record["navigation"] = navigation
    record.set(place)
    record["heading"] = vehicle.lastLocation?.heading
    record["speed_mps"] = speed
    record["accuracy_m"] = Self.tenths(vehicle.lastLocation?.latlngAccuracy)
    record["fix_age_s"] = age
    record["trips"] = trips.isEmpty ? nil : trips
    let waypoints = vehicle.waypoints.prefix(Self.limit).map { waypoint in
      var record = JSONRecord(waypoint)
      record["eta"] = waypoint.eta.map(JSONRecord.time)
      return record
    }
    record["waypoints"] = waypoints.isEmpty ? nil : waypoints
    record["remaining_m"] = vehicle.remainingDistanceMeters
    record["eta"] = vehicle.etaToFirstWaypoint.map(JSONRecord.time)
    record["capacity"] = vehicle.maximumCapacity > 0 ? vehicle.maximumCapacity : nil
    record["trip_types"] = tripTypes.isEmpty ? nil : tripTypes
    record["back_to_back"] = vehicle.isBackToBackEnabled
    return record
  }

  /// The report as text, not yet cleaned.
  var lines: [String] {
    var rows = [("vehicle", name.description), ("state", vehicle.state.wireName.cutForJSON)]
    if let navigation { rows.append(("navigation", navigation)) }
    if let place {
      let speed = speed.map { ", \(Int(($0 * 3.6).rounded())) km/h" } ?? ""
      let age = age.map { ", reported \(ShownLength.time(.seconds($0))) ago" } ?? ""
      rows.append(("place", ShownPlace.text(place) + speed + age))
    } else {
      rows.append(("place", "not reported"))
    }
    rows.append(("trips", trips.isEmpty ? "no trips" : trips.joined(separator: ", ")))
    for (index, waypoint) in vehicle.waypoints.prefix(Self.limit).enumerated() {
      var text = waypoint.type.label + (waypoint.tripID.map { " of \($0.cutForJSON)" } ?? "")
      if let place = waypoint.location?.point { text += " at " + ShownPlace.text(place) }
      if let eta = waypoint.eta { text += ", \(JSONRecord.time(eta))" }
      rows.append((index == 0 ? "next" : "then", text))
    }
    if let meters = vehicle.remainingDistanceMeters {
      rows.append(("remaining", ShownLength.distance(meters: Double(meters))))
    }
    let types = tripTypes.isEmpty ? "no kind of" : tripTypes.joined(separator: ", ").lowercased()
    let capacity = vehicle.maximumCapacity
    let passengers = capacity > 0 ? ", up to \(capacity) passengers" : ""
    let backToBack = vehicle.isBackToBackEnabled ? ", back to back" : ""
    rows.append(("accepts", "\(types) trips\(passengers)\(backToBack)"))
    return rows.map { name, text in
      name + String(repeating: " ", count: max(1, 12 - name.count)) + text
    }
  }

  private static func tenths(_ value: Double?) -> Double? {
    guard let value, value.isFinite, abs(value) < 1e9 else { return nil }
    return (value * 10).rounded() / 10
  }
}
