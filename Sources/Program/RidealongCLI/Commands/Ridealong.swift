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
    FileMode.restrictToUser()
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
    _ words: [String], _ clock: ServiceClock, _ environment: Environment
  ) async throws(CommandError) -> ExitStatus {
    guard !words.isEmpty else {
      for line in await Welcome.lines(environment) { Console.printError(SafeText(line)) }
      return .usage
    }
    let (command, words) = try Command.find(words, environment)
    var arguments = try command.parse(words)
    if arguments.has(.help) {
      try Console.print(HelpText.lines(for: command))
      return .success
    }
    // Before init writes its file: crash reports restart the process, which would then find that file.
    if command.opensScreen(arguments) { prepareScreen(environment) }
    if !command.onlyPrints { try CommandError.wrapping { try TerminalActor.start() } }
    var servers = ServerAccess(
      clock: clock, environment: environment, schedule: FleetSchedule(clock: clock))
    var screen = ScreenSetup(environment: environment)
    if command.configuresItself {
      return try await command.run(CommandContext(command, arguments, servers, screen))
    }
    if command.isConfigured(arguments) {
      let unconfigured = screen
      try configure(command, &arguments, &screen) { Console.printError(SafeText($0)) }
      screen.reread = { () throws(CommandError) in
        var (arguments, screen) = (try command.parse(words), unconfigured)
        var warnings: [String] = []
        try configure(command, &arguments, &screen) { warnings.append($0) }
        return ScreenSetup.Rereading(arguments: arguments, screen: screen, warnings: warnings)
      }
    }
    servers.isRehearsal = arguments.has(.dryRun)
    try environment.check(created: Option.created, in: arguments)
    servers.certificateFile = try arguments.authoritiesFile()
    if command.isLogged {
      servers.log = try LogFile.requested(
        by: arguments, always: command.opensScreen(arguments), clock, environment)
      screen.log = servers.log
    }
    return try await perform(CommandContext(command, arguments, servers, screen))
  }

  /// Runs a command; a command that may keep a log runs on a thread of its own and logs its end.
  private static func perform(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let command = context.command
    guard command.isLogged || command.opensScreen(context.arguments) else {
      return try await command.run(context)
    }
    let (outputs, log) = (context.outputs, context.servers.log)
    do throws(CommandError) {
      // Keys and signals must work however busy the concurrency pool is.
      let status = try await withTaskExecutorPreference(ReservedThread.shared) {
        () async throws(CommandError) in try await command.run(context)
      }
      await outputs.finish()
      log?.record(.info, "end with status \(status.rawValue)\(status.signalWords)")
      return status
    } catch {
      await outputs.finish()
      if !error.message.isEmpty { log?.record(.error, error.message) }
      log?.record(.info, "end with status \(error.status.rawValue)")
      throw error
    }
  }

  /// Applies the environment and the configuration file to a command line.
  private static func configure(
    _ command: Command, _ arguments: inout Arguments, _ screen: inout ScreenSetup,
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
    FileMode.release()
    defer { FileMode.restrictToUser() }
    do {
      try CrashReports.reexecIfNeeded(
        directory: environment.stateDirectory.map { $0 + "/crash" },
        searchPath: environment.variables["PATH"] ?? "")
    } catch { Console.printError("Crashes will leave no report: \("\(error)")") }
  }
}
