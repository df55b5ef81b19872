internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import TerminalUI
internal import Viewer

extension Command {
  static let book = Command(
    name: "book", synopsis: "ridealong book --backend URL --pickup LAT,LNG --dropoff LAT,LNG",
    summary: "book a ride at a provider's backend and follow it",
    examples: [
      "ridealong book --backend http://127.0.0.1:8080/provider --near 48.2,16.37",
      "ridealong book --backend URL --pickup 48.19,16.34 --dropoff 48.21,16.37",
    ],
    detail: [
      "Without places it opens a map to choose them on: the arrow keys move the cursor, Enter sets a",
      "place, ? shows all keys. X cancels a ride booked here, after a confirmation. Without a terminal,",
      "or with --once, it books and prints the trip's name.",
      "",
      "The backend of ridealong emulator is ENDPOINT/provider. If the backend is on this machine,",
      "--endpoint is by default its host and port, otherwise Google's. Access tokens come from the",
      "backend, or from one source as described in ridealong help follow.",
    ],
    options: [
      .backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .caFile, .once, .speed,
      .record, .rotation, .dryRun,
    ]
      + Option.map + Option.tokenSources + Option.configuration,
    configurable: .all,
    screen: .usual,
    run: BookCommand.run
  )
}

/// `ridealong book`: books a ride at a provider's backend and follows it.
enum BookCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.expect([])
    guard let backend = try arguments.address(.backend) else { throw arguments.missing(.backend) }
    let endpoint = try arguments.endpoint()
    let request = try request(arguments)
    let near = try arguments.coordinate(.near)
    _ = try arguments.number(.speed)
    let map = try await context.mapOptions()
    let tokens = try servers.tokens(arguments, orBackend: backend)
    defer { tokens.end() }
    let client = ProviderClient(
      endpoint: backend, transport: servers.recognizing(servers.transport()))
    let capabilities = await context.screen.capabilities(map)
    guard !arguments.has(.once), !arguments.has(.dryRun), capabilities.outputIsTerminal,
      capabilities.canShowScreen
    else {
      guard let request else {
        throw .usage(
          "There is no screen to choose places on.",
          advice: [
            capabilities.noScreenReason.map {
              "This terminal cannot show it (\($0)): set TERM or install ncurses-term."
            } ?? "Give --pickup LAT,LNG and --dropoff LAT,LNG."
          ])
      }
      return try await book(request, client)
    }
    return try await BookSession(
      backend: client, request: request, isShared: arguments.has(.shared), near: near,
      client: servers.client(endpoint, tokens.provider),
      setup: try context.rideSetup(
        map, capabilities, backend: endpoint.authority, credentials: tokens.label),
      command: ["book", "--backend", backend.description],
      followOptions: followOptions(arguments, endpoint: endpoint, backend: backend)
    ).run()
  }

  /// The ride on the command line; nil to let the user choose it on the map.
  private static func request(_ arguments: Arguments) throws(CommandError) -> RideRequest? {
    let pickup = try arguments.coordinate(.pickup)
    let dropoff = try arguments.coordinate(.dropoff)
    let stops = try arguments.coordinates(.via)
    guard let pickup, let dropoff else {
      guard pickup == nil, dropoff == nil, stops.isEmpty else {
        throw .usage(
          "Give both --pickup and --dropoff, or no place at all to choose them on the map.")
      }
      return nil
    }
    do throws(RideRequest.Problem) {
      return try RideRequest(
        pickup: pickup, stops: stops, dropoff: dropoff, isShared: arguments.has(.shared))
    } catch {
      switch error {
      case .notOnEarth: throw .usage("A place of the ride is not on Earth.")
      case .samePlace: throw .usage("Two consecutive places of the ride are the same.")
      case .tooManyStops:
        throw .usage("--via is given more than \(RideRequest.maximumStops) times.")
      case .sharedWithStops:
        throw .usage("--via and --shared exclude each other: only an exclusive ride has stops.")
      }
    }
  }

  /// Books without a screen and prints the trip's name.
  private static func book(
    _ request: RideRequest, _ client: ProviderClient
  ) async throws(CommandError) -> ExitStatus {
    // From here a signal does not end the program before the backend has answered.
    let signals = SignalWatch()
    let name: TripName
    do throws(ProviderError) { name = try await client.createTrip(for: request) } catch {
      throw CommandError(error, backend: client.endpoint.authority)
    }
    try Console.print(whole: [name.description])
    return signals.exitStatus ?? .success
  }

  /// The options for `ridealong follow` to follow a trip of the backend.
  private static func followOptions(
    _ arguments: Arguments, endpoint: HTTPURL, backend: HTTPURL
  ) -> [String] {
    var words = ["--endpoint", "\(endpoint)"]
    let given = Option.tokenSources.filter { arguments.has($0) }
    for option in given { words += [option.name, arguments[option] ?? ""] }
    if given.isEmpty { words += [Option.tokenURL.name, ServerAccess.consumerTokens(of: backend)] }
    return words
  }
}
