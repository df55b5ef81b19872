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
    let status: ExitStatus
    do throws(CommandError) {
      status = try await run(Array(CommandLine.arguments.dropFirst()), .system, .current)
    } catch {
      if !error.message.isEmpty { Console.printError(SafeText("ridealong: \(error.message)")) }
      status = error.status
    }
    ProcessEnd.end(status.rawValue)
  }

  /// Runs the words of a command line after the program's name.
  private static func run(
    _ words: [String],
    _ clock: ServiceClock,
    _ environment: Environment
  ) async throws(CommandError) -> ExitStatus {
    guard !words.isEmpty else {
      for line in HelpText.short { Console.printError(SafeText(line)) }
      return .usage
    }
    let invoked = try InvokedCommand(words, environment)
    let command = invoked.command
    var arguments = try read(invoked.words, for: command)
    if arguments.has(.help) {
      try Console.print(HelpText.lines(for: command))
      return .success
    }
    if Command.onScreen.contains(command) { prepareScreen(environment) }
    if ![.help, .version, .contexts, .completions].contains(command) {
      do {
        try TerminalActor.start()
      } catch {
        throw CommandError(.failure, "\(error)")
      }
    }
    var network = Network(
      clock: clock,
      environment: environment,
      schedule: FleetSchedule(clock: clock)
    )
    // It reports a wrong configuration, and continues.
    if command == .doctor { return try await DoctorCommand.run(arguments, network) }
    var screen = ScreenSetup(environment: environment)
    if Command.configurable.contains(command) {
      let unconfigured = screen
      try configure(command, &arguments, &screen) { Console.printError(SafeText($0)) }
      screen.reread = { () throws(CommandError) in
        var (arguments, screen) = (try read(invoked.words, for: command), unconfigured)
        var warnings: [String] = []
        try configure(command, &arguments, &screen) { warnings.append($0) }
        return ScreenSetup.Rereading(arguments: arguments, screen: screen, warnings: warnings)
      }
    }
    network.certificateFile = try arguments.authoritiesFile()
    guard Command.logged.contains(command) else {
      return try await perform(command, arguments, network, screen, nil)
    }
    let log = try LogFile.requested(by: arguments, for: command, clock, environment)
    (network.log, screen.log) = (log, log)
    return try await perform(command, arguments, network, screen, log)
  }

  /// Runs a command that keeps a log where one is wanted, and logs its end.
  private static func perform(
    _ command: Command,
    _ arguments: Arguments,
    _ network: Network,
    _ screen: ScreenSetup,
    _ log: LogFile?
  ) async throws(CommandError) -> ExitStatus {
    let (clock, environment) = (network.clock, network.environment)
    let journal = TripJournal(
      clock: clock,
      log: log,
      stateFile: environment.stateDirectory.map { StateFile(in: $0, log: log) }
    )
    func run() async throws(CommandError) -> ExitStatus {
      switch command {
      case .follow: try await FollowCommand.run(arguments, network, screen, journal)
      case .wait: try await WaitCommand.run(arguments, network, journal)
      case .book: try await BookCommand.run(arguments, network, screen, journal)
      case .demo: try await DemoCommand.run(arguments, network, screen, journal)
      case .emulator: try await EmulatorCommand.run(arguments, clock, environment)
      case .drive: try await DriveCommand.run(arguments, network)
      case .vehicle: try await VehicleCommand.run(arguments, network)
      case .replayLog: try await ReplayLogCommand.run(arguments, network)
      case .token: try await TokenCommand.run(arguments, clock)
      case .doctor: try await DoctorCommand.run(arguments, network)
      case .contexts: try ContextsCommand.run(arguments, environment)
      case .completions: try CompletionsCommand.run(arguments, environment)
      case .version, .help: try help(command, arguments)
      }
    }
    guard Command.logged.contains(command) else { return try await run() }
    do throws(CommandError) {
      // Keys and signals are to work however busy the concurrency pool is.
      let status = try await withTaskExecutorPreference(ReservedThread.shared) {
        () async throws(CommandError) in
        try await run()
      }
      await journal.finish()
      log?.record(.info, "end with status \(status.rawValue)\(status.signalWords)")
      return status
    } catch {
      await journal.finish()
      if !error.message.isEmpty { log?.record(.error, error.message) }
      log?.record(.info, "end with status \(error.status.rawValue)")
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
    _ screen: inout ScreenSetup,
    warn: (String) -> Void
  ) throws(CommandError) {
    let configuration = try Configuration(arguments, screen.environment)
    configuration.warnings.forEach(warn)
    try configuration.checkContext()
    arguments.fill(command.options, from: configuration)
    screen.themeDirectory = configuration.themeDirectory
    if Command.onScreen.contains(command) {
      let keys = try configuration.keyTable()
      keys.warnings.forEach(warn)
      screen.keys = keys.table
      screen.sync = try arguments.choice(SyncChoice.self, .synchronizedOutput) ?? .auto
    }
  }

  private static func help(
    _ command: Command,
    _ arguments: Arguments
  ) throws(CommandError) -> ExitStatus {
    if command == .version {
      try arguments.expect([], for: "version")
      try Console.print(["ridealong \(HelpText.version)"])
    } else if let word = arguments.positionals.first {
      try arguments.expect(["a command"], for: "help")
      try Console.print(help(on: word))
    } else {
      try Console.print(HelpText.all)
    }
    return .success
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
  private static func prepareScreen(_ environment: Environment) {
    guard isatty(STDOUT_FILENO) != 0, let state = environment.stateDirectory else { return }
    // What it starts again as restricts them once more.
    ProgramRun.releaseFiles()
    defer { ProgramRun.restrictFiles() }
    do {
      try CrashReports.reexecIfNeeded(
        directory: state + "/crash",
        searchPath: environment.variables["PATH"] ?? ""
      )
    } catch {
      Console.printError("Crashes will leave no report: \("\(error)")")
    }
  }
}
