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
    let form = try RideForm(arguments, capabilities, wiring.environment)
    guard case .one(let name) = trips else {
      guard notice == nil else {
        throw .usage("\(arguments.named(.notify)) works with one trip only.")
      }
      return try await several(trips, client, settings, form, map, capabilities, interval, wiring)
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
    ).run(as: form)
  }

  /// Follows several trips.
  private static func several(
    _ trips: FollowedTrips,
    _ client: FleetEngineClient,
    _ settings: ViewerSettings,
    _ form: RideForm,
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
