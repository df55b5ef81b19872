internal import FleetEngine

/// The command that a command line runs, with its words.
///
/// `follow` may be left out before a trip's full name, and before an ID if the provider is set.
struct InvokedCommand: Sendable, Hashable {
  let command: Command
  let words: [String]

  private init(_ command: Command, _ words: some Sequence<String>) {
    self.command = command
    self.words = Array(words)
  }

  /// Finds the command of a command line.
  init(_ words: [String], _ environment: Environment) throws(CommandError) {
    let first = words[0]
    if let command = Command(rawValue: first) {
      self.init(command, words.dropFirst())
    } else if ["-h", "--help"].contains(first) {
      self.init(.help, [])
    } else if ["-V", "--version"].contains(first) {
      self.init(.version, [])
    } else if first.hasPrefix("-") {
      try Self.checkLeadingOptions(words, environment)
      self.init(.follow, words)
    } else {
      // A word with a slash is a trip's name and never a command.
      if !first.contains("/") { try Self.checkTripID(words, environment) }
      self.init(.follow, words)
    }
  }

  /// Checks that options without a command name trips to follow.
  private static func checkLeadingOptions(
    _ words: [String],
    _ environment: Environment
  ) throws(CommandError) {
    let options = words.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) }
    let listsTrips = [Option.tripFile, .followedVehicle].contains { options.contains($0.name) }
    guard !listsTrips, !words.contains(where: { $0.hasPrefix("providers/") }) else { return }
    let known = Command.allCases.flatMap(\.options)
    if !known.contains(where: { $0.name == options[0] || $0.opposite == options[0] }) {
      throw Arguments.unknown(options[0], options: Command.follow.options + [.help])
    }
    let arguments = try? Arguments(words, options: Command.follow.options, takesOpposites: true)
    let names = arguments?.positionals ?? []
    if let name = names.first, Command(rawValue: name) == nil, !name.contains("/"),
      try setsProvider(words, environment)
    {
      return
    }
    let command = names.lazy.compactMap { Command(rawValue: $0) }.first ?? .follow
    throw .usage(
      "\(options[0]) comes after a command, as in ridealong \(command.rawValue) \(options[0]). "
        + "ridealong help lists the commands."
    )
  }

  /// Checks that the first word is a trip's ID and not a misspelled command.
  ///
  /// A word of letters and dashes that is similar to a command is a misspelled command. Any other
  /// word is an ID if the provider is set.
  private static func checkTripID(
    _ words: [String],
    _ environment: Environment
  ) throws(CommandError) {
    let question = Spelling.question(words[0], among: Command.allCases.map(\.rawValue))
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
      "unknown command \(words[0]).\(question)\(hint) ridealong help lists the commands."
    )
  }

  /// Whether the command line, the environment or the configuration sets the provider.
  private static func setsProvider(
    _ words: [String],
    _ environment: Environment
  ) throws(CommandError) -> Bool {
    var arguments: Arguments
    do throws(CommandError) {
      arguments = try Arguments(words, options: Command.follow.options, takesOpposites: true)
    } catch {
      // The command reports the error in more detail.
      let options = words.map { String($0.prefix { $0 != "=" }) }
      guard !options.contains(where: { [Option.provider.name, Option.context.name].contains($0) })
      else { return true }
      arguments = try Arguments([], options: [])
    }
    let configuration = try Configuration(arguments, environment)
    try configuration.checkContext()
    arguments.fill(Command.follow.options, from: configuration)
    return arguments.has(.provider)
  }
}
