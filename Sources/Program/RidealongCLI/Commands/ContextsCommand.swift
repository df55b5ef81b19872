internal import CellGrid
internal import FleetEngine
internal import TrustLimits

extension Command {
  static let contexts = Command(
    name: "contexts", synopsis: "ridealong contexts [OPTIONS]",
    summary: "list the contexts of the configuration file",
    examples: ["ridealong contexts", "ridealong contexts --json"],
    detail: [
      "A context is a table [contexts.NAME] of the configuration file, with an endpoint, a provider",
      "and a source of tokens. --context NAME chooses one for a run; context = \"NAME\" above the",
      "tables is the default, which has a star in the list.",
    ],
    options: [.context, .config, .names, .json],
    onlyPrints: true,
    run: ContextsCommand.run
  )
}

/// `ridealong contexts`: lists the contexts of the configuration.
enum ContextsCommand {
  static func run(_ context: CommandContext) throws(CommandError) -> ExitStatus {
    let (arguments, environment) = (context.arguments, context.servers.environment)
    try arguments.expect([])
    let configuration = try Configuration(arguments, environment)
    for warning in configuration.warnings { Console.printError(SafeText(warning)) }
    if arguments.has(.names) {
      guard !arguments.has(.json) else { throw .usage("--names and --json exclude each other.") }
      try Console.print(whole: configuration.contexts)
      return .success
    }
    let rows = try configuration.contexts.map { (name) throws(CommandError) in
      try Row(name, configuration)
    }
    if arguments.has(.json) {
      var record = JSONRecord("contexts")
      record["current"] = configuration.currentContext
      record["contexts"] = rows
      try Console.print(encoding: record)
    } else if rows.isEmpty {
      Console.printError("There are no contexts. ridealong help config shows how to write one.")
    } else {
      try Console.print(table(rows))
    }
    try configuration.checkContext()
    return .success
  }

  /// A context with the settings that apply to it, wherever they are set.
  private struct Row: Encodable, Sendable {
    let name: String
    let current: Bool
    let endpoint: String?
    let backend: String?
    let provider: String?
    /// The key of the source of tokens.
    let tokens: String?

    init(_ name: String, _ configuration: Configuration) throws(CommandError) {
      self.name = name
      current = name == configuration.currentContext
      var arguments = try Arguments([], options: [])
      let options = Command.follow.options + [.backend]
      arguments.fill(options, from: configuration.layers(context: name))
      func shown(_ option: Option) -> String? {
        ReportedSetting(option, arguments.setting(option)).value
      }
      (endpoint, backend, provider) = (shown(.endpoint), shown(.backend), shown(.provider))
      tokens = Option.sources.first { arguments.has($0) }?.key
    }
  }

  private static func table(_ rows: [Row]) -> [String] {
    let cells =
      [["CURRENT", "NAME", "ENDPOINT", "PROVIDER", "TOKENS"]]
      + rows.map { row in
        [
          row.current ? "*" : "", row.name, row.endpoint ?? "-", row.provider ?? "-",
          row.tokens ?? "-",
        ]
      }
    return TextTable.lines(cells)
  }
}
