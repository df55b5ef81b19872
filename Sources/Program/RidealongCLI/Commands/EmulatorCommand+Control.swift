internal import AccessTokens
internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import SystemLibrary
internal import TrustLimits
internal import Viewer

extension Option {
  /// The options that choose calls.
  static let calls: [Option] = [
    .expectedCalls, .callTimeout, .callTrip, .callVehicle, .callCode, .callBodies,
  ]
}

/// The control of an emulator by tests: `ridealong emulator ACTION`.
extension EmulatorCommand {
  enum Action: String, CaseIterable {
    case exec
    case reset
    case snapshot
    case restore
    case seed
    case clock
    case calls
    case waitFor = "wait-for"

    /// The line of help; nil for an action that help describes in prose.
    var help: (operands: String, meaning: String)? {
      switch self {
      case .exec: nil
      case .reset: ("", "remove trips, vehicles, calls and faults, and return to the real clock")
      case .snapshot: ("FILE", "save all trips and vehicles")
      case .restore: ("FILE", "replace all trips and vehicles by saved ones")
      case .seed: ("FILE", "add vehicles and trips from JSON")
      case .clock: ("[CHANGE]", "show or change it: real, fixed [TIME], advance TIME, rate FACTOR")
      case .calls: ("[PROCEDURE]", "print the latest calls as JSON lines")
      case .waitFor: ("PROCEDURE", "wait until such calls were made, and print them")
      }
    }

    /// The names of its arguments in errors.
    fileprivate var operands: [String] {
      switch self {
      case .exec: ["a command after --"]
      case .snapshot, .restore, .seed: ["a file"]
      case .reset, .clock, .calls: []
      case .waitFor: ["a procedure, such as GetTrip"]
      }
    }
  }

  static func perform(
    _ action: Action, _ context: CommandContext
  ) async throws(CommandError) -> ExitStatus {
    let (word, arguments) = (action.rawValue, context.arguments)
    try arguments.refuse([.screen] + Option.map, "has no effect with emulator \(word)")
    let words = Array(arguments.positionals.dropFirst())
    if words.count < action.operands.count {
      throw .usage("ridealong emulator \(word) needs \(action.operands[words.count]).")
    }
    switch action {
    case .exec: return try await exec(words, context)
    case .clock, .calls: break
    default:
      guard words.count == action.operands.count else {
        throw .usage("unexpected argument \(words[action.operands.count]) of emulator \(word).")
      }
    }
    let admin = try AdminClient(arguments, context.servers)
    switch action {
    case .exec: break
    case .reset: _ = try await admin.send(.post, "/reset")
    case .snapshot:
      if let problem = context.servers.environment.problem(creating: words[0]) {
        throw .usage("The snapshot is not saved: \(problem).", advice: [Environment.homeAdvice])
      }
      let snapshot = try await admin.send(.get, "/snapshot")
      if words[0] == "-" {
        try Console.print(document: String(decoding: snapshot, as: UTF8.self))
        break
      }
      do { try NewFile.replace(words[0], with: snapshot) } catch {
        throw CommandError(.failure, "The snapshot is not saved: \(error.reason).")
      }
    case .restore:
      _ = try await admin.send(.put, "/snapshot", try file(words[0], "The snapshot"), of: words[0])
    case .seed:
      let seed = try file(words[0], "The seed")
      let reply = try await admin.send(.post, "/seed", seed, of: words[0])
      try Console.print(line(reply))
    case .clock: try await setClock(words, admin)
    case .calls: try await calls(words, arguments, admin, waits: false)
    case .waitFor: try await calls(words, arguments, admin, waits: true)
    }
    return .success
  }

  private static func file(_ path: String, _ name: String) throws(CommandError) -> [UInt8] {
    try BoundedFile(path, limit: Limits.Emulator.snapshotBytes, called: name).bytes
  }

  private static func line(_ json: [UInt8]) -> JSONLine {
    JSONLine(escaping: String(decoding: json, as: UTF8.self).filter { $0 != "\n" })
  }

  // MARK: - Calls

  private static func calls(
    _ words: [String], _ arguments: Arguments, _ admin: AdminClient, waits: Bool
  ) async throws(CommandError) {
    guard words.count <= 1 else {
      throw .usage("unexpected argument \(words[1]) of emulator \(waits ? "wait-for" : "calls").")
    }
    var query: [HTTPURL.QueryItem] = []
    func add(_ name: String, _ value: String?) {
      if let value { query.append(HTTPURL.QueryItem(name, value)) }
    }
    add("procedure", words.first)
    add("trip", arguments[.callTrip])
    add("vehicle", arguments[.callVehicle])
    add("code", arguments[.callCode])
    if arguments.has(.callBodies) { add("bodies", "1") }
    var patience = Duration.zero
    if waits {
      patience = try arguments.duration(.callTimeout)
      add("count", "\(Int(try arguments.number(.expectedCalls)))")
      add("wait", "\(Int(patience.inSeconds.rounded(.up)))")
    } else {
      try arguments.refuse(
        [.expectedCalls, .callTimeout], "has an effect only with emulator wait-for")
    }
    let reply = try await admin.send(.get, "/calls", query: query, patience: patience)
    let rules = JSONRules.strict(values: Limits.Emulator.snapshotValues)
    let calls = (try? JSONTree(parsing: reply, rules: rules))?["calls"]?.list ?? []
    for call in calls {
      var writer = JSONWriter()
      writer.write(call)
      try Console.print(line(writer.bytes))
    }
  }

  // MARK: - Clock

  private static let clockForms = """
    ridealong emulator clock takes nothing, real, fixed [TIME], advance TIME or rate FACTOR, such \
    as advance 30m, rate 60 or fixed 2026-05-01T12:00:00Z.
    """

  private static func setClock(_ words: [String], _ admin: AdminClient) async throws(CommandError) {
    var fields = JSONObject()
    let reply: [UInt8]
    switch (words.first, words.count) {
    case (nil, _): reply = try await admin.send(.get, "/clock")
    case ("real", 1): reply = try await admin.send(.delete, "/clock")
    case ("fixed", 1...2):
      fields["rate"] = .number(0)
      if words.count > 1 { fields["time"] = .text(words[1]) }
      reply = try await admin.send(.put, "/clock", json: fields)
    case ("rate", 2):
      guard let rate = Double(words[1]), rate.isFinite else { throw .usage(clockForms) }
      fields["rate"] = .number(rate)
      reply = try await admin.send(.put, "/clock", json: fields)
    case ("advance", 2):
      guard let time = Arguments.duration(words[1][...]) else { throw .usage(clockForms) }
      fields["by"] = .text("\(time.inSeconds)s")
      reply = try await admin.send(.post, "/clock/advance", json: fields)
    default: throw .usage(clockForms)
    }
    try Console.print(line(reply))
  }

  // MARK: - exec

  /// Runs a command with an emulator for it, and returns the command's exit status.
  private static func exec(
    _ words: [String], _ context: CommandContext
  ) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.refuse(
      Option.calls, "has no effect with emulator exec; options follow its own command")
    let variables = servers.environment.programVariables
    guard let program = ProgramRun.file(of: words[0], environment: variables) else {
      throw .usage("There is no program \(words[0]).")
    }
    var settings = try LocalFleetEngine.Settings(arguments)
    if settings.admin == nil { settings.admin = .anyOfLoopback }
    if settings.directory == nil, settings.keyDirectory == nil {
      settings.sharedKey = Task.detached { [environment = servers.environment] in
        try await DemoCommand.keptKey(environment)
      }
    }
    let signals = SignalWatch()
    let engine = try await LocalFleetEngine.start(
      settings, clock: servers.clock, environment: servers.environment)
    let run: ProgramRun
    do {
      run = try ProgramRun(
        sharing: program, words: words,
        environment: variables.merging(
          EmulatorVariables(engine, arguments, servers.environment).pairs
        ) { $1 })
    } catch {
      await engine.stopAfterFailure()
      throw CommandError(
        .failure, "\(words[0]) cannot be started: \(SystemReason.text(error.number)).")
    }
    // A key of the terminal sends its signal to both; others are passed on.
    signals.onSignal { run.send(signal: SIGTERM) }
    let outcome = await withCheckedContinuation { continuation in
      run.wait { continuation.resume(returning: $0) }
    }
    try await engine.stop()
    let status = outcome.status
    // A command may have any status.
    let code = status < 0 ? 128 - status : status
    guard let known = ExitStatus(rawValue: code) else { ProgramProcess.end(code) }
    return known
  }
}
