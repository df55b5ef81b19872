internal import RidesharingConsumer
internal import Viewer

/// The program's commands, with what help says of them.
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
    case .demo: "ridealong demo"
    case .emulator: "ridealong emulator"
    case .drive: "ridealong drive providers/P/vehicles/V --backend URL"
    case .vehicle: "ridealong vehicle show|offline|online VEHICLE --backend URL"
    case .replayLog: "ridealong replay-log FILE --endpoint URL --service-account FILE"
    case .token: "ridealong token mint --service-account FILE, or token inspect [FILE]"
    case .doctor: "ridealong doctor [TRIP...] [OPTIONS]"
    case .contexts: "ridealong contexts"
    case .completions: "ridealong completions bash|zsh|fish"
    case .help: "ridealong help [COMMAND|keys|config]"
    case .version: "ridealong version"
    }
  }

  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .follow: "follow a trip, or several, live in the terminal"
    case .wait: "wait until a trip has come to a status"
    case .book: "book a ride at a provider's backend and follow it"
    case .demo: "follow a simulated ride on an embedded Fleet Engine"
    case .emulator: "run a Fleet Engine of your own on loopback"
    case .drive: "drive a vehicle: wait for trips, drive them, report where it is"
    case .vehicle: "show a vehicle, or take it offline or online"
    case .replayLog: "send the calls of a Cloud Logging export to a Fleet Engine"
    case .token: "mint an access token, or say why one is refused"
    case .doctor: "find out what is wrong, and why a trip shows no vehicle"
    case .contexts: "list the contexts of the configuration file"
    case .completions: "print what lets a shell complete the command line"
    case .help: "show help"
    case .version: "show the version"
    }
  }

  /// More that help says of the command.
  var detail: [String] {
    switch self {
    case .follow:
      [
        "TRIP is providers/PROVIDER/trips/ID, and without a command means follow; after follow the",
        "ID alone will do where --provider or the configuration names the provider.",
        "Several trips, up to \(TripScheduler.maximumTrips), or all of a --vehicle, are a list: what needs",
        "action, is stale or quiet comes first, Enter opens one, Esc goes back, / filters. Lines of",
        "--json name their trip, sentences of --plain begin with it, --once prints one line for each;",
        "the exit status is the worst of all.",
        "",
        "Keys: ? shows them all, a switches the automatic camera, q quits. Without a terminal, or",
        "with --once, one plain report is printed.",
        "",
        "--plain tells the ride in sentences, also with ACCESSIBLE=1 or TERM=dumb; on a terminal ? and",
        "Enter lists its commands. --json prints one object a line whenever something changes: trip,",
        "error and, last, end; docs/json.md names their members. Both end with the ride, with 0 where",
        "it is complete and 7 where it was canceled.",
        "",
      ] + Self.baseMapDetail + [""] + Self.tokenDetail
    case .wait:
      [
        "It ends with 0 once the trip has come to the status, or past it, with one line of the trip;",
        "with 7 where the ride ended otherwise, with 5 when the time is over, and with 3, 4 or 2 where",
        "somebody has to act. --json prints that line as an object, also when the time is over.",
        "STATUS is one of:",
      ] + Self.lines(StatusWord.all.map(StatusWord.word(of:))) + [
        ""
      ] + Self.tokenDetail
    case .book:
      [
        "Without places it opens a map to choose them on: the cursor goes with the arrow keys, Enter",
        "chooses, ? shows all keys. X cancels a ride that was booked, once that is confirmed.",
        "Without a terminal, or with --once, it books and prints the trip's name.",
        "",
        "Beside ridealong emulator the backend is ENDPOINT/provider. Fleet Engine is asked at",
        "--endpoint; by default, for a backend on this machine, at the backend's host and port, else",
        "at Google's. Access tokens come from the backend, or from one source as ridealong help",
        "follow tells.",
      ]
    case .demo: ["No account and no network are needed. q ends everything that was started."]
    case .emulator: Self.emulatorDetail
    case .drive:
      [
        "The vehicle goes online, waits for trips and drives them one after another. b takes a break:",
        "the vehicle is OFFLINE, finishes the trips that it has and gets no new ones until b is",
        "pressed again. Without a terminal kill -USR1 begins a break and kill -USR2 ends it.",
        "",
        "Ctrl-C takes the vehicle offline and ends, a second one ends at once. If the update that",
        "takes it offline fails, it is repeated for \(ShownLength.time(Farewell.longest)); after that "
          + "the command to do it by hand is",
        "printed, and the exit status says why: 5 unavailable, 4 not permitted, 6 quota.",
        "",
        "--verbose prints a line for each update, --json an object; docs/json.md names the members.",
        "",
        "With --backend, a provider's backend gives trips, takes statuses and hands out tokens; Fleet",
        "Engine is asked at --endpoint; by default, for a backend on this machine, at the backend's",
        "host and port, else at Google's. Without --backend Fleet Engine gives trips and takes",
        "statuses, where the tokens may, from one",
        "source, as ridealong help follow tells. A missing vehicle is created, without a backend with",
        "a server's key. With --locations the vehicle is where a recording says, in place of a",
        "simulation: GPX, coordinates, an export of Fleet Engine's log, or lines of JSON, as gpsd's.",
      ]
    case .vehicle:
      [
        "offline and online set the vehicle's state, show prints what Fleet Engine knows of it.",
        "Tokens come from the backend, or from one source, as ridealong help follow tells. A vehicle",
        "that is online without a driver is given riders whom nobody picks up.",
      ]
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON. Missing vehicles are",
        "created first; times shift to now. Where restricted logging hides places, vehicles are where",
        "their raw locations say, and trips begin and end where their vehicle arrived. Calls that",
        "failed, delivery vehicles and tasks are left out and counted. Tokens come from one source, as ridealong help follow",
        "tells; they are a server's.",
      ]
    case .token:
      [
        "mint prints the token on one line. It opens what it is for: keep it to yourself.",
        "inspect reads one from standard input or a private file, alone or in an answer of JSON, says",
        "in words what it holds and why Fleet Engine would refuse it, and never shows its signature.",
        "With --trip or --vehicle it says whether it is good for that one; with --service-account or",
        "--public-key whether its signature is right. It ends with 0 where nothing is against the",
        "token, 4 where it would be refused and 2 where it is none.",
      ]
    case .doctor:
      [
        "It looks at the program, its files, the terminal, the server with its certificate and clock,",
        "the source of tokens and, with TRIP, at the trip and its vehicle; says what is wrong and what",
        "to do. What is fine is a line; --verbose tells all that was found, where each setting comes",
        "from, and shows the characters of the map to try the terminal's font with. It shows no token.",
        "It ends with 0 where nothing failed, else with the status of the first failure.",
        "",
        "A command line of follow may be tried with doctor in follow's place: options that doctor has",
        "no use for are only told with the settings.",
        "",
        "--json prints one object: v, status, checks with name, mark (ok, warning, failed, skipped),",
        "text, advice, facts and numbers, and settings with key, value and origin.",
        "",
      ] + Self.tokenDetail.dropFirst()
    case .contexts:
      [
        "A context is a table [contexts.NAME] of the configuration file, with an endpoint, a provider",
        "and a source of tokens. --context NAME chooses one for a run, context = \"NAME\" outside of",
        "the tables for all. Each is listed with what counts in it; the one in use has a star.",
      ]
    case .completions:
      [
        "make install puts them where the shells look. By hand:",
        "  echo 'source <(ridealong completions bash)' >> ~/.bashrc",
        "  ridealong completions zsh > DIR/_ridealong   # DIR in fpath, before compinit",
        "  ridealong completions fish > ~/.config/fish/completions/ridealong.fish",
      ]
    case .help, .version: []
    }
  }

  /// Words in lines that are not too long, indented.
  private static func lines(_ words: [String]) -> [String] {
    words.reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = last + ", " + word
      } else {
        lines.append("  " + word)
      }
    }
  }

  /// Where street maps come from.
  private static let baseMapDetail = [
    "--basemap puts a street map of vector tiles under the ride: a PMTiles or MBTiles file, or the",
    "address of a PMTiles file, of TileJSON, or of tiles with {z}, {x} and {y} in it. Without it no",
    "host is asked for a map, since who is asked learns where you look. Tiles of a server are kept",
    "in ~/.cache/ridealong, or below XDG_CACHE_HOME.",
  ]

  /// The command's options.
  var options: [Option] {
    switch self {
    case .follow:
      Option.tokenSources
        + [
          .endpoint, .provider, .followedVehicle, .tripFile, .caFile, .once, .json, .plain, .notify,
          .pollInterval, .speed,
        ] + Option.map
        + Option.configuration
    case .wait:
      Option.tokenSources
        + [.awaited, .timeout, .json, .endpoint, .provider, .caFile, .pollInterval]
        + Option.configuration
    case .book:
      [
        .backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .caFile, .once, .speed,
      ] + Option.map + Option.tokenSources + Option.configuration
    case .demo: [.speed] + Option.map + Option.configuration
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

  /// Options that the command takes and has no use for.
  ///
  /// They are in no help, so that a command line of another command may be tried with it.
  var idleOptions: [Option] {
    guard self == .doctor else { return [] }
    return Command.follow.options.filter { idle in !options.contains { $0.name == idle.name } }
  }

  /// The commands that take from the environment and the configuration what is not given.
  static let configurable: [Command] = [.follow, .wait, .book, .demo, .doctor]

  /// The commands that keep a log where they are asked to.
  static let logged = configurable + [.drive]

  /// The commands that open a screen.
  static let onScreen: [Command] = [.follow, .book, .demo]
}

extension Option {
  static let pickup = Option(
    "--pickup",
    "LAT,LNG",
    "where the ride begins, in degrees",
    isInFile: false
  )
  static let dropoff = Option("--dropoff", "LAT,LNG", "where it ends", isInFile: false)
  static let via = Option(
    "--via",
    "LAT,LNG",
    "a stop on the way; may be given up to \(RideRequest.maximumStops) times, in order",
    isRepeatable: true,
    isInFile: false
  )
  static let shared = Option("--shared", nil, "others may ride along", isInFile: false)
  static let near = Option(
    "--near",
    "LAT,LNG",
    "where the map to choose on begins (default: where vehicles are)"
  )
  static let maximumGap = Option(
    "--max-gap",
    "TIME",
    "the longest wait between two calls (default 10s)"
  )
  static let publicKey = Option(
    "--public-key",
    "FILE",
    "public key in PEM that the token's signature is checked with"
  )
  static let json = Option("--json", nil, "print JSON", isInFile: false)
  static let trip = Option("--trip", "T", "the id or name of the trip that the token is for")
  static let vehicle = Option(
    "--vehicle",
    "V",
    "the id or name of the vehicle that the token is for"
  )
  static let timeToLive = Option(
    "--ttl",
    "TIME",
    "how long the token is valid, at most 1h (default 1h)"
  )
}
