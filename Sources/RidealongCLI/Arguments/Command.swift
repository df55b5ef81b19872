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
    case .drive:
      "ridealong drive providers/P/vehicles/V --route FILE --endpoint URL --service-account FILE"
    case .replayLog: "ridealong replay-log FILE --endpoint URL --service-account FILE"
    case .token: "ridealong token mint --service-account FILE"
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
    case .drive: "drive a vehicle along a route and report it as the Driver SDK does"
    case .replayLog: "send the calls of a Cloud Logging export to a Fleet Engine"
    case .token: "mint an access token"
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
      ] + Self.tokenDetail
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
    case .emulator:
      [
        "One line tells the base URL and where the key files of the three roles are, once it is",
        "ready. Ctrl-C ends it. Without --data-dir nothing is kept.",
      ]
    case .drive:
      [
        "FILE is a JSON list of coordinates. A missing vehicle is created with a server's key.",
        "Tokens come from one source, as ridealong help follow tells.",
      ]
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON. Missing vehicles are",
        "created first; times shift to now. Tokens come from one source, as ridealong help follow",
        "tells; they are a server's.",
      ]
    case .token: ["The token is printed on one line. It opens what it is for: keep it to yourself."]
    case .help, .version: []
    }
  }

  /// The command's options.
  var options: [Option] {
    switch self {
    case .follow:
      Option.tokenSources
        + [.endpoint, .once, .ascii, .style, .noAuto, .reducedMotion, .speed, .myLocation]
    case .book:
      [
        .backend, .pickup, .dropoff, .via, .shared, .near, .endpoint, .once, .ascii, .style,
        .noAuto,
        .reducedMotion, .speed, .myLocation,
      ] + Option.tokenSources
    case .demo: [.speed, .ascii, .style, .noAuto, .reducedMotion, .myLocation]
    case .emulator: [.listen, .provider, .dataDirectory, .speed]
    case .drive: [.route, .endpoint] + Option.tokenSources + [.speed, .vehicleSpeed, .interval]
    case .replayLog: [.endpoint] + Option.tokenSources + [.speed, .provider, .maximumGap]
    case .token: [.serviceAccount, .trip, .vehicle, .timeToLive]
    case .help, .version: []
    }
  }
}

extension Option {
  static let listen = Option(
    "--listen",
    "HOST:PORT",
    "where to listen (default 127.0.0.1:0, a free port)"
  )
  static let dataDirectory = Option(
    "--data-dir",
    "DIR",
    "where trips, vehicles and keys are kept (default: nowhere)"
  )
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
  static let route = Option("--route", "FILE", "a JSON list of coordinates to drive along")
  static let vehicleSpeed = Option(
    "--vehicle-speed",
    "KMH",
    "how fast the vehicle drives, 1 to 200 km/h (default 36)"
  )
  static let interval = Option(
    "--interval",
    "TIME",
    "the time between two reports, 5s to 60s (default 10s)"
  )
  static let maximumGap = Option(
    "--max-gap",
    "TIME",
    "the longest wait between two calls (default 10s)"
  )
  static let trip = Option("--trip", "T", "the id of the trip that the token is for")
  static let vehicle = Option("--vehicle", "V", "the id of the vehicle that the token is for")
  static let timeToLive = Option(
    "--ttl",
    "TIME",
    "how long the token is valid, at most 1h (default 1h)"
  )
}
