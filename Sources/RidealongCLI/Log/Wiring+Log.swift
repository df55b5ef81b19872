internal import CellGrid
internal import FleetEngine

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Wiring {
  /// The log that the command line, the environment and the configuration ask for.
  ///
  /// - Parameters:
  ///   - arguments: What they say.
  ///   - command: The command that is logged.
  /// - Returns: The log; nil for none, which is the usual.
  /// - Throws: That a level is none, or that there is no place for a log.
  func log(_ arguments: Arguments, for command: Command) throws(CommandError) -> LogFile? {
    let level = try arguments.choice(LogLevel.self, .logLevel)
    guard arguments[.logFile] != "none", arguments[.logFile] != nil || level != nil else {
      return nil
    }
    let path: String
    if let named = arguments[.logFile] {
      path = named
    } else {
      guard let state = stateDirectory() else { return nil }
      path = state + "/" + LogTail.name
    }
    let log = LogFile(path, level: level ?? .info, wallNow: clock.wallNow)
    // Who rotates logs elsewhere may send it; a file that was moved is noticed without.
    _ = signal(SIGUSR1, SIG_IGN)
    log.note(.info, "ridealong \(HelpText.version) \(command.rawValue), process \(getpid())")
    for setting in arguments.report(command.options) where setting.origin != .standard {
      log.note(.info, "\(setting.key) = \(setting.value ?? "") (\(setting.origin))")
    }
    return log
  }

  /// The directory of the program's state; nil where there can be none, which keeps nobody from
  /// following.
  func stateDirectory() -> String? {
    guard let path = environment.stateDirectory else { return nil }
    do throws(CommandError) {
      try PrivateFolder.makeAll(path)
      return path
    } catch {
      Console.note(SafeText("No log is kept: \(error.message)"))
      return nil
    }
  }
}
