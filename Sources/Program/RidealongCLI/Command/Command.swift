internal import FleetEngine

/// A command of the program: what help, the manual and completions say of it, its options, and its work.
struct Command: Sendable {
  /// The kind of the words after a command; completions offer them.
  enum Operands: Sendable { case other, files, trips, commands }

  /// The options that the environment and the configuration file may set.
  enum Configurable: Sendable {
    case nothing
    /// All options.
    case all
    /// Only the server, the tokens and the log.
    case server
    /// Only the look of the screen; the configuration is read for a screen only.
    case look
  }

  enum Screen: Sendable {
    case never
    case usual
    case with(Option)
  }

  let name: String
  /// The usage line.
  let synopsis: String
  /// The purpose, in one line.
  let summary: String
  /// Typical command lines, the most common first; at least one.
  let examples: [String]
  /// The help after the usage line.
  var detail: [String] = []
  var options: [Option] = []
  /// Options that are accepted and ignored; help leaves them out.
  var idleOptions: [Option] = []
  /// The words that the first argument is one of; empty if it may be any.
  var actions: [String] = []
  var operands = Operands.other
  var configurable = Configurable.nothing
  /// Whether the command reads the configuration itself, to report what is wrong in it or to write it.
  var configuresItself = false
  var screen = Screen.never
  /// Whether the command only prints something, and the first signal may end it at once.
  var onlyPrints = false
  let run: @Sendable (CommandContext) async throws(CommandError) -> ExitStatus

  /// Finds a command by its name.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// The commands that read the environment and the configuration.
  static var configured: [Command] {
    all.filter { $0.configurable == .all } + all.filter { $0.configurable == .server }
  }

  /// The words that the first argument may be, with the names of commands; empty for any.
  var firstWords: [String] { (operands == .commands ? Self.all.map(\.name) : []) + actions }

  /// The options that the environment and the configuration may set.
  var configuredOptions: [Option] {
    switch configurable {
    case .nothing: []
    case .all: options
    case .server: options.filter { (Option.server + Option.log).map(\.name).contains($0.name) }
    case .look: Option.map
    }
  }

  /// Whether the environment and the configuration apply to a command line.
  func isConfigured(_ arguments: Arguments) -> Bool {
    switch configurable {
    case .nothing: false
    case .all, .server: true
    case .look: opensScreen(arguments)
    }
  }

  /// Whether the command keeps a log.
  var isLogged: Bool { options.contains(.logLevel) }

  /// Whether the command may open the screen.
  func opensScreen(_ arguments: Arguments) -> Bool {
    switch screen {
    case .never: false
    case .usual: true
    case .with(let option): arguments.has(option)
    }
  }

  func parse(_ words: [String]) throws(CommandError) -> Arguments {
    try Arguments(
      words, of: name, options: options, ignoring: idleOptions,
      takesOpposites: [.all, .server].contains(configurable))
  }
}

extension Command {
  /// The command that a command line runs, with its words.
  ///
  /// `follow` may be left out before a trip's full name, and before an ID if the provider is set.
  static func find(
    _ words: [String], _ environment: Environment
  ) throws(CommandError) -> (command: Command, words: [String]) {
    let first = words[0]
    if let command = named(first) { return (command, Array(words.dropFirst())) }
    if ["-h", "--help"].contains(first) { return (help, []) }
    if ["-V", "--version"].contains(first) { return (version, []) }
    if first.hasPrefix("-") {
      try checkLeadingOptions(words, environment)
    } else if !first.contains("/") {
      // A word with a slash is a trip's name and never a command.
      try checkTripID(words, environment)
    }
    return (follow, words)
  }

  /// Checks that options without a command name trips to follow.
  private static func checkLeadingOptions(
    _ words: [String], _ environment: Environment
  ) throws(CommandError) {
    let options = words.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) }
    let listsTrips = [Option.tripFile, .followedVehicle].contains { options.contains($0.name) }
    guard !listsTrips, !words.contains(where: { $0.hasPrefix("providers/") }) else { return }
    let known = all.flatMap(\.options)
    if !known.contains(where: { $0.name == options[0] || $0.opposite == options[0] }) {
      throw Arguments.unknown(options[0], options: follow.options + [.help])
    }
    let arguments = try? Arguments(words, options: follow.options, takesOpposites: true)
    let names = arguments?.positionals ?? []
    if let name = names.first, named(name) == nil, !name.contains("/"),
      try setsProvider(words, environment)
    {
      return
    }
    let command = names.lazy.compactMap { named($0) }.first ?? .follow
    throw .usage(
      "\(options[0]) comes after a command, as in ridealong \(command.name) \(options[0]). "
        + "ridealong help lists the commands.")
  }

  /// Checks that the first word is a trip's ID and not a misspelled command.
  ///
  /// A word of letters and dashes that is similar to a command is a misspelled command. Any other
  /// word is an ID if the provider is set.
  private static func checkTripID(
    _ words: [String], _ environment: Environment
  ) throws(CommandError) {
    let question = Spelling.question(words[0], among: all.map(\.name))
    let isSpelled = words[0].utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
    }
    let isTypo = isSpelled && !question.isEmpty
    let hint: String
    if isTypo {
      // An invalid configuration does not matter to a misspelled command.
      let mayBeID = (try? setsProvider(words, environment)) ?? false
      hint = mayBeID ? " For a trip of that ID: ridealong follow \(words[0])." : ""
    } else {
      guard try !setsProvider(words, environment) else { return }
      hint =
        " A trip is named \(TripName.form); its ID alone is enough with --provider or a context that "
        + "sets the provider."
    }
    throw .usage(
      "unknown command \(words[0]).\(question)\(hint) ridealong help lists the commands.")
  }

  private static func setsProvider(
    _ words: [String], _ environment: Environment
  ) throws(CommandError) -> Bool {
    var arguments: Arguments
    do throws(CommandError) { arguments = try follow.parse(words) } catch {
      // The command reports the error in more detail.
      let options = words.map { String($0.prefix { $0 != "=" }) }
      guard !options.contains(where: { [Option.provider.name, Option.context.name].contains($0) })
      else { return true }
      arguments = try Arguments([], options: [])
    }
    let configuration = try Configuration(arguments, environment)
    try configuration.checkContext()
    arguments.fill(follow.options, from: configuration)
    return arguments.has(.provider)
  }
}
