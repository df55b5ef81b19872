internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer
internal import HTTPMessages

/// `ridealong follow`: the viewer for a trip of any Fleet Engine, or a list of several.
enum FollowCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    let trips = try FollowedTrips(arguments, wiring)
    let endpoint = try wiring.endpoint(arguments)
    let speed = try wiring.speed(arguments)
    let map = try await MapOptions(arguments, wiring)
    let tokens = try wiring.tokenSource(arguments, for: .follow, providerID: trips.providerID)
    defer { tokens.end() }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(for: trips),
      tokens: tokens.provider,
      wallNow: wiring.clock.wallNow
    )
    let capabilities = await wiring.capabilities(map)
    let settings = try ViewerSettings(
      arguments: arguments,
      capabilities: capabilities,
      wiring: wiring,
      speed: speed,
      backend: endpoint.authority,
      credentials: tokens.label,
      map: map
    )
    let interval = try arguments.duration(
      .pollInterval,
      in: TripModelOptions.minimumInterval...TripModelOptions.maximumInterval
    )
    let notice =
      try arguments[.notify].map { command throws(CommandError) in
        try NoticeSender(
          command,
          environment: wiring.environment.programVariables,
          clock: wiring.clock
        )
      } ?? nil
    let form = try Form(arguments, capabilities, wiring.environment)
    guard case .one(let name) = trips else {
      guard notice == nil else {
        throw .usage("\(arguments.named(.notify)) tells of one trip; give it with one.")
      }
      return try await several(trips, client, settings, form, map, capabilities, interval, wiring)
    }
    switch form {
    case .report(let isJSON):
      return try await report(name, client, settings, isJSON: isJSON, wiring)
    case .lines(let form):
      return try await StreamSession(
        name: name,
        client: client,
        settings: settings,
        form: form,
        interval: interval,
        notice: notice,
        readsCommands: form == .plain && capabilities.inputIsTerminal
          && capabilities.outputIsTerminal,
        tellsTerminal: form == .plain && capabilities.outputIsTerminal,
        wiring: wiring
      ).run()
    case .screen: break
    }
    return try await FollowSession(
      name: name,
      client: client,
      settings: settings,
      map: map,
      capabilities: capabilities,
      signals: SignalWatch(),
      wiring: wiring,
      interval: interval,
      notice: notice
    ).run()
  }

  /// Follows several trips.
  private static func several(
    _ trips: FollowedTrips,
    _ client: FleetEngineClient,
    _ settings: ViewerSettings,
    _ form: Form,
    _ map: MapOptions,
    _ capabilities: TerminalCapabilities,
    _ interval: Duration?,
    _ wiring: Wiring
  ) async throws(CommandError) -> ExitStatus {
    switch form {
    case .report(let isJSON):
      try await SeveralTripsReport(
        trips: trips,
        client: client,
        settings: settings,
        isJSON: isJSON,
        wiring: wiring
      ).run()
    case .lines(let form):
      try await SeveralTripsStream(
        trips: trips,
        client: client,
        settings: settings,
        form: form,
        interval: interval,
        wiring: wiring
      ).run()
    case .screen:
      try await TripListSession(
        trips: trips,
        client: client,
        settings: settings,
        map: map,
        capabilities: capabilities,
        signals: SignalWatch(),
        wiring: wiring,
        interval: interval
      ).run()
    }
  }

  /// What the ride is shown as.
  private enum Form {
    case screen
    case report(isJSON: Bool)
    case lines(StreamSession.Form)

    /// The form that the command line, the terminal and the environment ask for.
    init(
      _ arguments: Arguments,
      _ capabilities: TerminalCapabilities,
      _ environment: Environment
    ) throws(CommandError) {
      guard !(arguments.has(.plain) && arguments.has(.json)) else {
        throw .usage("--plain and --json exclude each other.")
      }
      let isPlainWished =
        environment.variables["ACCESSIBLE"].map { !$0.isEmpty && $0 != "0" } ?? false
      if arguments.has(.once) {
        self = .report(isJSON: arguments.has(.json))
      } else if arguments.has(.json) {
        self = .lines(.json)
      } else if arguments.has(.plain) {
        self = .lines(.plain)
      } else if !capabilities.outputIsTerminal {
        self = .report(isJSON: false)
      } else if isPlainWished {
        self = .lines(.plain)
      } else if capabilities.canShowScreen {
        self = .screen
      } else {
        self = .lines(.plain)
        // Who has such a terminal knows it; another one may only lack its description.
        guard capabilities.term != "dumb", let why = capabilities.noScreenReason else { return }
        Console.note("No screen (\(why)): plain output. Set TERM or install ncurses-term.")
      }
    }
  }

  /// Prints one plain report.
  private static func report(
    _ name: TripName,
    _ client: FleetEngineClient,
    _ settings: ViewerSettings,
    isJSON: Bool,
    _ wiring: Wiring
  ) async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    // Not structured, so that a signal can end it, and a token command with it.
    let asking = Task { () -> Result<Trip, FleetEngineError> in
      do throws(FleetEngineError) {
        return .success(try await client.getTrip(name, header: .consumer).value)
      } catch {
        return .failure(error)
      }
    }
    signals.onSignal { asking.cancel() }
    let trip: Trip
    switch await asking.value {
    case .success(let value): trip = value
    case .failure(let error):
      if let status = signals.exitStatus { return status }
      if isJSON {
        let record = TripRecord(tripName: name.description, at: wiring.moment)
        try Console.print(record.line(error, .failed(error), backend: settings.backend))
      }
      throw CommandError(error, resource: name.description, endpoint: settings.backend)
    }
    let polling = wiring.answeredNow
    if isJSON {
      let record = TripRecord(tripName: name.description, at: wiring.moment)
      try Console.print(record.line(trip, polling))
      return .success
    }
    let report = PlainReport(
      trip: trip,
      tripName: name.description,
      polling: polling,
      now: wiring.clock.monotonicNow(),
      wall: wiring.clock.wallNow(),
      settings: settings
    )
    try Console.print(report.lines)
    return .success
  }
}

extension Wiring {
  /// The present, for what is told of a ride.
  var moment: PlainNarration.Moment {
    PlainNarration.Moment(now: clock.monotonicNow(), wall: clock.wallNow())
  }

  /// How asking goes where one answer has just come.
  var answeredNow: PollingStatus {
    var polling = PollingStatus()
    (polling.lastAnswerAt, polling.lastAnswerWallTime) = (clock.monotonicNow(), clock.wallNow())
    return polling
  }
}

extension PollingStatus {
  /// How the asking went where it was done once, in vain.
  static func failed(_ error: FleetEngineError) -> PollingStatus {
    var polling = PollingStatus()
    polling.consecutiveFailures = 1
    polling.lastError = error
    return polling
  }
}

extension RequestHeader {
  /// What the viewer says of itself.
  static let consumer = RequestHeader(sdkVersion: HelpText.version, sdkType: .consumer)
}
