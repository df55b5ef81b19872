/// The options of the program's log.
extension Option {
  static let logFile = Option(
    "--log-file",
    .optionalFile,
    "log file instead of the one in ~/.local/state/ridealong, or \"none\"; up to 3 of 5 MiB"
  )
  static let logLevel = Option(
    "--log-level",
    .words(LogLevel.allCases.map(\.rawValue)),
    "log level: \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")) "
      + "(default: info, with a screen or --log-file)",
    placeholder: "LEVEL"
  )

  /// The options of every command that keeps a log.
  static let log = [logFile, logLevel]
}
