internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import TerminalUI

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The program: finds the command, runs it, ends with its status.
public enum Ridealong {
  /// Runs the command line of the process and ends the process.
  public static func main() async -> Never {
    TerminalGuardian.runIfMeant()
    Console.ignoreBrokenPipes()
    // Keys, trips, logs and crash reports are for the user alone.
    ProgramRun.restrictFiles()
    ProcessEnd.forbidCoreDumps()
    let wiring = Wiring.live()
    let words = Array(CommandLine.arguments.dropFirst())
    let status: ExitStatus
    do throws(CommandError) {
      status = try await run(words, wiring)
    } catch {
      if !error.message.isEmpty { Console.note(SafeText("ridealong: \(error.message)")) }
      status = error.status
    }
    ProcessEnd.end(status.rawValue)
  }

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name.
  ///   - wiring: What commands stand on.
  /// - Returns: The status to end with.
  /// - Throws: Why the command did not do its work.
  static func run(_ words: [String], _ wiring: Wiring) async throws(CommandError) -> ExitStatus {
    guard !words.isEmpty else {
      for line in HelpText.short { Console.note(SafeText(line)) }
      return .usage
    }
    let invoked = try InvokedCommand(words, wiring.environment)
    return try await run(invoked.command, invoked.words, wiring)
  }

  private static func run(
    _ command: Command,
    _ words: [String],
    _ wiring: Wiring
  ) async throws(CommandError) -> ExitStatus {
    var wiring = wiring
    let isConfigurable = Command.configurable.contains(command)
    var arguments = try read(words, for: command)
    if arguments.has(.help) {
      try Console.print(HelpText.lines(for: command))
      return .success
    }
    if Command.onScreen.contains(command) { prepareScreen(wiring) }
    if ![.help, .version, .contexts, .completions].contains(command) {
      do {
        try TerminalActor.start()
      } catch {
        throw CommandError(.failure, "\(error)")
      }
    }
    // It tells of a configuration that is wrong, and goes on.
    if command == .doctor { return try await DoctorCommand.run(arguments, wiring) }
    if isConfigurable {
      let unconfigured = wiring
      try configure(command, &arguments, &wiring) { Console.note(SafeText($0)) }
      wiring.reread = { () throws(CommandError) in
        var (arguments, wiring) = (try read(words, for: command), unconfigured)
        var warnings: [String] = []
        try configure(command, &arguments, &wiring) { warnings.append($0) }
        return Rereading(arguments: arguments, wiring: wiring, warnings: warnings)
      }
    }
    wiring.certificateFile = try AuthoritiesFile.path(arguments)
    guard Command.logged.contains(command) else {
      return try await perform(command, arguments, wiring)
    }
    let log = try wiring.log(arguments, for: command)
    wiring.log = log
    wiring.stateFile = wiring.environment.stateDirectory.map { StateFile(in: $0, log: log) }
    do throws(CommandError) {
      // Keys and signals are to work however busy the concurrency pool is.
      let status = try await withTaskExecutorPreference(ReservedThread.shared) {
        () async throws(CommandError) in
        try await perform(command, arguments, wiring)
      }
      await wiring.background.finish()
      log?.note(.info, "end with status \(status.rawValue)\(status.signalWords)")
      return status
    } catch {
      await wiring.background.finish()
      if !error.message.isEmpty { log?.note(.error, error.message) }
      log?.note(.info, "end with status \(error.status.rawValue)")
      throw error
    }
  }

  private static func read(
    _ words: [String],
    for command: Command
  ) throws(CommandError) -> Arguments {
    try Arguments(
      words,
      options: command.options + command.idleOptions,
      takesOpposites: Command.configurable.contains(command)
    )
  }

  /// Applies the environment and the configuration file to a command line.
  private static func configure(
    _ command: Command,
    _ arguments: inout Arguments,
    _ wiring: inout Wiring,
    warn: (String) -> Void
  ) throws(CommandError) {
    let configuration = try Configuration(arguments, wiring.environment)
    configuration.warnings.forEach(warn)
    try configuration.checkContext()
    arguments.fill(command.options, from: configuration)
    wiring.themeDirectory = configuration.themeDirectory
    if Command.onScreen.contains(command) {
      let keys = try configuration.keyTable()
      keys.warnings.forEach(warn)
      wiring.keys = keys.table
      wiring.sync = try arguments.choice(SyncChoice.self, .synchronizedOutput) ?? .auto
    }
  }

  private static func perform(
    _ command: Command,
    _ arguments: Arguments,
    _ wiring: Wiring
  ) async throws(CommandError) -> ExitStatus {
    switch command {
    case .follow: return try await FollowCommand.run(arguments, wiring)
    case .wait: return try await WaitCommand.run(arguments, wiring)
    case .book: return try await BookCommand.run(arguments, wiring)
    case .demo: return try await DemoCommand.run(arguments, wiring)
    case .emulator: return try await EmulatorCommand.run(arguments, wiring)
    case .drive: return try await DriveCommand.run(arguments, wiring)
    case .vehicle: return try await VehicleCommand.run(arguments, wiring)
    case .replayLog: return try await ReplayLogCommand.run(arguments, wiring)
    case .token: return try await TokenCommand.run(arguments, wiring)
    case .doctor: return try await DoctorCommand.run(arguments, wiring)
    case .contexts: return try ContextsCommand.run(arguments, wiring)
    case .completions: return try CompletionsCommand.run(arguments, wiring)
    case .version:
      try arguments.expect([], for: "version")
      try Console.print(["ridealong \(HelpText.version)"])
      return .success
    case .help:
      try arguments.expect(arguments.positionals.isEmpty ? [] : ["a command"], for: "help")
      guard let word = arguments.positionals.first else {
        try Console.print(HelpText.all)
        return .success
      }
      try Console.print(help(on: word))
      return .success
    }
  }

  private static func help(on word: String) throws(CommandError) -> [String] {
    if let topic = HelpTopic(rawValue: word) { return topic.lines }
    if let command = Command(rawValue: word) { return HelpText.lines(for: command) }
    throw .usage(
      "there is no help on \(word).\(Spelling.question(word, among: Command.help.operands)) "
        + "ridealong help lists the commands."
    )
  }

  /// Sees to it that a crash on a terminal ends at once and leaves a report.
  private static func prepareScreen(_ wiring: Wiring) {
    guard isatty(STDOUT_FILENO) != 0, let state = wiring.environment.stateDirectory else { return }
    // What it starts again as restricts them once more.
    ProgramRun.releaseFiles()
    defer { ProgramRun.restrictFiles() }
    do {
      try CrashReports.reexecIfNeeded(
        directory: state + "/crash",
        searchPath: wiring.environment.variables["PATH"] ?? ""
      )
    } catch {
      Console.note("Crashes will leave no report: \("\(error)")")
    }
  }
}
