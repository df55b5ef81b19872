internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer
internal import HTTPMessages

/// `ridealong follow`: the viewer for a trip of any Fleet Engine, or a list of several.
enum FollowCommand {
  static func run(
    _ arguments: Arguments,
    _ network: Network,
    _ screen: ScreenSetup,
    _ journal: TripJournal
  ) async throws(CommandError) -> ExitStatus {
    let trips = try FollowedTrips(arguments)
    let endpoint = try arguments.endpoint()
    let speed = try arguments.speed()
    let map = try await MapOptions(arguments, screen, network)
    let tokens = try network.tokens(arguments, for: .follow, providerID: trips.providerID)
    defer { tokens.end() }
    let client = network.client(endpoint, tokens.provider, network.transport(for: trips))
    let capabilities = await screen.capabilities(map)
    let settings = try ViewerSettings(
      arguments: arguments,
      capabilities: capabilities,
      screen: screen,
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
          environment: screen.environment.programVariables,
          clock: network.clock
        )
      } ?? nil
    let form = try RideForm(arguments, capabilities, screen.environment)
    guard case .one(let name) = trips else {
      guard notice == nil else {
        throw .usage("\(arguments.named(.notify)) works with one trip only.")
      }
      switch form {
      case .report(let isJSON):
        return try await SeveralTripsReport(
          trips: trips,
          client: client,
          settings: settings,
          isJSON: isJSON,
          clock: network.clock
        ).run()
      case .lines(let form):
        return try await SeveralTripsStream(
          trips: trips,
          client: client,
          schedule: network.schedule,
          settings: settings,
          form: form,
          interval: interval,
          journal: journal
        ).run()
      case .screen:
        return try await TripListSession(
          trips: trips,
          client: client,
          schedule: network.schedule,
          settings: settings,
          map: map,
          capabilities: capabilities,
          signals: SignalWatch(),
          screen: screen,
          journal: journal,
          interval: interval
        ).run()
      }
    }
    return try await FollowSession(
      name: name,
      client: client,
      settings: settings,
      map: map,
      capabilities: capabilities,
      signals: SignalWatch(),
      screen: screen,
      journal: journal,
      interval: interval,
      notice: notice
    ).run(as: form)
  }
}
