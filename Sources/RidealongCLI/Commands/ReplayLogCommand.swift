internal import CellGrid
internal import FleetEngine
internal import RouteSources
internal import TerminalUI
internal import AccessTokens

/// `ridealong replay-log`: sends the calls of a Cloud Logging export to a Fleet Engine.
enum ReplayLogCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect(["a log FILE"], for: "replay-log")
    let endpoint = try wiring.endpoint(arguments)
    let speed = try wiring.speed(arguments)
    let gap = try arguments.duration(.maximumGap, in: .zero...(.seconds(86_400)))
    let key = try wiring.serviceAccount(arguments, for: .replayLog)
    let export: CloudLoggingExport
    do {
      export = try await CloudLoggingExport.read(arguments.positionals[0])
    } catch {
      throw .usage("\(error)")
    }
    if let reason = export.firstBrokenReason {
      Console.note(
        SafeText("\(export.brokenEntries) broken entries are left out; the first: \(reason).")
      )
    }
    let schedule: ReplaySchedule
    do {
      schedule = try ReplaySchedule(
        export,
        options: ReplayOptions(
          speed: speed,
          maximumGap: gap ?? .seconds(10),
          providerID: arguments[.provider]
        )
      )
    } catch {
      throw .usage("--provider: \(error)")
    }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(),
      tokens: wiring.tokens(key, scope: .everything)
    )
    for line in opening(schedule) { try Console.print(SafeText(line)) }
    return try await send(LogReplay(schedule, client: client, clock: wiring.clock))
  }

  private static func opening(_ schedule: ReplaySchedule) -> [String] {
    var lines: [String] = []
    for item in schedule.items {
      if case .createTrip(let name, _) = item.call.operation { lines.append("trip \(name)") }
    }
    let seconds = schedule.duration.components.seconds
    let length = seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    lines.append("\(schedule.items.count) calls in about \(length). Ctrl-C stops.")
    return lines
  }

  private static func send(_ replay: LogReplay) async throws(CommandError) -> ExitStatus {
    let watch = SignalWatch()
    let total = replay.schedule.items.count
    let sending = Task {
      try await replay.run { event in
        if let line = line(event, total: total) { Console.note(SafeText(line)) }
      }
    }
    // Not structured: a signal may come or not.
    let watching = Task { await watch.run { sending.cancel() } }
    let result = await sending.result
    watching.cancel()
    if let signal = watch.received {
      Console.note("Stopped before the end.")
      return ExitStatus(rawValue: signal.exitStatus) ?? .failure
    }
    guard let summary = try? result.get() else { return .failure }
    try Console.print(
      SafeText(
        "vehicle calls \(summary.vehicleCallsSent) sent, \(summary.vehicleCallsFailed) failed; "
          + "trip calls \(summary.tripCallsSent) sent, \(summary.tripCallsFailed) failed"
      )
    )
    return summary.isComplete ? .success : .failure
  }

  /// What is said of an event; accepted updates of vehicles go without saying.
  private static func line(_ event: LogReplay.Event, total: Int) -> String? {
    switch event {
    case .vehicleIsCreated(let name): return "created \(name)"
    case .vehicleExists(let name): return "\(name) exists already"
    case .vehicleFailed(let name, let error): return "\(name): \(text(error))"
    case .tripExists(let name, _):
      return "\(name) exists already; what follows changes that one. Use a fresh data directory."
    case .failed(let call, let number, let error):
      return "\(number)/\(total) \(what(call)): \(text(error))"
    case .sent(let call, let number):
      switch call.operation {
      case .createTrip, .updateTrip: return "\(number)/\(total) \(what(call))"
      case .createVehicle, .updateVehicle: return nil
      }
    }
  }

  private static func what(_ call: LoggedCall) -> String {
    switch call.operation {
    case .createTrip(let name, _): "CreateTrip \(name.tripID)"
    case .updateTrip(let name, let trip, let mask):
      "UpdateTrip \(name.tripID) " + mask.joined(separator: ",")
        + (mask.contains("tripStatus") ? " \(trip.status.wireName)" : "")
    case .createVehicle(let name, _): "CreateVehicle \(name.vehicleID)"
    case .updateVehicle(let name, _, _): "UpdateVehicle \(name.vehicleID)"
    }
  }

  private static func text(_ error: FleetEngineError) -> String {
    "\(error.code.name): \(error.message)"
  }
}
