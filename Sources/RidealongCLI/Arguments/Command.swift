internal import Viewer

/// The program's commands, with what help says of them.
enum Command: String, CaseIterable, Sendable {
  case follow
  case book
  case demo
  case emulator
  case drive
  case replayLog = "replay-log"
  case token
  case help
  case version

  /// The form of the command line.
  var form: String {
    switch self {
    case .follow: "ridealong follow providers/P/trips/T --service-account FILE"
    case .book: "ridealong book --backend URL --pickup LAT,LNG --dropoff LAT,LNG"
    case .demo: "ridealong demo"
    case .emulator: "ridealong emulator"
    case .drive: "ridealong drive providers/P/vehicles/V --backend URL --endpoint URL"
    case .replayLog: "ridealong replay-log FILE --endpoint URL --service-account FILE"
    case .token: "ridealong token mint --service-account FILE | ridealong token inspect [FILE]"
    case .help: "ridealong help [COMMAND]"
    case .version: "ridealong version"
    }
  }

  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .follow: "follow a trip live in the terminal"
    case .book: "book a ride at a provider's backend and follow it"
    case .demo: "follow a simulated ride on an embedded Fleet Engine"
    case .emulator: "run a Fleet Engine of your own on loopback"
    case .drive: "drive a vehicle: wait for trips, drive them, report as the Driver SDK does"
    case .replayLog: "send the calls of a Cloud Logging export to a Fleet Engine"
    case .token: "mint an access token, or say what is in one and why it is refused"
    case .help: "show help"
    case .version: "show the version"
    }
  }

  /// More that help says of the command.
  var detail: [String] {
    switch self {
    case .follow:
      [
        "A bare trip name means follow. Keys: ? shows them all, a switches the automatic camera,",
        "q quits. Without a terminal one plain report is printed.",
        "",
      ] + Self.baseMapDetail + [""] + Self.tokenDetail
    case .book:
      [
        "Without places it opens a map to choose them on: the cursor goes with the arrow keys, Enter",
        "chooses, ? shows all keys. X cancels a ride that was booked, once that is confirmed.",
        "Without a terminal, or with --once, it books and prints the trip's name.",
        "",
        "  ridealong book --backend http://127.0.0.1:8080/provider --near 48.2,16.37",
        "  ridealong book --backend URL --pickup 48.19,16.34 --via 48.2,16.36 --dropoff 48.21,16.37",
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
        "The vehicle goes online, waits for trips and drives them one after another; Ctrl-C takes it",
        "offline, a second one ends at once. With --backend, a provider's backend gives trips, takes",
        "statuses and hands out tokens; without it Fleet Engine does, where the tokens may, from one",
        "source, as ridealong help follow tells. A missing vehicle is created, without a backend with",
        "a server's key. With --locations the vehicle is where a recording says, in place of a",
        "simulation: GPX, coordinates, an export of Fleet Engine's log, or lines of JSON, gpsd's too:",
        "  gpspipe -w | ridealong drive VEHICLE --backend URL --endpoint URL --locations -",
      ]
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON. Missing vehicles are",
        "created first; times shift to now. Tokens come from one source, as ridealong help follow",
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
        "  curl -s BACKEND/token/consumer/TRIP | ridealong token inspect --trip TRIP",
      ]
    case .help, .version: []
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
      Option.tokenSources + [.endpoint, .caFile, .once, .speed] + Option.map
    case .book:
      [
        .backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .caFile, .once, .speed,
      ] + Option.map + Option.tokenSources
    case .demo: [.speed] + Option.map
    case .emulator: Option.emulator
    case .drive:
      [.backend, .endpoint, .caFile] + Option.tokenSources + Option.shift.filter { $0 != .backend }
        + [.speed, .vehicleSpeed, .interval, .route]
    case .replayLog: [.endpoint, .caFile] + Option.tokenSources + [.speed, .provider, .maximumGap]
    case .token: [.serviceAccount, .publicKey, .trip, .vehicle, .timeToLive, .json]
    case .help, .version: []
    }
  }
}

extension Option {
  static let pickup = Option("--pickup", "LAT,LNG", "where the ride begins, in degrees")
  static let dropoff = Option("--dropoff", "LAT,LNG", "where it ends")
  static let via = Option(
    "--via",
    "LAT,LNG",
    "a stop on the way; may be given up to \(RideRequest.maximumStops) times, in order",
    isRepeatable: true
  )
  static let shared = Option("--shared", nil, "others may ride along")
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
  static let json = Option("--json", nil, "print JSON")
  static let trip = Option("--trip", "T", "the id of the trip that the token is for")
  static let vehicle = Option("--vehicle", "V", "the id of the vehicle that the token is for")
  static let timeToLive = Option(
    "--ttl",
    "TIME",
    "how long the token is valid, at most 1h (default 1h)"
  )
}
