internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

extension Command {
  static let initialize = Command(
    name: "init", synopsis: "ridealong init [TRIP] [OPTIONS]",
    summary: "write a configuration, check it, and follow a trip",
    examples: [
      "ridealong init", "ridealong init TRIP --provider acme --service-account consumer.json",
      "ridealong init --config staging.toml --token-url https://HOST/token",
    ],
    detail: [
      "It writes a configuration file with the provider and the source of tokens that are given, has",
      "ridealong doctor check it, and follows TRIP. On a terminal it asks for what is not given, also",
      "for the server. Without --config the file is \(HelpText.configurationPath).",
      "A file that exists is replaced only on a terminal and after a question; the old one gets the",
      "ending .old.",
      "",
      "Exit status: that of the doctor; 2 if the file stays as it is or a value is missing; with TRIP that",
      "of ridealong follow.",
    ],
    options: [.provider, .endpoint, .caFile] + Option.tokenSources + [.config],
    operands: .trips,
    configuresItself: true, screen: .usual, run: InitCommand.run)
}

/// `ridealong init`: writes a first configuration, has the doctor check it, and follows a trip.
enum InitCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    try arguments.expect([], optional: 1)
    let path = try path(arguments, servers.environment)
    let isOld = NewFile.exists(path)
    if isOld { try askToReplace(path) }
    let settings = try settings(arguments)
    let trip = arguments.positionals.first ?? askForTrip()
    let text = ConfigurationText.lines(settings).joined(separator: "\n") + "\n"
    if let end = path.lastIndex(of: "/"), end > path.startIndex, arguments[.config] == nil {
      try UserFolder.makeAll(String(path[..<end]))
    }
    do throws(NewFile.Failure) {
      if isOld {
        // A killed process leaves the old configuration or the new one, never none.
        try NewFile.link(path, as: old(path))
        try NewFile.replace(path, with: Array(text.utf8))
      } else {
        try NewFile.write(Array(text.utf8), to: path)
      }
    } catch {
      throw CommandError(.failure, "The configuration cannot be written: \(error.reason).")
    }
    try Console.print([SafeText("Wrote \(path)." + (isOld ? " The old one is \(old(path))." : ""))])
    let words = [trip].compactMap(\.self) + [Option.config.name, path]
    let examined = try Command.doctor.parse(words)
    let status = try await DoctorCommand.run(
      CommandContext(.doctor, examined, servers, context.screen))
    guard status == .success, let trip else {
      if status == .success { try Console.print(["Next: ridealong follow TRIP"]) }
      return status
    }
    let follow = [Command.follow.name, trip, Option.config.name, path]
    return try await Ridealong.run(follow, servers.clock, servers.environment)
  }

  private static func old(_ path: String) -> String { path + ".old" }

  /// Ends unless the user wants a new configuration in place of the old one, which is kept.
  private static func askToReplace(_ path: String) throws(CommandError) {
    let advice = "Edit it, or give --config FILE."
    guard Confirmation.canAsk else {
      throw .usage("\(path) exists; ridealong never changes it. \(advice)")
    }
    guard !NewFile.exists(old(path)) else {
      throw .usage("\(path) and \(old(path)) exist. \(advice)")
    }
    let question = "\(path) exists. Write a new one? The old one becomes \(old(path))."
    guard Confirmation.agrees(question) else { throw .usage("\(path) stays as it is. \(advice)") }
  }

  private static func path(
    _ arguments: Arguments, _ environment: Environment
  ) throws(CommandError) -> String {
    if let path = arguments[.config] {
      guard path != "none" else { throw .usage("ridealong init writes a file; give its path.") }
      try environment.check(created: [.config], in: arguments)
      return path
    }
    guard let directory = environment.configurationDirectory else {
      throw .usage(
        "There is no directory for the configuration: \(environment.homeProblem). Give --config FILE."
      )
    }
    return directory + "/config.toml"
  }

  /// The settings of the command line, with answers for what it leaves out.
  private static func settings(
    _ arguments: Arguments
  ) throws(CommandError) -> [(option: Option, value: String)] {
    let given = Command.initialize.options.filter { $0 != .config && arguments.has($0) }
    let sources = given.filter { Option.sources.contains($0) }
    guard sources.count <= 1 else {
      throw .usage("\(sources[0].name) and \(sources[1].name) are two sources of tokens; give one.")
    }
    var settings = given.map { (option: $0, value: arguments[$0] ?? "") }
    if !given.contains(.provider) {
      let provider = try answer(
        arguments, "Provider, which is the ID of the Google Cloud project:", instead: .provider,
        problem: providerProblem)
      settings.insert((.provider, provider), at: 0)
    } else if let provider = arguments[.provider], let problem = providerProblem(provider) {
      throw .usage(problem)
    }
    if !given.contains(.endpoint), let server = try askForServer() {
      settings.append((.endpoint, server))
    }
    if sources.isEmpty {
      let text = try answer(
        arguments,
        "Tokens, from the key file of a service account, an https:// address, or a command:",
        instead: .serviceAccount, problem: sourceProblem)
      settings.append((source(of: text).option, text))
    }
    // The configuration's reader refuses such a value.
    for (option, value) in settings
    where value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .usage("The value of \(option.name) has a control character. Give it without.")
    }
    return settings
  }

  /// Asks for the server's address; nil for Google's, or if there is nobody to ask.
  private static func askForServer() throws(CommandError) -> String? {
    var problem: CommandError?
    for _ in 0..<(Confirmation.canAsk ? 3 : 0) {
      Console.printError(
        "Server, such as http://127.0.0.1:8080 for an emulator, or Enter for Google's:"
      )
      guard let text = Confirmation.line() else { return nil }
      do throws(CommandError) {
        let words = [Option.endpoint.name + "=" + text]
        return try Arguments(words, options: [.endpoint]).address(.endpoint)?.description
      } catch {
        Console.printError(SafeText(error.message))
        problem = error
      }
    }
    if let problem { throw problem }
    return nil
  }

  /// Why a text is not a provider; nil if it can be one.
  private static func providerProblem(_ text: String) -> String? {
    // An ID of an organization has its domain and a colon before it.
    let isID = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard !isID || (try? TripName(providerID: text, tripID: "trip")) == nil else { return nil }
    return "\(text) cannot be a provider: the ID of a Google Cloud project has lowercase letters, "
      + "digits and hyphens."
  }

  /// Why a text is not a source of tokens; nil if it can be one.
  private static func sourceProblem(_ text: String) -> String? {
    guard source(of: text) == .serviceAccount, !text.hasPrefix("~/"), !NewFile.exists(text) else {
      return nil
    }
    return "There is no file \(text)."
  }

  /// The source of tokens that a user means.
  static func source(of text: String) -> TokenSourceKind {
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return .url }
    return text.hasSuffix(".json") && !text.contains(" ") ? .serviceAccount : .command
  }

  /// Asks for a trip; nil without one, or if there is nobody to ask.
  private static func askForTrip() -> String? {
    guard Confirmation.canAsk else { return nil }
    Console.printError(SafeText("Trip to check and follow, or Enter for none:"))
    // An option would be read as one of the commands that follow.
    return Confirmation.line().flatMap { $0.hasPrefix("-") ? nil : $0 }
  }

  /// Asks on the terminal until an answer can be right, at most three times; without a terminal the
  /// option is missing.
  private static func answer(
    _ arguments: Arguments, _ question: String, instead option: Option, problem: (String) -> String?
  ) throws(CommandError) -> String {
    for _ in 0..<(Confirmation.canAsk ? 3 : 0) {
      Console.printError(SafeText(question))
      guard let text = Confirmation.line() else { continue }
      guard let problem = problem(text) else { return text }
      Console.printError(SafeText(problem))
    }
    throw arguments.missing(option)
  }
}

/// The text of a configuration file.
enum ConfigurationText {
  static func lines(_ settings: [(option: Option, value: String)]) -> [String] {
    ["# Written by ridealong init. ridealong help config lists all keys."]
      + settings.map { "\($0.option.key) = \(EscapedText.toml(value($0.option, $0.value)))" }
  }

  /// The value as it means the same from the file's directory.
  private static func value(_ option: Option, _ value: String) -> String {
    guard option.kind == .file, !value.hasPrefix("/"), !value.hasPrefix("~/"),
      let directory = Environment.currentDirectory
    else { return value }
    return directory + "/" + value
  }
}
