internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import TrustLimits

/// `ridealong vehicle`: shows a vehicle, or takes it offline or online.
enum VehicleCommand {
  enum Action: String, CaseIterable {
    case show
    case offline
    case online
  }

  static func run(
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    let words = Action.allCases.map(\.rawValue).joined(separator: ", ")
    try arguments.expect(
      ["one of \(words)", "a vehicle's name, \(VehicleName.form)"],
      for: "vehicle"
    )
    guard let action = Action(rawValue: arguments.positionals[0]) else {
      throw .noChoice(
        "ridealong vehicle",
        arguments.positionals[0],
        among: Action.allCases.map(\.rawValue)
      )
    }
    let name = try arguments.vehicleName(arguments.positionals[1])
    let endpoint = try arguments.endpoint()
    let transport = network.transport()
    let backend = try arguments.address(.backend).map {
      ProviderClient(endpoint: $0, transport: transport)
    }
    let tokens = try network.tokens(arguments, name, backend, for: .vehicle)
    defer { tokens.end() }
    let client = network.client(
      endpoint,
      VehicleTokens(tokens: tokens.provider, vehicleID: name.vehicleID),
      transport
    )
    let vehicle: Vehicle
    do throws(FleetEngineError) {
      vehicle =
        switch action {
        case .show: try await client.getVehicle(name, header: .driver).value
        case .offline: try await set(.offline, of: name, client)
        case .online: try await set(.online, of: name, client)
        }
    } catch {
      throw CommandError(error, about: .vehicle(name), endpoint: endpoint.authority)
    }
    let report = VehicleReport(name, vehicle, at: network.clock.wallNow())
    if arguments.has(.json) {
      try Console.print(encoding: report)
    } else if action == .show {
      for line in report.lines { try Console.print(SafeText(line)) }
    } else {
      try Console.print(SafeText("\(name): \(vehicle.state.wireName)"))
    }
    return .success
  }

  /// The command line for an action, with the server and tokens of another command line.
  static func line(_ action: Action, _ name: VehicleName, _ arguments: Arguments) -> String {
    var words = ["ridealong", "vehicle", action.rawValue, ShellWord.quoted(name.description)]
    for option in Command.vehicle.options where option != .json {
      for value in arguments.all(option) { words += [option.name, ShellWord.quoted(value)] }
    }
    return words.joined(separator: " ")
  }

  private static func set(
    _ state: VehicleState,
    of name: VehicleName,
    _ client: FleetEngineClient
  ) async throws(FleetEngineError) -> Vehicle {
    let update = Vehicle(state: state)
    return try await client.updateVehicle(name, update, mask: ["vehicleState"], header: .driver)
      .value
  }
}
