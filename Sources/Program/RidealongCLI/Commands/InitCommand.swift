internal import CellGrid
internal import FleetEngine
internal import TrustLimits

/// `ridealong init`: writes a first configuration, has the doctor check it, and follows a trip.
enum InitCommand {
  static func run(
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    guard arguments.positionals.count <= 1 else {
      throw .usage("unexpected argument \(arguments.positionals[1]) of ridealong init.")
    }
    let path = try path(arguments, network.environment)
    guard !NewFile.exists(path) else {
      throw .usage("\(path) exists; ridealong never changes it. Edit it, or give --config FILE.")
    }
    let settings = try settings(arguments)
    let text = ConfigurationText.lines(settings).joined(separator: "\n") + "\n"
    if let end = path.lastIndex(of: "/"), end > path.startIndex, arguments[.config] == nil {
      try UserFolder.makeAll(String(path[..<end]))
    }
    do throws(NewFile.Failure) {
      try NewFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandError(.failure, "The configuration cannot be written: \(error.reason).")
    }
    try Console.print([SafeText("Wrote \(path).")])
    let words = arguments.positionals + [Option.config.name, path]
    let examined = try Arguments(words, options: Command.doctor.options, takesOpposites: true)
    let status = try await DoctorCommand.run(examined, network)
    guard status == .success, let trip = arguments.positionals.first else {
      if status == .success { try Console.print(["Next: ridealong follow TRIP"]) }
      return status
    }
    let follow = [Command.follow.rawValue, trip, Option.config.name, path]
    return try await Ridealong.run(follow, network.clock, network.environment)
  }

  private static func path(
    _ arguments: Arguments,
    _ environment: Environment
  ) throws(CommandError) -> String {
    if let path = arguments[.config] {
      guard path != "none" else { throw .usage("ridealong init writes a file; give its path.") }
      return path
    }
    guard let directory = environment.configurationDirectory else {
      throw .usage("There is no HOME to keep the configuration in; give --config FILE.")
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
        "Provider, which is the ID of the Google Cloud project:",
        instead: .provider
      )
      settings.insert((.provider, provider), at: 0)
    }
    if let provider = settings.first(where: { $0.option == .provider })?.value {
      guard (try? TripName(providerID: provider, tripID: "trip")) != nil else {
        throw .usage("\(provider) cannot be a provider: it is the ID of a Google Cloud project.")
      }
    }
    if sources.isEmpty {
      let text = try answer(
        "Tokens, from the key file of a service account, an https:// address, or a command:",
        instead: .serviceAccount
      )
      settings.append((source(of: text), text))
    }
    return settings
  }

  /// The source of tokens that a user means.
  static func source(of text: String) -> Option {
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return .tokenURL }
    return text.hasSuffix(".json") && !text.contains(" ") ? .serviceAccount : .tokenCommand
  }

  /// Asks on the terminal; without one the option is missing.
  private static func answer(
    _ question: String,
    instead option: Option
  ) throws(CommandError) -> String {
    guard Console.inputIsTerminal, Console.errorIsTerminal else {
      throw .missing(option, for: .initialize)
    }
    Console.printError(SafeText(question))
    let words = (readLine() ?? "").split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw .missing(option, for: .initialize) }
    return words.joined(separator: " ")
  }
}

/// The text of a configuration file.
enum ConfigurationText {
  static func lines(_ settings: [(option: Option, value: String)]) -> [String] {
    ["# Written by ridealong init, which never changes it. ridealong help config lists all keys."]
      + settings.map { "\($0.option.key) = \(quoted(value($0.option, $0.value)))" }
  }

  /// The value as it means the same from the file's directory.
  private static func value(_ option: Option, _ value: String) -> String {
    guard option.kind == .file, !value.hasPrefix("/"), !value.hasPrefix("~/"),
      let directory = Environment.currentDirectory
    else { return value }
    return directory + "/" + value
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
