/// The program's commands, with their help.
enum Command: String, CaseIterable, Sendable {
  case follow
  case wait
  case book
  case demo
  case emulator
  case drive
  case vehicle
  case replayLog = "replay-log"
  case token
  case doctor
  case contexts
  case completions
  case help
  case version

  /// The form of the command line.
  var form: String {
    switch self {
    case .follow: "ridealong follow TRIP... [OPTIONS]"
    case .wait: "ridealong wait TRIP --for STATUS [OPTIONS]"
    case .book: "ridealong book --backend URL --pickup LAT,LNG --dropoff LAT,LNG"
    case .demo: "ridealong demo [OPTIONS]"
    case .emulator: "ridealong emulator [OPTIONS]"
    case .drive: "ridealong drive providers/P/vehicles/V --backend URL"
    case .vehicle: "ridealong vehicle show|offline|online VEHICLE --backend URL"
    case .replayLog: "ridealong replay-log FILE --endpoint URL --service-account FILE"
    case .token: "ridealong token mint --service-account FILE, or token inspect [FILE]"
    case .doctor: "ridealong doctor [TRIP...] [OPTIONS]"
    case .contexts: "ridealong contexts [OPTIONS]"
    case .completions: "ridealong completions bash|zsh|fish"
    case .help: "ridealong help [COMMAND|keys|config]"
    case .version: "ridealong version"
    }
  }

  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .follow: "follow a trip, or several, live in the terminal"
    case .wait: "wait until a trip reaches a status"
    case .book: "book a ride at a provider's backend and follow it"
    case .demo: "follow a simulated ride on an embedded Fleet Engine"
    case .emulator: "run a Fleet Engine on this machine"
    case .drive: "drive a vehicle: accept trips, drive them, report its location"
    case .vehicle: "show a vehicle, or take it offline or online"
    case .replayLog: "send the calls of a Cloud Logging export to a Fleet Engine"
    case .token: "mint an access token, or find out why one is refused"
    case .doctor: "find out what is wrong, and why a trip shows no vehicle"
    case .contexts: "list the contexts of the configuration file"
    case .completions: "print a shell's completions of the command line"
    case .help: "show help"
    case .version: "show the version"
    }
  }

  /// The command's options.
  var options: [Option] {
    switch self {
    case .follow:
      Option.tokenSources
        + [
          .endpoint, .provider, .followedVehicle, .tripFile, .caFile, .once, .json, .plain, .notify,
          .pollInterval, .speed,
        ] + Option.map + Option.configuration
    case .wait:
      Option.tokenSources
        + [.awaited, .timeout, .json, .endpoint, .provider, .caFile, .pollInterval]
        + Option.configuration
    case .book:
      [.backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .caFile, .once, .speed]
        + Option.map + Option.tokenSources + Option.configuration
    case .demo: [.once, .json, .plain, .speed] + Option.map + Option.configuration
    case .emulator: Option.emulator
    case .drive:
      [.backend, .endpoint, .caFile] + Option.tokenSources + Option.shift.filter { $0 != .backend }
        + [.speed, .vehicleSpeed, .interval, .route, .eachUpdate, .json] + Option.log
    case .vehicle: [.backend, .endpoint, .caFile] + Option.tokenSources + [.json]
    case .replayLog: [.endpoint, .caFile] + Option.tokenSources + [.speed, .provider, .maximumGap]
    case .token: [.serviceAccount, .publicKey, .trip, .vehicle, .timeToLive, .json]
    case .doctor:
      Option.tokenSources
        + [
          .endpoint, .provider, .examinedVehicle, .examinedTrips, .caFile, .verbose, .json, .glyphs,
          .ascii, .context, .config, .logFile,
        ]
    case .contexts: [.context, .config, .names, .json]
    case .completions, .help, .version: []
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
  static let configurable: [Command] = [.follow, .wait, .book, .demo, .doctor]

  /// The commands that keep a log on request.
  static let logged = configurable + [.drive]

  /// The commands that open a screen.
  static let onScreen: [Command] = [.follow, .book, .demo]

  /// The words that the command accepts as its first argument; empty if it accepts names or files.
  var operands: [String] {
    switch self {
    case .token: ["mint", "inspect"]
    case .vehicle: VehicleCommand.Action.allCases.map(\.rawValue)
    case .completions: Shell.allCases.map(\.rawValue)
    case .help: Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether the command's words name trips; completions offer the last ones.
  var takesTrips: Bool { [.follow, .wait, .doctor].contains(self) }

  /// Whether the command's words name files.
  var takesFiles: Bool { self == .replayLog || self == .token }
}
