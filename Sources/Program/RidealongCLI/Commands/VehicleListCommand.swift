internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// `ridealong vehicle list`: the vehicles of a provider.
enum VehicleListCommand {
  private static let standardColumns = MemberColumns([
    "vehicle", "state", "trips", "fix_age_s", "lat", "lon", "speed_mps",
  ])

  static func run(
    _ arguments: Arguments, _ servers: ServerAccess
  ) async throws(CommandError) -> ExitStatus {
    try arguments.expect(["an action"], for: "vehicle list")
    let form = try ObjectPrinter.Form(
      arguments, MemberColumns(arguments, among: JSONMembers.vehicle), standard: standardColumns)
    let state = try state(arguments)
    let providerID = try arguments.required(.provider)
    // The ID must be valid in a name.
    _ = try arguments.vehicleName("*")
    let endpoint = try arguments.endpoint()
    let tokens = try servers.tokens(arguments, providerID: providerID)
    defer { tokens.end() }
    let client = servers.client(endpoint, tokens.provider, schedule: servers.schedule)
    let (objects, isComplete) = try await objects(providerID, state, client, servers.clock)
    if objects.isEmpty {
      let which = arguments[.vehicleState].map { " that are \($0)" } ?? ""
      Console.printError(SafeText("The provider \(providerID) has no vehicles\(which)."))
    }
    var printer = try ObjectPrinter(form ?? .table(standardColumns))
    for object in objects { try printer.print(object) }
    try printer.finish()
    if !isComplete {
      Console.printError("There are more vehicles; only \(objects.count) were read.")
    }
    return .success
  }

  private static func state(_ arguments: Arguments) throws(CommandError) -> VehicleState {
    let words = Option.vehicleState.kind.choices
    guard let word = arguments[.vehicleState] else { return .unspecified }
    guard words.contains(word) else {
      throw .noChoice(Option.vehicleState.name, word, among: words)
    }
    return word == "online" ? .online : .offline
  }

  /// Reads page after page, and returns the vehicles' objects in the order of their names.
  private static func objects(
    _ providerID: String, _ state: VehicleState, _ client: FleetEngineClient, _ clock: ServiceClock
  ) async throws(CommandError) -> (objects: [JSONObject], areAll: Bool) {
    // The routes of thousands of vehicles would need much memory, so only their objects are kept.
    var found: [(name: String, object: JSONObject)] = []
    var (received, token) = (0, String?.none)
    let request = ListVehiclesRequest.with { $0.state = state }
    repeat {
      let page: VehiclePage
      do {
        page =
          try await client
          .listVehicles(request, ofProvider: providerID, pageToken: token).value
      } catch {
        throw CommandError(
          error, about: "providers/\(providerID)/vehicles", endpoint: client.endpoint.authority)
      }
      let now = clock.wallNow()
      for vehicle in page.vehicles.prefix(Limits.Response.listedVehicles - received) {
        guard let name = vehicle.name else { continue }
        let report = VehicleReport(name: name, vehicle: vehicle, now: now)
        found.append((name.description, try report.record.object()))
      }
      (received, token) = (received + page.vehicles.count, page.next)
    } while token != nil && received < Limits.Response.listedVehicles
    return (
      found.sorted { $0.name < $1.name }.map(\.object),
      token == nil && received <= Limits.Response.listedVehicles
    )
  }
}
