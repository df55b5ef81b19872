internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RouteSources
internal import Synchronization
internal import Viewer

extension Command {
  static let replayLog = Command(
    name: "replay-log", synopsis: "ridealong replay-log FILE --endpoint URL --service-account FILE",
    summary: "send the calls of a Cloud Logging export to a Fleet Engine",
    examples: [
      "ridealong replay-log log.json --speed 4 --provider demo-project \\",
      "  --endpoint http://127.0.0.1:8080 --service-account server.json",
    ],
    detail: [
      "FILE is an export of fleetengine.googleapis.com logs, as JSON, or a directory of exports; see",
      "docs/exports.md. Missing vehicles are created first; times shift to now. It needs a server's",
      "token, from one source as described in ridealong help follow. Where restricted logging hides",
      "places, vehicles are where their raw locations say, and trips begin and end where their vehicle",
      "arrived.",
    ],
    options: [.endpoint, .caFile] + Option.tokenSources
      + [.speed, .provider, .maximumGap, .dryRun, .yes, .context, .config],
    operands: .files,
    configurable: .server,
    run: ReplayLogCommand.run
  )
}

/// `ridealong replay-log`: sends the calls of a Cloud Logging export to a Fleet Engine.
enum ReplayLogCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.expect(["a log FILE"])
    let endpoint = try arguments.endpoint()
    let speed = try arguments.number(.speed)
    let gap = try arguments.duration(ifSet: .maximumGap)
    let tokens = try servers.tokens(arguments, providerID: arguments[.provider], scope: .everything)
    defer { tokens.end() }
    let log: LoggedChanges
    do { log = try await LoggedChanges.read(arguments.positionals[0]) } catch {
      throw .usage("\(error)")
    }
    for problem in log.problems { Console.printError(SafeText(problem)) }
    guard !log.trips.isEmpty || log.unplacedTrips.isEmpty else {
      throw .usage(
        "\(arguments.positionals[0]) lacks the pickups and drop-offs of its trips (restricted logging), "
          + "and no vehicle in it arrives at a pickup, so there is no trip to replay.")
    }
    let schedule: ReplaySchedule
    do {
      schedule = try ReplaySchedule(
        log,
        options: ReplayOptions(
          speed: speed, maximumGap: gap ?? .seconds(10), providerID: arguments[.provider]))
    } catch { throw .usage("--provider: \(error)") }
    // Calls of a log are for a server of your own; Google's has to be meant.
    guard arguments.has(.endpoint) else { throw arguments.missing(.endpoint) }
    let client = servers.client(endpoint, tokens.provider)
    try Confirmation(arguments, at: endpoint)
      .ask("Send \(schedule.items.count) calls to \(endpoint.authority)?")
    for line in opening(schedule) { try Console.print(SafeText(line)) }
    return try await send(
      LogReplay(schedule, client: client, clock: servers.clock), endpoint: endpoint.authority,
      ReplayProgress(schedule, clock: servers.clock))
  }

  private static func opening(_ schedule: ReplaySchedule) -> [String] {
    var lines: [String] = []
    for item in schedule.items {
      if case .createTrip(let name, _) = item.call.operation { lines.append("trip \(name)") }
    }
    let length = ShownLength.time(schedule.duration)
    lines.append("\(schedule.items.count) calls in about \(length). Ctrl-C stops.")
    return lines
  }

  private static func send(
    _ replay: LogReplay, endpoint: String, _ progress: ReplayProgress
  ) async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    let total = replay.schedule.items.count
    let firstFailure = Mutex<FleetEngineError?>(nil)
    // An unstructured task, so that a signal can end it.
    let sending = Task {
      try await replay.run { event in
        if let line = line(event, total: total, endpoint) ?? progress.line(after: event) {
          Console.printError(SafeText(line))
        }
        if let error = event.failure { firstFailure.withLock { $0 = $0 ?? error } }
      }
    }
    signals.onSignal { sending.cancel() }
    let summary: LogReplay.Summary
    do { summary = try await sending.value } catch {
      Console.printError("Stopped before the end.")
      return signals.exitStatus ?? .failure
    }
    let calls = (vehicle: summary.vehicleCallsSent, trip: summary.tripCallsSent)
    let text =
      "vehicle calls \(calls.vehicle) sent, \(summary.vehicleCallsFailed) failed; "
      + "trip calls \(calls.trip) sent, \(summary.tripCallsFailed) failed"
    try Console.print([text])
    if summary.isComplete { return .success }
    // If nothing was sent, the first failure decides the status.
    let anySent = summary.vehicleCallsSent + summary.tripCallsSent > 0
    return anySent ? .failure : firstFailure.withLock { $0.map { ExitStatus($0) } } ?? .failure
  }

  private static func sentence(
    _ error: FleetEngineError, _ subject: String? = nil, of name: some CustomStringConvertible,
    _ endpoint: String
  ) -> String {
    CallFailure(error, .init(name: "\(name)", server: endpoint))
      .text(error, about: subject ?? "\(name)")
  }

  /// The line for an event; nil for accepted updates of vehicles.
  private static func line(_ event: LogReplay.Event, total: Int, _ endpoint: String) -> String? {
    switch event {
    case .vehicleIsCreated(let name): return "created \(name)"
    case .vehicleExists(let name): return "\(name) exists already"
    case .vehicleFailed(let name, let error): return sentence(error, of: name, endpoint)
    case .tripExists(let name, _):
      return "\(name) exists already and is changed by the next calls. Use a new data directory."
    case .failed(let call, let number, let error):
      return "\(number)/\(total) " + sentence(error, words(call), of: name(call), endpoint)
    case .sent(let call, let number):
      switch call.operation {
      case .createTrip, .updateTrip: return "\(number)/\(total) \(words(call))"
      case .createVehicle, .updateVehicle: return nil
      }
    }
  }

  private static func name(_ call: LoggedCall) -> String {
    call.tripName?.description ?? call.vehicleName?.description ?? ""
  }

  private static func words(_ call: LoggedCall) -> String {
    switch call.operation {
    case .createTrip(let name, _): "CreateTrip \(name.tripID)"
    case .updateTrip(let name, let trip, let mask):
      "UpdateTrip \(name.tripID) " + mask.joined(separator: ",")
        + (mask.contains("tripStatus") ? " \(trip.status.wireName)" : "")
    case .createVehicle(let name, _): "CreateVehicle \(name.vehicleID)"
    case .updateVehicle(let name, _, _): "UpdateVehicle \(name.vehicleID)"
    }
  }
}

extension LogReplay.Event {
  fileprivate var failure: FleetEngineError? {
    switch self {
    case .vehicleFailed(_, let error), .tripExists(_, let error), .failed(_, _, let error): error
    case .vehicleIsCreated, .vehicleExists, .sent: nil
    }
  }
}

/// The progress of a replay, printed from time to time on a terminal.
final class ReplayProgress: Sendable {
  private static let interval: Duration = .seconds(5)

  private let schedule: ReplaySchedule
  private let clock: ServiceClock
  private let isShown: Bool
  private let newest: Mutex<Duration>

  init(_ schedule: ReplaySchedule, clock: ServiceClock, isShown: Bool = Console.errorIsTerminal) {
    self.schedule = schedule
    self.clock = clock
    self.isShown = isShown
    newest = Mutex(clock.monotonicNow())
  }

  /// The line to print after a sent call; nil if the last one is recent.
  func line(after event: LogReplay.Event) -> String? {
    guard isShown, case .sent(_, let number) = event, schedule.items.indices.contains(number - 1)
    else { return nil }
    let now = clock.monotonicNow()
    let isDue = newest.withLock { newest in
      guard now - newest >= Self.interval else { return false }
      newest = now
      return true
    }
    guard isDue else { return nil }
    let left = schedule.duration - schedule.items[number - 1].offset
    return "\(number)/\(schedule.items.count) calls, about \(ShownLength.time(left)) left"
  }
}
