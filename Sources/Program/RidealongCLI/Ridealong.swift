internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

/// The program: finds the command, runs it and ends with its status.
public enum Ridealong {
  /// Runs the command line of the process and ends the process.
  public static func main() async -> Never {
    TerminalGuardian.runIfMeant()
    Console.ignoreBrokenPipes()
    // Only the user may read keys, trips, logs and crash reports.
    ProgramRun.restrictFiles()
    ProgramProcess.forbidCoreDumps()
    let status: ExitStatus
    do throws(CommandError) {
      status = try await run(Array(CommandLine.arguments.dropFirst()), .system, .current)
    } catch {
      if !error.message.isEmpty { Console.printError(SafeText("ridealong: \(error.message)")) }
      status = error.status
    }
    ProgramProcess.end(status.rawValue)
  }

  /// Runs a command line, given without the program's name.
  static func run(
    _ words: [String],
    _ clock: ServiceClock,
    _ environment: Environment
  ) async throws(CommandError) -> ExitStatus {
    guard !words.isEmpty else {
      for line in await Welcome.lines(environment) { Console.printError(SafeText(line)) }
      return .usage
    }
    let invoked = try InvokedCommand(words, environment)
    let command = invoked.command
    var arguments = try read(invoked.words, for: command)
    if arguments.has(.help) {
      try Console.print(HelpText.lines(for: command))
      return .success
    }
    if command.opensScreen(arguments) { prepareScreen(environment) }
    if ![.help, .version, .contexts, .completions].contains(command) {
      try CommandError.wrapping { try TerminalActor.start() }
    }
    var network = Network(
      clock: clock,
      environment: environment,
      schedule: FleetSchedule(clock: clock)
    )
    // The doctor reports an invalid configuration and continues.
    if command == .doctor { return try await DoctorCommand.run(arguments, network) }
    if command == .initialize {
      // Before init writes its file: crash reports restart the process, which would then find that file.
      prepareScreen(environment)
      return try await InitCommand.run(arguments, network)
    }
    var screen = ScreenSetup(environment: environment)
    if Command.configurable.contains(command) || command.opensScreen(arguments) {
      let unconfigured = screen
      try configure(command, &arguments, &screen) { Console.printError(SafeText($0)) }
      screen.reread = { () throws(CommandError) in
        var (arguments, screen) = (try read(invoked.words, for: command), unconfigured)
        var warnings: [String] = []
        try configure(command, &arguments, &screen) { warnings.append($0) }
        return ScreenSetup.Rereading(arguments: arguments, screen: screen, warnings: warnings)
      }
    }
    network.isRehearsal = arguments.has(.dryRun)
    try environment.check(created: Option.created, in: arguments)
    network.certificateFile = try arguments.authoritiesFile()
    if Command.logged.contains(command) {
      network.log = try LogFile.requested(by: arguments, for: command, clock, environment)
      screen.log = network.log
    }
    return try await perform(Invocation(command, arguments, network, screen))
  }

  /// Runs a command; a command that may keep a log runs on a thread of its own and logs its end.
  private static func perform(_ invocation: Invocation) async throws(CommandError) -> ExitStatus {
    let command = invocation.command
    guard Command.logged.contains(command) || command.opensScreen(invocation.arguments) else {
      return try await invocation.run()
    }
    let (journal, log) = (invocation.journal, invocation.network.log)
    do throws(CommandError) {
      // Keys and signals must work however busy the concurrency pool is.
      let status = try await withTaskExecutorPreference(ReservedThread.shared) {
        () async throws(CommandError) in
        try await invocation.run()
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
    arguments.fill(command.configuredOptions, from: configuration)
    screen.themeDirectory = configuration.themeDirectory
    if command.opensScreen(arguments) {
      let keys = try configuration.keyTable()
      keys.warnings.forEach(warn)
      screen.keys = keys.table
    }
  }

  /// Makes a crash on a terminal end the process immediately, with a report where there is a directory for it.
  private static func prepareScreen(_ environment: Environment) {
    guard Console.outputIsTerminal else { return }
    // The process that is started again restricts them itself.
    ProgramRun.releaseFiles()
    defer { ProgramRun.restrictFiles() }
    do {
      try CrashReports.reexecIfNeeded(
        directory: environment.stateDirectory.map { $0 + "/crash" },
        searchPath: environment.variables["PATH"] ?? ""
      )
    } catch {
      Console.printError("Crashes will leave no report: \("\(error)")")
    }
  }
}

/// A command with what it runs with.
struct Invocation: Sendable {
  let command: Command
  let arguments: Arguments
  let network: Network
  let screen: ScreenSetup
  let journal: TripJournal

  init(
    _ command: Command,
    _ arguments: Arguments,
    _ network: Network,
    _ screen: ScreenSetup
  ) throws(CommandError) {
    (self.command, self.arguments, self.network) = (command, arguments, network)
    self.screen = screen
    let state = network.environment.stateDirectory
    journal = TripJournal(
      clock: network.clock,
      log: network.log,
      stateFile: state.map { StateFile(in: $0, log: network.log) },
      recording: try RecordingFile(arguments, network.clock)
    )
  }

  func run() async throws(CommandError) -> ExitStatus {
    switch command {
    case .follow: try await FollowCommand.run(self)
    case .wait: try await WaitCommand.run(self)
    case .book: try await BookCommand.run(self)
    case .demo: try await DemoCommand.run(self)
    case .emulator: try await EmulatorCommand.run(self)
    case .drive: try await DriveCommand.run(self)
    case .vehicle: try await VehicleCommand.run(self)
    case .replay: try await ReplayCommand.run(self)
    case .inspect: try await InspectCommand.run(self)
    case .dump: try await DumpCommand.run(self)
    case .replayLog: try await ReplayLogCommand.run(self)
    case .token: try await TokenCommand.run(arguments, network.clock)
    case .map: try await MapCommand.run(self)
    case .doctor: try await DoctorCommand.run(arguments, network)
    case .initialize: try await InitCommand.run(arguments, network)
    case .contexts: try ContextsCommand.run(arguments, network.environment)
    case .completions: try CompletionsCommand.run(arguments, network.environment)
    case .version, .help: try help()
    }
  }

  private func help() throws(CommandError) -> ExitStatus {
    if command == .version {
      try arguments.expect([], for: "version")
      try Console.print(["ridealong \(HelpText.version)"])
    } else if arguments.has(.manual) {
      try Console.print(whole: manual())
    } else if let word = arguments.positionals.first {
      try arguments.expect(["a command"], for: "help")
      try Console.print(help(on: word))
    } else {
      try Console.print(HelpText.all)
    }
    return .success
  }

  /// The page of the manual that the words name, or all pages.
  private func manual() throws(CommandError) -> [String] {
    var pages = ManualPage.all
    if let word = arguments.positionals.first {
      try arguments.expect(["a page"], for: "help --man")
      guard pages.contains(where: { $0.isNamed(word) }) else {
        throw .noChoice("the page", word, among: pages.map(\.word))
      }
      pages.removeAll { !$0.isNamed(word) }
    }
    guard Console.outputIsTerminal else { return pages.flatMap(\.source) }
    return pages.enumerated().flatMap { number, page in (number > 0 ? [""] : []) + page.text }
  }

  private func help(on word: String) throws(CommandError) -> [String] {
    if let topic = HelpTopic(rawValue: word) { return topic.lines }
    if let command = Command(rawValue: word) { return HelpText.lines(for: command) }
    throw .usage(
      "there is no help on \(word).\(Spelling.question(word, among: Command.help.operands)) "
        + "ridealong help lists the commands."
    )
  }
}
