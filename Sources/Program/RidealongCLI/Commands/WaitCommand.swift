internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import Viewer

extension Command {
  static let wait = Command(
    name: "wait", synopsis: "ridealong wait TRIP... --for STATUS [OPTIONS]",
    summary: "wait until a trip, or several, reach a status",
    examples: [
      "ridealong wait TRIP --token-url URL --for arrived-at-pickup --timeout 20m",
      "ridealong wait 42 --context staging --for complete && notify-send Done",
      "ridealong wait --trips monday.txt --service-account server.json --for complete",
    ],
    detail: [
      "Exit status 0: the trip has reached the status or passed it, with one line about the trip; 7:",
      "the ride ended otherwise; 5: timed out; 2, 3 or 4: an error that waiting does not solve.",
      "--json prints the line as an object, also after a timeout.",
      "",
      "Of several trips, up to \(TripScheduler.maximumTrips), each has its line as it gets there. The wait ends",
      "when all have reached the status, ended otherwise or failed, with the worst exit status of all.",
      "With --any the first trip that reaches the status ends it, with 0. STATUS is one of:",
    ] + HelpLayout.list(StatusWord.words) + [""] + HelpText.tokens,
    options: Option.tokenSources
      + [
        .awaited, .awaitedTrips, .any, .timeout, .json, .endpoint, .provider, .caFile,
        .pollInterval,
      ]
      + Option.configuration,
    operands: .trips,
    configurable: .all,
    run: WaitCommand.run
  )
}

/// `ridealong wait`: waits until one or several trips reach a status.
enum WaitCommand {
  @MainActor static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    let trips = try FollowedTrips(arguments)
    let wanted = try StatusWord.status(try arguments.required(.awaited))
    let limit = try arguments.duration(.timeout)
    let interval = try arguments.duration(.pollInterval)
    let endpoint = try arguments.endpoint()
    let tokens = try servers.tokens(arguments, providerID: trips.providerID)
    defer { tokens.end() }
    let client = servers.client(endpoint, tokens.provider, schedule: servers.schedule(for: trips))
    let clock = servers.clock
    let signals = SignalWatch()
    let service = TripService(client, providerID: trips.providerID, clock)
    let feed =
      switch trips {
      case .one(let name): TripFeed(service.model(name, interval: interval))
      case .several, .vehicle:
        TripFeed(TripScheduler(service, clock, servers.schedule, interval: interval))
      }
    let observer = RideObserver(context.outputs)
    signals.onSignal { feed.post(.stop) }
    // An unstructured task: the wait may end before the time is over.
    let timer = Task {
      do { try await clock.sleep(limit) } catch { return }
      feed.post(.stop)
    }
    var wait = TripWait(
      trips, wanted, endsWithFirst: arguments.has(.any), isJSON: arguments.has(.json), context,
      backend: endpoint.authority)
    defer {
      wait.eraseStatus()
      timer.cancel()
      observer.end()
      feed.end()
    }
    for name in trips.names {
      _ = feed.follow(name.description)
      observer.follow(name.description)
    }
    wait.showStatus()
    for await event in feed.all {
      switch event {
      case .line, .tick, .list: break
      case .stop:
        wait.eraseStatus()
        if let status = signals.exitStatus { return status }
        return try wait.end(after: limit)
      case .ride(let event):
        guard wait.concerns(event) else { continue }
        if case .trip(let name, let trip) = event, wait.apply(name, trip), !trips.areSeveral {
          await context.outputs.remember(trip: name)
        }
        observer.apply(event)
        guard case .polling(let name, let polling) = event, try wait.apply(name, polling) else {
          continue
        }
        if wait.isOver { return wait.status }
        observer.apply(.left(name))
        feed.leave(name)
      }
    }
    return .success
  }
}

/// The trips that are waited for, and the lines about those that are no longer.
@MainActor private struct TripWait {
  private struct Awaited {
    let name: TripName
    var trip: Trip?
    var polling = PollingStatus()
  }

  private let trips: FollowedTrips
  private let wanted: TripStatus
  private let endsWithFirst: Bool
  private let isJSON: Bool
  private let backend: String
  private let outputs: RideOutputs
  private var line: StatusLine?
  private var awaited: [String: Awaited]
  private var worst = ExitStatus.success
  private var hasFirst = false

  init(
    _ trips: FollowedTrips, _ wanted: TripStatus, endsWithFirst: Bool, isJSON: Bool,
    _ context: CommandContext, backend: String
  ) {
    (self.trips, self.wanted, self.endsWithFirst) = (trips, wanted, endsWithFirst)
    (self.isJSON, self.backend, outputs) = (isJSON, backend, context.outputs)
    line = StatusLine(context.servers.environment)
    awaited = Dictionary(
      uniqueKeysWithValues: trips.names.map { ($0.description, Awaited(name: $0)) })
  }

  /// Whether nothing is waited for any more.
  var isOver: Bool { awaited.isEmpty || (endsWithFirst && hasFirst) }

  /// The exit status so far.
  var status: ExitStatus { endsWithFirst && hasFirst ? .success : worst }

  /// Whether an event is about a trip that is waited for.
  func concerns(_ event: TripEvent) -> Bool {
    switch event {
    case .trip(let name, _), .polling(let name, _): awaited[name] != nil
    case .vehicle, .left: false
    }
  }

  /// Applies an answer; returns whether it is the trip's first.
  mutating func apply(_ name: String, _ trip: Trip) -> Bool {
    defer { awaited[name]?.trip = trip }
    return awaited[name]?.trip == nil
  }

  /// Applies the start or the end of a poll; returns whether the trip is waited for no longer.
  mutating func apply(_ name: String, _ polling: PollingStatus) throws(CommandError) -> Bool {
    awaited[name]?.polling = polling
    guard let ride = awaited[name] else { return false }
    if let error = polling.lastError, error.bucket == .needsAction {
      awaited[name] = nil
      eraseStatus()
      if isJSON { try Console.print(record(ride).line(error, .failed(error), backend: backend)) }
      try report(CommandError(error, about: .trip(ride.name), endpoint: backend))
    } else if let trip = ride.trip, polling.totalUpdates > 0,
      StatusWord.hasReached(trip.status, wanted) || trip.status.isTerminal
    {
      awaited[name] = nil
      eraseStatus()
      if isJSON {
        try Console.print(record(ride).line(trip, polling))
      } else {
        try Console.print(plain(ride, trip).summary)
      }
      if StatusWord.hasReached(trip.status, wanted) {
        hasFirst = true
      } else {
        worst = worst.worse(than: .tripEnded)
      }
    }
    if !isOver { showStatus() }
    return awaited[name] == nil
  }

  /// Reports the trips that are left when the time is over.
  mutating func end(after limit: Duration) throws(CommandError) -> ExitStatus {
    for ride in trips.names.compactMap({ awaited[$0.description] }) {
      if isJSON, let trip = ride.trip { try Console.print(record(ride).line(trip, ride.polling)) }
      let state =
        ride.trip.map { "The trip is \($0.status.wireName)" } ?? "The server did not answer"
      try report(
        CommandError(
          .unavailable,
          "\(ride.name) did not reach \(wanted.wireName) within \(limit.components.seconds) s. "
            + "\(state)."))
    }
    return worst
  }

  /// Ends the wait with the failure of its only trip, or prints that of one of several.
  private mutating func report(_ failure: CommandError) throws(CommandError) {
    guard trips.areSeveral else { throw failure }
    worst = worst.worse(than: failure.status)
    Console.printError(SafeText("ridealong: \(failure.message)"))
    outputs.log?.record(.error, failure.message)
  }

  private func record(_ ride: Awaited) -> TripJSONLines {
    TripJSONLines(tripName: ride.name.description, at: outputs.clock.moment)
  }

  private func plain(_ ride: Awaited, _ trip: Trip) -> PlainReport {
    PlainReport(trip, ride.name, ride.polling, outputs.clock, ViewerSettings())
  }

  // MARK: The status line

  mutating func showStatus() {
    guard line != nil else { return }
    let text = "Waiting for \(StatusWord.word(of: wanted)): \(progress)"
    line?.show(SafeText(text))
  }

  mutating func eraseStatus() { line?.erase() }

  private var progress: String {
    guard !trips.areSeveral, let ride = awaited.values.first else {
      let retried = awaited.values.count { $0.polling.lastError != nil }
      let failures = retried > 0 ? ", \(retried) failing, retrying" : ""
      return "\(awaited.count) of \(trips.names.count) trips left\(failures)"
    }
    let progress = ride.trip.map { "\(plain(ride, $0).progress)" } ?? "no response yet"
    let failure = ride.polling.lastError.map { ", \($0.code.name), retrying" } ?? ""
    return progress + failure
  }
}
