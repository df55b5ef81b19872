internal import CellGrid
internal import FleetEngine
internal import SystemLibrary
internal import Viewer

extension LogFile {
  /// The log of the command line, the environment and the configuration; nil for none.
  ///
  /// With `always`, for a command that may open a screen, there is a log that starts with the screen, for F2.
  static func requested(
    by arguments: Arguments, always: Bool, _ clock: ServiceClock, _ environment: Environment
  ) throws(CommandError) -> LogFile? {
    let level: LogLevel? = try arguments.choice(.logLevel)
    guard arguments[.logFile] != "none" else { return nil }
    let isAsked = arguments[.logFile] != nil || level != nil
    guard isAsked || always else { return nil }
    if let path = arguments[.logFile], !AppendedFile.isStandardError(path),
      let problem = environment.problem(creating: path)
    {
      Console.printError(SafeText("No log is kept: \(problem). \(Environment.homeAdvice)"))
      return nil
    }
    let standard = { isAsked ? environment.madeStateDirectory() : environment.stateDirectory }
    guard let path = arguments[.logFile] ?? standard().map({ $0 + "/" + name }) else { return nil }
    let log =
      isAsked
      ? LogFile(path, level: level ?? .info, wallNow: clock.wallNow)
      // F2 shows a failure.
      : LogFile(path, level: .info, wallNow: clock.wallNow, isHeld: true) { _ in }
    // Tools that rotate logs may send SIGUSR1; a moved file is detected without it.
    _ = signal(SIGUSR1, SIG_IGN)
    log.record(.info, "ridealong \(HelpText.version) \(arguments.command), process \(getpid())")
    for setting in arguments.report(arguments.options)
    where setting.origin != .standard || setting.key == Option.endpoint.key {
      log.record(.info, "\(setting.key) = \(setting.value ?? "") (\(setting.origin))")
    }
    return log
  }
}
