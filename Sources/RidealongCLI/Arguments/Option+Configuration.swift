/// The options that choose the configuration.
extension Option {
  static let config = Option(
    "--config",
    .file,
    "configuration file to read instead of yours, or \"none\"",
    isInFile: false
  )
  static let context = Option("--context", .context, "configuration context to use, or \"none\"")
  static let names = Option("--names", .flag, "print only the names", isInFile: false)

  /// The options of every command that reads the configuration.
  static let configuration = [context, config] + log

  /// What a configuration file may hold, by the order of help: the options of the commands that
  /// read it.
  static var configurable: [Option] {
    Command.configurable.flatMap(\.options).reduce(into: []) { options, option in
      if option.isInFile, !options.contains(where: { $0.key == option.key }) {
        options.append(option)
      }
    }
  }

  /// What is of no account where something else is given nearer to the user.
  ///
  /// A source of tokens replaces another whole, with what belongs to it; a backend brings its own
  /// Fleet Engine and its own tokens.
  private static let replacements: [(given: [Option], replaced: [Option])] = [
    (sources, tokenSources),
    ([backend], [endpoint] + tokenSources),
    ([json, once], [plain]),
  ]

  /// The options that others replace.
  static func replaced(by names: some Sequence<String>) -> Set<String> {
    var replaced: Set<String> = []
    for rule in replacements where names.contains(where: { rule.given.map(\.name).contains($0) }) {
      replaced.formUnion(rule.replaced.map(\.name))
    }
    return replaced
  }
}

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
