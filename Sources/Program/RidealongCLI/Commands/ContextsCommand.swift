internal import CellGrid
internal import FleetEngine
internal import TrustLimits

/// `ridealong contexts`: lists the contexts of the configuration.
enum ContextsCommand {
  static func run(
    _ arguments: Arguments,
    _ environment: Environment
  ) throws(CommandError) -> ExitStatus {
    try arguments.expect([], for: "contexts")
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

/// `ridealong completions`: prints the script that makes a shell complete the command line.
enum CompletionsCommand {
  /// The argument with which the scripts read the last trips; it is not documented for users.
  static let trips = "trips"

  static func run(
    _ arguments: Arguments,
    _ environment: Environment
  ) throws(CommandError) -> ExitStatus {
    if arguments.positionals == [trips] {
      guard let directory = environment.stateDirectory else { return .success }
      // Servers name trips, so names that a shell might split or expand are left out.
      let trips = StateFile.read(directory + "/" + StateFile.name).trips
      try Console.print(whole: trips.filter { ShellWord.isPlain($0) })
      return .success
    }
    let names = Shell.allCases.map(\.rawValue)
    try arguments.expect(["a shell, one of " + names.joined(separator: ", ")], for: "completions")
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw .noChoice("the shell", arguments.positionals[0], among: names)
    }
    try Console.print(whole: shell.completions)
    return .success
  }
}

enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  var completions: [String] {
    switch self {
    case .bash: BashCompletions.lines
    case .zsh: ZshCompletions.lines
    case .fish: FishCompletions.lines
    }
  }

  /// The comment that names the program.
  var comment: String { "# Written by: ridealong completions \(rawValue)" }

  static var commands: String { Command.allCases.map(\.rawValue).joined(separator: " ") }
}
