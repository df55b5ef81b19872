internal import HTTPMessages
internal import RidesharingConsumer

/// `ridealong follow`: the viewer for a trip of any Fleet Engine, or a list of several.
enum FollowCommand {
  static func run(_ invocation: Invocation) async throws(CommandError) -> ExitStatus {
    let (arguments, network) = (invocation.arguments, invocation.network)
    let trips = try FollowedTrips(arguments)
    let endpoint = try arguments.endpoint()
    _ = try arguments.speed()
    let map = try await MapOptions(invocation)
    let tokens = try network.tokens(arguments, for: .follow, providerID: trips.providerID)
    defer { tokens.end() }
    let client = network.client(endpoint, tokens.provider, network.transport(for: trips))
    let capabilities = await invocation.screen.capabilities(map)
    var setup = try RideSetup(
      invocation,
      map,
      capabilities,
      backend: endpoint.authority,
      credentials: tokens.label
    )
    setup.interval = try arguments.duration(
      .pollInterval,
      in: TripModelOptions.minimumInterval...TripModelOptions.maximumInterval
    )
    let notice =
      try arguments[.notify].map { command throws(CommandError) in
        try NoticeSender(
          command,
          environment: network.environment.programVariables,
          clock: network.clock
        )
      } ?? nil
    let form = try RideForm(arguments, capabilities, network.environment)
    if case .one(let name) = trips {
      return try await FollowSession(name: name, client: client, setup: setup, notice: notice)
        .run(as: form)
    }
    guard notice == nil else {
      throw .usage("\(arguments.named(.notify)) works with one trip only.")
    }
    return try await SeveralTrips(
      trips: trips,
      client: client,
      schedule: network.schedule,
      setup: setup
    ).run(as: form)
  }
}
