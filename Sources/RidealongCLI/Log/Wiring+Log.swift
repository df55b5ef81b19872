internal import CellGrid
internal import FleetEngine

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Wiring {
  /// The log that the command line, the environment and the configuration ask for; for a command that
  /// may open a screen, else, one that begins with the screen, as nothing but F2 tells there what
  /// became of the ride.
  ///
  /// - Parameters:
  ///   - arguments: What they say.
  ///   - command: The command that is logged.
  /// - Returns: The log; nil for none.
  /// - Throws: That a level is none, or that there is no place for a log.
  func log(_ arguments: Arguments, for command: Command) throws(CommandError) -> LogFile? {
    let level = try arguments.choice(LogLevel.self, .logLevel)
    guard arguments[.logFile] != "none" else { return nil }
    let isAsked = arguments[.logFile] != nil || level != nil
    guard isAsked || Command.onScreen.contains(command) else { return nil }
    let path: String
    if let named = arguments[.logFile] {
      path = named
    } else if !isAsked {
      guard let state = environment.stateDirectory else { return nil }
      path = state + "/" + LogTail.name
    } else {
      guard let state = stateDirectory() else { return nil }
      path = state + "/" + LogTail.name
    }
    let log =
      isAsked
      ? LogFile(path, level: level ?? .info, wallNow: clock.wallNow)
      // Where it cannot be written, nobody waits for it; F2 says so.
      : LogFile(path, level: .info, wallNow: clock.wallNow, isHeld: true) { _ in }
    // Who rotates logs elsewhere may send it; a file that was moved is noticed without.
    _ = signal(SIGUSR1, SIG_IGN)
    log.note(.info, "ridealong \(HelpText.version) \(command.rawValue), process \(getpid())")
    for setting in arguments.report(command.options)
    where setting.origin != .standard || setting.key == Option.endpoint.key {
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
