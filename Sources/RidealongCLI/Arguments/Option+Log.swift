/// The options of the program's log.
extension Option {
  static let logFile = Option(
    "--log-file",
    "FILE",
    "log there, in up to 3 files of 5 MiB, not in ~/.local/state/ridealong; none for no log",
    kind: .optionalFile
  )
  static let logLevel = Option(
    "--log-level",
    "LEVEL",
    "keep a log of: \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")) "
      + "(default: info, with a screen or --log-file)",
    choices: LogLevel.allCases.map(\.rawValue)
  )

  /// The options of every command that keeps a log.
  static let log = [logFile, logLevel]
}
