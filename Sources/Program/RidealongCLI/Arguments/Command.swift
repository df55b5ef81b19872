internal import FleetEngine

/// The program's commands, with their help.
enum Command: String, CaseIterable, Sendable {
  case follow
  case wait
  case book
  case demo
  case emulator
  case drive
  case vehicle
  case replay
  case inspect
  case dump
  case replayLog = "replay-log"
  case token
  case map
  case doctor
  case initialize = "init"
  case contexts
  case completions
  case help
  case version

  var form: String {
    switch self {
    case .follow: "ridealong follow TRIP... [OPTIONS]"
    case .wait: "ridealong wait TRIP... --for STATUS [OPTIONS]"
    case .book: "ridealong book --backend URL --pickup LAT,LNG --dropoff LAT,LNG"
    case .demo: "ridealong demo [OPTIONS]"
    case .emulator: "ridealong emulator [exec -- COMMAND|ACTION] [OPTIONS]"
    case .drive: "ridealong drive providers/P/vehicles/V --backend URL"
    case .vehicle: "ridealong vehicle list, or vehicle show|offline|online VEHICLE"
    case .replay: "ridealong replay FILE [TRIP] [OPTIONS]"
    case .inspect: "ridealong inspect FILE... [TRIP] [OPTIONS]"
    case .dump: "ridealong dump FILE... [TRIP] [OPTIONS]"
    case .replayLog: "ridealong replay-log FILE --endpoint URL --service-account FILE"
    case .token: "ridealong token mint --service-account FILE, or token inspect [FILE]"
    case .map: "ridealong map get|list|info FILE|render [OPTIONS]"
    case .doctor: "ridealong doctor [TRIP...] [OPTIONS]"
    case .initialize: "ridealong init [TRIP] [OPTIONS]"
    case .contexts: "ridealong contexts [OPTIONS]"
    case .completions: "ridealong completions bash|zsh|fish"
    case .help: "ridealong help [COMMAND|keys|config] [--man]"
    case .version: "ridealong version"
    }
  }

  /// The purpose of the command, in one line.
  var summary: String {
    switch self {
    case .follow: "follow a trip, or several, live in the terminal"
    case .wait: "wait until a trip, or several, reach a status"
    case .book: "book a ride at a provider's backend and follow it"
    case .demo: "follow a simulated ride on an embedded Fleet Engine"
    case .emulator: "run a Fleet Engine on this machine"
    case .drive: "drive a vehicle: accept trips, drive them, report its location"
    case .vehicle: "list vehicles, show one, or take it offline or online"
    case .replay: "show a recorded ride at any of its moments"
    case .inspect: "find out what is wrong in recorded rides"
    case .dump: "print recordings as JSON or CSV, a line for each poll"
    case .replayLog: "send the calls of a Cloud Logging export to a Fleet Engine"
    case .token: "mint an access token, or find out why one is refused"
    case .map: "save a region's map, list saved maps, or print one"
    case .doctor: "find out what is wrong, and why a trip shows no vehicle"
    case .initialize: "write a configuration, check it, and follow a trip"
    case .contexts: "list the contexts of the configuration file"
    case .completions: "print a shell's completions of the command line"
    case .help: "show help"
    case .version: "show the version"
    }
  }

  var options: [Option] {
    switch self {
    case .follow:
      Option.tokenSources
        + [
          .endpoint, .provider, .followedVehicle, .tripFile, .caFile, .once, .json, .csv, .columns,
          .plain, .notify,
          .notifyOn, .metrics, .stay, .pollInterval, .quietAfter, .heartbeat, .speed, .record,
          .rotation,
        ] + Option.map + Option.configuration
    case .wait:
      Option.tokenSources
        + [
          .awaited, .awaitedTrips, .any, .timeout, .json, .endpoint, .provider, .caFile,
          .pollInterval,
        ]
        + Option.configuration
    case .book:
      [
        .backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .caFile, .once, .speed,
        .record, .rotation, .dryRun,
      ]
        + Option.map + Option.tokenSources + Option.configuration
    case .demo:
      [.booking, .once, .json, .plain, .speed, .record, .rotation] + Option.map
        + Option.configuration
    case .emulator: Option.emulator + Option.map
    case .drive:
      [.backend, .endpoint, .provider, .caFile] + Option.tokenSources
        + Option.shift.filter { $0 != .backend }
        + [.speed, .vehicleSpeed, .interval, .route, .eachUpdate, .json, .dryRun, .yes]
        + Option.configuration
    case .vehicle:
      [.backend, .endpoint, .provider, .caFile] + Option.tokenSources
        + [.vehicleState, .json, .csv, .columns, .dryRun, .yes, .context, .config]
    case .replay:
      [.replayStart, .replayEnd, .compare, .export, .size, .caFile] + Option.map
        + Option.configuration
    case .inspect: [.findingLimit, .json, .csv, .csvColumns]
    case .dump: [.csv, .csvColumns]
    case .replayLog:
      [.endpoint, .caFile] + Option.tokenSources
        + [.speed, .provider, .maximumGap, .dryRun, .yes, .context, .config]
    case .map:
      Option.mapFiles + [.endpoint, .provider, .caFile] + Option.tokenSources
        + Option.configuration
    case .token:
      [.serviceAccount, .publicKey, .trip, .vehicle, .timeToLive, .json, .context, .config]
    case .doctor:
      Option.tokenSources
        + [
          .endpoint, .provider, .examinedVehicle, .examinedTrips, .caFile, .verbose, .json, .glyphs,
          .ascii, .context, .config, .logFile,
        ]
    case .initialize: [.provider, .endpoint, .caFile] + Option.tokenSources + [.config]
    case .contexts: [.context, .config, .names, .json]
    case .help: [.manual]
    case .completions, .version: []
    }
  }

  /// Options that the command accepts and ignores.
  ///
  /// Help leaves them out. They let `doctor` examine a command line of `follow`.
  var idleOptions: [Option] {
    guard self == .doctor else { return [] }
    return Command.follow.options.filter { idle in !options.contains { $0.name == idle.name } }
  }

  /// The commands that read the environment and the configuration.
  static let configurable = following + callers

  static let logged = following + [.drive]

  private static let following: [Command] = [.follow, .wait, .book, .demo, .replay, .map, .doctor]
  private static let callers: [Command] = [.drive, .vehicle, .replayLog, .token]

  static let onScreen: [Command] = [.follow, .book, .demo, .replay]

  /// Whether the command may open the screen.
  func opensScreen(_ arguments: Arguments) -> Bool {
    Self.onScreen.contains(self) || (self == .emulator && arguments.has(.screen))
  }

  /// The options that the configuration may set: for `drive`, `vehicle`, `replay-log` and `token` only the server,
  /// the tokens and the log.
  var configuredOptions: [Option] {
    if self == .emulator { return Option.map }
    guard Self.callers.contains(self) else { return options }
    return options.filter { (Option.server + Option.log).map(\.name).contains($0.name) }
  }

  /// The words that the command accepts as its first argument; empty if it accepts names or files.
  var operands: [String] {
    switch self {
    case .token: ["mint", "inspect"]
    case .map: MapCommand.Action.allCases.map(\.rawValue)
    case .emulator: EmulatorCommand.Action.allCases.map(\.rawValue)
    case .vehicle: VehicleCommand.Action.allCases.map(\.rawValue)
    case .completions: Shell.allCases.map(\.rawValue)
    case .help: Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether the command's words name trips; completions offer the last ones.
  var takesTrips: Bool { [.follow, .wait, .doctor, .initialize].contains(self) }

  var takesFiles: Bool {
    [.replay, .inspect, .dump, .replayLog, .token, .map, .emulator].contains(self)
  }
}

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
