internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import Viewer

extension Command {
  static let follow = Command(
    name: "follow", synopsis: "ridealong follow TRIP... [OPTIONS]",
    summary: "follow a trip, or several, live in the terminal",
    examples: [
      "ridealong providers/acme/trips/42 --service-account consumer.json",
      "ridealong providers/acme/trips/42 --token-command 'fleet-token {trip}'",
      "ridealong 42 --context staging",
      "ridealong TRIP --token-url 'https://HOST/token/consumer/{trip}' --once",
      "ridealong TRIP --service-account FILE --json | jq .status",
      "ridealong follow --trips FILE --once --columns trip,status,next.eta",
      "ridealong follow TRIP TRIP TRIP --service-account server.json",
      "ridealong follow --vehicle VEHICLE --service-account server.json",
      "ridealong TRIP --service-account FILE --plain --notify 'notify-send Ride'",
      "fleet-token | ridealong TRIP --token-file -",
    ],
    detail: [
      "TRIP is providers/PROVIDER/trips/ID, or the ID alone if --provider or the configuration sets",
      "the provider. The word follow may be left out, except before an ID that looks like a misspelled",
      "command.",
      "",
      "Several trips, up to \(TripScheduler.maximumTrips), or those of a --vehicle open a list, the most",
      "urgent first, and one map of all vehicles. Enter opens a trip, Esc goes back, / filters, s",
      "sorts, e hides ended trips, z switches list and map. Lines of --json and --plain name their",
      "trip, --once prints one line for each, and the exit status is the worst of all trips.",
      "",
      "With --once, --columns chooses members of the objects of --json, by their names in",
      "docs/json.md, for a table; with --csv for a spreadsheet, with --json for smaller objects.",
      "",
      "Keys: ? shows all, a switches the automatic camera, q quits. Without a terminal, or with",
      "--once, it prints one plain report. ACCESSIBLE=1 and TERM=dumb imply --plain; on a terminal ?",
      "and Enter lists its commands. --json prints an object per change; docs/json.md describes them.",
      "Both end with the ride: status 0 if it is complete, 7 if it was canceled.",
      "",
    ] + BaseMapSource.detail + [""] + HelpText.tokens,
    options: Option.tokenSources
      + [
        .endpoint, .provider, .followedVehicle, .tripFile, .caFile, .once, .json, .csv, .columns,
        .plain, .notify,
        .notifyOn, .metrics, .stay, .pollInterval, .quietAfter, .heartbeat, .speed, .record,
        .rotation,
      ] + Option.map + Option.configuration,
    operands: .trips,
    configurable: .all,
    screen: .usual,
    run: FollowCommand.run
  )
}

/// `ridealong follow`: the viewer for a trip of any Fleet Engine, or a list of several.
enum FollowCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    var servers = context.servers
    let list = try arguments.isGiven(.followedVehicle) ? nil : TripList(arguments)
    let trips = try FollowedTrips(arguments, listed: list?.words)
    // The configuration's address is for runs that have metrics.
    let hasMetrics = arguments.isGiven(.metrics) || (trips.areSeveral && !arguments.has(.once))
    let metrics = try (hasMetrics ? arguments[.metrics] : nil).map { text throws(CommandError) in
      RideMetrics(clock: servers.clock, address: try ListenAddress(text, for: .metrics))
    }
    servers.metrics = metrics
    let endpoint = try arguments.endpoint()
    _ = try arguments.number(.speed)
    let map = try await context.mapOptions()
    let tokens = try servers.tokens(arguments, providerID: trips.providerID)
    defer { tokens.end() }
    let client = servers.client(endpoint, tokens.provider, schedule: servers.schedule(for: trips))
    let capabilities = await context.screen.capabilities(map)
    var setup = try context.rideSetup(
      map, capabilities, backend: endpoint.authority, credentials: tokens.label)
    setup.interval = try arguments.duration(.pollInterval)
    let notice = try notices(context, trips)
    setup.quietAfter = try arguments.duration(.quietAfter)
    let form = try RideForm(arguments, capabilities, servers.environment)
    setup.heartbeat = try arguments.duration(ifSet: .heartbeat)
    if setup.heartbeat != nil {
      guard case .lines = form else {
        throw .usage("\(arguments.named(.heartbeat)) needs --json or --plain.")
      }
    }
    if arguments.isGiven(.metrics) { try checkMetrics(trips, form) }
    setup.stays = arguments.has(.stay)
    if arguments.isGiven(.stay) {
      guard trips.areSeveral, case .lines = form else {
        throw .usage("--stay needs several trips, --trips or --vehicle, and --json or --plain.")
      }
    }
    if case .one(let name) = trips {
      return try await FollowSession(name: name, client: client, setup: setup, notice: notice)
        .run(as: form)
    }
    return try await SeveralTrips(
      trips: trips, client: client, schedule: servers.schedule, setup: setup, metrics: metrics,
      list: list, notices: notice
    ).run(as: form)
  }

  /// The sender of the notices that the user wants; nil for none.
  private static func notices(
    _ context: CommandContext, _ trips: FollowedTrips
  ) throws(CommandError) -> NoticeSender? {
    let (arguments, servers) = (context.arguments, context.servers)
    guard let command = arguments[.notify] else {
      guard !arguments.isGiven(.notifyOn) else {
        throw .usage("\(Option.notifyOn.name) needs \(Option.notify.name).")
      }
      return nil
    }
    return try NoticeSender(
      command,
      rules: NoticeRules(
        parsing: arguments[.notifyOn] ?? NoticeRules.standard, of: arguments.named(.notifyOn)),
      namesTrips: trips.areSeveral, environment: servers.environment.programVariables,
      clock: servers.clock)
  }

  /// Checks that metrics are served of several trips, for as long as they are followed.
  private static func checkMetrics(_ trips: FollowedTrips, _ form: RideForm) throws(CommandError) {
    guard trips.areSeveral else {
      throw .usage("--metrics needs --trips, --vehicle or several trips.")
    }
    if case .report = form { throw .usage("--metrics has no effect with --once.") }
  }
}
