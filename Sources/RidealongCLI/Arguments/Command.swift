internal import RidesharingConsumer
internal import Viewer

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

  /// More that help says of the command.
  var detail: [String] {
    switch self {
    case .follow:
      [
        "TRIP is providers/PROVIDER/trips/ID; the word follow may be left out. The ID alone is enough if",
        "--provider or the configuration sets the provider. Without follow, an ID of letters that is",
        "close to a command's name is taken for a misspelled command.",
        "",
        "Several trips, up to \(TripScheduler.maximumTrips), or those of a --vehicle open a list, sorted by",
        "urgency: action needed, then stale, quiet or late, then the rest. Enter opens a trip, Esc goes",
        "back, / filters. Each line of --json and --plain names its trip, --once prints one line for",
        "each trip, and the exit status is the worst of all trips.",
        "",
        "Keys: ? shows all, a switches the automatic camera, q quits. Without a terminal, or with",
        "--once, it prints one plain report.",
        "",
        "--plain describes the ride in sentences, as do ACCESSIBLE=1 and TERM=dumb; on a terminal ? and",
        "Enter lists its commands. --json prints one object per line when something changes: trip,",
        "error and, at the end, end; docs/json.md describes them. Both end with the ride, with status 0",
        "if it is complete and 7 if it was canceled.",
        "",
      ] + Self.baseMapDetail + [""] + Self.tokenDetail
    case .wait:
      [
        "Exit status 0: the trip has reached the status or passed it, with one line about the trip; 7:",
        "the ride ended otherwise; 5: timed out; 2, 3 or 4: an error that waiting does not solve.",
        "--json prints the line as an object, also after a timeout. On a terminal a status line on",
        "standard error shows the trip while it waits.",
        "STATUS is one of:",
      ] + Self.lines(StatusWord.all.map(StatusWord.word(of:))) + [
        ""
      ] + Self.tokenDetail
    case .book:
      [
        "Without places it opens a map to choose them on: the arrow keys move the cursor, Enter sets a",
        "place, ? shows all keys. X cancels a ride booked here, after a confirmation. Without a terminal,",
        "or with --once, it books and prints the trip's name.",
        "",
        "The backend of ridealong emulator is ENDPOINT/provider. If the backend is on this machine,",
        "--endpoint is by default its host and port, otherwise Google's. Access tokens come from the",
        "backend, or from one source as described in ridealong help follow.",
      ]
    case .demo:
      [
        "It needs no account and no network. q ends everything that was started. --plain, --json and",
        "--once show the ride as follow does, without a screen.",
      ]
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
        "With --backend, a provider's backend assigns trips, receives statuses and hands out tokens.",
        "Fleet Engine is then at --endpoint; by default at the backend's host and port if it is on this",
        "machine, else at Google's. Without --backend Fleet Engine assigns trips and receives statuses,",
        "with tokens from one source as described in ridealong help follow. A missing vehicle is",
        "created; without a backend that needs a server's key. With --locations the vehicle follows a",
        "recording instead of a simulation: GPX, coordinates, an export of Fleet Engine's log, or lines",
        "of JSON such as gpsd's.",
      ]
    case .vehicle:
      [
        "offline and online set the vehicle's state, show prints what Fleet Engine knows of it.",
        "Tokens come from the backend, or from one source as described in ridealong help follow. A",
        "vehicle that is online without a driver is matched with riders that nobody picks up.",
      ]
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON. Missing vehicles are created",
        "first; times shift to now. It needs a server's token, from one source as described in",
        "ridealong help follow. Where restricted logging hides places, vehicles are where their raw",
        "locations say, and trips begin and end where their vehicle arrived. Calls that failed,",
        "delivery vehicles and tasks are skipped and counted.",
      ]
    case .token:
      [
        "mint prints the token on one line. Anyone who has it can use it: keep it secret.",
        "inspect reads a token from standard input or a private file, alone or in a JSON response, and",
        "shows what it holds and why Fleet Engine would refuse it, but never its signature. --trip or",
        "--vehicle checks that it is valid for that resource, --service-account or --public-key checks",
        "its signature. Exit status: 0 the token looks valid, 4 it would be refused, 2 not a token.",
      ]
    case .doctor:
      [
        "It checks the program, its files, the terminal, the server with its certificate and clock, the",
        "source of tokens and, with TRIP, the trip and its vehicle, and says what to do about each",
        "problem. Passed checks take one line; --verbose shows every detail, the origin of each setting",
        "and a sample of the map's characters. No token is shown. The exit status is 0 if no check",
        "failed, otherwise that of the first failure.",
        "",
        "To examine a failing command line of follow, replace follow with doctor: options that doctor",
        "does not need are listed but otherwise ignored.",
        "",
        "--json prints one object: v, status, checks with name, mark (ok, warning, failed, skipped),",
        "text, advice, facts and numbers, and settings with key, value and origin.",
        "",
      ] + Self.tokenDetail.dropFirst()
    case .contexts:
      [
        "A context is a table [contexts.NAME] of the configuration file, with an endpoint, a provider",
        "and a source of tokens. --context NAME chooses one for a run; context = \"NAME\" above the",
        "tables is the default. The list shows the settings that apply to each context, and a star at",
        "the current one.",
      ]
    case .completions:
      [
        "make install puts the completions where the shells look. By hand:",
        "  echo 'source <(ridealong completions bash)' >> ~/.bashrc",
        "  ridealong completions zsh > DIR/_ridealong   # DIR in fpath, before compinit",
        "  ridealong completions fish > ~/.config/fish/completions/ridealong.fish",
      ]
    case .help, .version: []
    }
  }

  /// Wraps words into indented lines.
  private static func lines(_ words: [String]) -> [String] {
    words.reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = last + ", " + word
      } else {
        lines.append("  " + word)
      }
    }
  }

  /// The help on street maps.
  private static let baseMapDetail = [
    "--basemap puts a street map of vector tiles under the ride: a PMTiles or MBTiles file, or the",
    "URL of a PMTiles file, of TileJSON, or of tiles with {z}, {x} and {y} in it. Without it no map is",
    "requested, because a map server learns where you look. Tiles of a server are kept in",
    "~/.cache/ridealong, or below XDG_CACHE_HOME.",
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

  /// The commands that keep a log where they are asked to.
  static let logged = configurable + [.drive]

  /// The commands that open a screen.
  static let onScreen: [Command] = [.follow, .book, .demo]
}

extension Option {
  static let pickup = Option(
    "--pickup",
    .place,
    "where the ride starts, in degrees",
    isInFile: false
  )
  static let dropoff = Option("--dropoff", .place, "where it ends", isInFile: false)
  static let via = Option(
    "--via",
    .place,
    "a stop on the way; up to \(RideRequest.maximumStops) times, in order",
    isRepeatable: true,
    isInFile: false
  )
  static let shared = Option(
    "--shared",
    .flag,
    "share the ride with other passengers",
    isInFile: false
  )
  static let near = Option(
    "--near",
    .place,
    "center of the map to choose on (default: where vehicles are)"
  )
  static let maximumGap = Option(
    "--max-gap",
    .time,
    "longest pause between two calls (default 10s)"
  )
  static let publicKey = Option(
    "--public-key",
    .file,
    "public key in PEM to check the token's signature with"
  )
  static let json = Option("--json", .flag, "print JSON", isInFile: false)
  static let trip = Option(
    "--trip",
    .text,
    "ID or name of the trip that the token is for",
    placeholder: "T"
  )
  static let vehicle = Option(
    "--vehicle",
    .text,
    "ID or name of the vehicle that the token is for",
    placeholder: "V"
  )
  static let timeToLive = Option("--ttl", .time, "lifetime of the token, at most 1h (default 1h)")
}
