internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import Viewer

/// `ridealong wait`: waits until a trip reaches a status.
enum WaitCommand {
  /// The longest wait, which is also the usual one.
  private static let longest: Duration = .seconds(86_400)

  @MainActor
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect(["a trip's name, \(TripName.form)"], for: "wait")
    let wanted = try StatusWord.status(try arguments.required(.awaited, for: "wait"))
    let limit =
      try arguments.duration(.timeout, in: .seconds(1)...longest) ?? longest
    let interval = try arguments.duration(.pollInterval, in: .seconds(5)...longest)
    let name = try wiring.tripName(
      arguments.positionals[0],
      provider: arguments[.provider],
      key: arguments[.serviceAccount]
    )
    let endpoint = try wiring.endpoint(arguments)
    let tokens = try wiring.tokenSource(arguments, for: .wait, providerID: name.providerID)
    defer { tokens.end() }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(),
      tokens: tokens.provider,
      wallNow: wiring.clock.wallNow
    )
    let signals = SignalWatch()
    let service = wiring.tripService(client, providerID: name.providerID)
    let model = wiring.tripModel(name, of: service, interval: interval)
    let feed = TripFeed(model)
    let listener = TripListener(model, wiring)
    signals.onSignal { feed.post(.stop) }
    // Not structured: the wait may end before the time is over.
    let timer = Task { [clock = wiring.clock] in
      do {
        try await clock.sleep(limit)
        feed.post(.stop)
      } catch {
        // The wait is over.
      }
    }
    var status = StatusLine(wiring.environment)
    defer {
      status?.erase()
      timer.cancel()
      listener.end()
      feed.end()
    }
    let isJSON = arguments.has(.json)
    var latest: Trip?
    var polling = PollingStatus()
    status?.show(waiting(for: wanted, latest, name, polling, wiring))
    for await event in feed.all {
      switch event {
      case .line: break
      case .stop:
        status?.erase()
        if let status = signals.exitStatus { return status }
        if isJSON, let latest { try Console.print(record(name, wiring).line(latest, polling)) }
        let state =
          latest.map { "The trip is \($0.status.wireName)" } ?? "The server did not answer"
        throw CommandError(
          .unavailable,
          "\(name) did not reach \(wanted.wireName) within \(limit.components.seconds) s. \(state)."
        )
      case .trip(let trip): latest = trip
      case .polling(let new):
        polling = new
        if let error = new.lastError, error.bucket == .needsAction {
          status?.erase()
          if isJSON {
            let record = record(name, wiring)
            try Console.print(record.line(error, .failed(error), backend: endpoint.authority))
          }
          throw CommandError(error, resource: name.description, endpoint: endpoint.authority)
        }
        guard let trip = latest, new.totalUpdates > 0,
          StatusWord.hasReached(trip.status, wanted) || trip.status.isTerminal
        else {
          status?.show(waiting(for: wanted, latest, name, new, wiring))
          continue
        }
        status?.erase()
        if isJSON {
          try Console.print(record(name, wiring).line(trip, polling))
        } else {
          try Console.print(report(trip, name, polling, wiring).summary)
        }
        return StatusWord.hasReached(trip.status, wanted) ? .success : .tripEnded
      }
    }
    return .success
  }

  private static func record(_ name: TripName, _ wiring: Wiring) -> TripRecord {
    TripRecord(tripName: name.description, at: wiring.moment)
  }

  private static func report(
    _ trip: Trip,
    _ name: TripName,
    _ polling: PollingStatus,
    _ wiring: Wiring
  ) -> PlainReport {
    PlainReport(
      trip: trip,
      tripName: name.description,
      polling: polling,
      now: wiring.clock.monotonicNow(),
      wall: wiring.clock.wallNow(),
      settings: ViewerSettings()
    )
  }

  /// The status line of the wait.
  private static func waiting(
    for wanted: TripStatus,
    _ trip: Trip?,
    _ name: TripName,
    _ polling: PollingStatus,
    _ wiring: Wiring
  ) -> SafeText {
    let progress = trip.map { "\(report($0, name, polling, wiring).progress)" } ?? "no answer yet"
    let failure = polling.lastError.map { ", \($0.code.name), retrying" } ?? ""
    return SafeText("Waiting for \(StatusWord.word(of: wanted)): \(progress)\(failure)")
  }
}
