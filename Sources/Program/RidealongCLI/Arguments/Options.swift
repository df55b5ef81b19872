internal import AccessTokens
internal import FleetEmulator
internal import MapCanvas
internal import RidesharingConsumer
internal import Viewer

extension Option {
  static let help = Option("--help", .flag, .commandLineOnly).help("show this help")
  static let manual = Option("--man", .flag, .commandLineOnly)
    .help("show a page of the manual, or all pages")

  // MARK: Servers and tokens

  static let endpoint = Option("--endpoint", .url, standard: "https://fleetengine.googleapis.com")
    .help("the Fleet Engine to call (default: Google's, over HTTPS)")
  static let backend = Option("--backend", .url)
    .help("the provider's backend, which knows vehicles and trips")
  static let provider = Option("--provider P", .text).help("the provider's ID")
  static let caFile = Option("--ca-file", .file)
    .help("PEM file of certificate authorities to trust instead of the system's")
  static let serviceAccount = Option("--service-account", .file)
    .help("key file of a service account, to mint tokens with")
  static let tokenCommand = Option("--token-command", .command([]))
    .help("command that prints a token")
  static let tokenURL = Option("--token-url", .url)
    .help("URL that returns a token; HTTPS unless it is loopback")
  static let tokenFile = Option("--token-file", .file, .standardInput)
    .help("private file that holds a token; - for standard input")
  static let tokenKey = Option("--token-key KEY", .text)
    .help("path of the token in a JSON response, e.g. data.token")
  static let tokenExpiryKey = Option("--token-expiry-key KEY", .text)
    .help("path of the expiry in a JSON response")
  static let tokenExpiryUnit = Option(
    "--token-expiry-unit UNIT",
    .words(of: TokenAnswerFormat.ExpiryUnit.self)
  ).help("unit of the expiry: epoch-s, epoch-ms, in-s, in-ms or rfc3339")

  /// The options that name a source of tokens.
  static let sources = TokenSourceKind.allCases.map(\.option)

  static let tokenSources: [Option] = sources + [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]

  // MARK: Following

  static let tripFile = Option("--trips", .file, .commandLineOnly, .standardInput)
    .help("follow the trips listed in FILE, one per line, and its changes; - for standard input")
  static let followedVehicle = Option("--vehicle VEHICLE", .text, .commandLineOnly)
    .help("follow all active trips of a vehicle (needs a server's token)")
  static let once = Option("--once", .flag, .commandLineOnly)
    .help("print one plain report instead of opening the screen")
  static let plain = Option("--plain", .flag)
    .help("describe the ride in plain sentences, one per line (for screen readers)")
  static let json = Option("--json", .flag, .commandLineOnly).help("print JSON")
  static let stay = Option("--stay", .flag)
    .help("keep running when all of several trips are over, with --json or --plain")
  static let metrics = Option("--metrics [HOST:]PORT", .text)
    .help("serve metrics of several trips at /metrics, with --json or --plain")
  static let pollInterval = Option(
    "--interval",
    .time(TripModelOptions.minimumInterval...TripModelOptions.maximumInterval),
    standard: "5s"
  )
  .help("how often to poll (minimum 5s)")
  static let quietAfter = Option("--quiet-after", .seconds(10...86_400), standard: "30s")
    .help("the age of a location from which on its vehicle is quiet, 10s to 24h")
  static let heartbeat = Option("--every", .seconds(5...86_400), .commandLineOnly)
    .help("print a line at least so often, 5s to 24h, with --json or --plain")
  static let speed = Option("--speed", .number(1...20), standard: "1")
    .help("simulation speed: 1 to 20 times real time")
  static let awaitedTrips = Option("--trips", .file, .commandLineOnly, .standardInput)
    .help("wait for the trips listed in FILE, one per line; - for standard input")
  static let any = Option("--any", .flag, .commandLineOnly)
    .help("end as soon as one of the trips has reached the status")
  static let timeout = Option("--timeout", .seconds(1...86_400), .commandLineOnly, standard: "24h")
    .help("the longest wait, 1s to 24h")

  // MARK: Recordings

  static let record = Option("--record", .file, .commandLineOnly)
    .help("record the ride in a new FILE, which ridealong replay shows")
  static let rotation = Option("--record-rotate WHEN", .text)
    .help("begin another file each hour or day (UTC), or at a size, such as day,64MB")
  static let replayStart = Option("--at TIME", .text, .commandLineOnly)
    .help("start at a time of the day or a share of the ride, such as 21:07 or 40%")
  static let replayEnd = Option("--until TIME", .text, .commandLineOnly)
    .help("the end of what --export writes; an SVG picture with it moves")
  static let compare = Option("--compare", .file, .commandLineOnly)
    .help("a recording to show in step: the same ride seen by others, or another ride")

  static let findingLimit = Option("--limit KIND=VALUE", .text, .repeatable, .commandLineOnly)
    .help("the value above which a kind of finding is reported, such as gap=120")

  static let csv = Option("--csv", .flag, .commandLineOnly)
    .help("print a table as CSV, for spreadsheets")

  static let columns = Option("--columns NAMES", .text, .commandLineOnly)
    .help("the members of --json to print, as a table without it, such as status,next.eta")
  static let csvColumns = Option("--columns NAMES", .text, .commandLineOnly)
    .help("with --csv: the columns to print, in this order, such as trip,status")
  static let vehicleState = Option(
    "--state STATE",
    .words(["online", "offline"]),
    .commandLineOnly
  )
  .help("with list: only vehicles in this state")

  // MARK: Changes

  static let dryRun = Option("--dry-run", .flag, .commandLineOnly)
    .help("print the first request that would change something, and send only reads")
  static let yes = Option("--yes", .flag, .commandLineOnly)
    .help("do not ask on a terminal before a change that riders notice")

  // MARK: Booking

  static let pickup = Option("--pickup", .place, .commandLineOnly)
    .help("where the ride starts, in degrees")
  static let dropoff = Option("--dropoff", .place, .commandLineOnly).help("where it ends")
  static let via = Option("--via", .place, .repeatable, .commandLineOnly)
    .help("a stop on the way; up to \(RideRequest.maximumStops) times, in order")
  static let booking = Option("--book", .flag, .commandLineOnly)
    .help("choose a ride on the map and book it, with three vehicles in the town")
  static let shared = Option("--shared", .flag, .commandLineOnly)
    .help("share the ride with other passengers")
  static let near = Option("--near", .place)
    .help("center of the map to choose on (default: where vehicles are)")

  // MARK: The map and the screen

  static let baseMap = Option("--basemap", .source)
    .help("base map: a PMTiles or MBTiles file, an https address, or none")
  static let style = Option("--style", .file).help("TOML file that styles lines and markers")
  static let noAuto = Option("--no-auto", .flag, .inverted, key: "auto-camera")
    .help("start with the automatic camera off")
  static let autoResume = Option(
    "--auto-resume",
    .time(.zero...ViewerSettings.maximumAutoResume),
    standard: "0s"
  )
  .help("resume the automatic camera this long after you moved the map; 0s: never")
  static let myLocation = Option("--my-location PLACE", .place, .standardInput)
    .help(
      "where you are, to mark on the map: LAT,LNG, gpsd, gpsd://127.0.0.1:PORT, or - for lines on"
        + " standard input"
    )
  static let glyphs = Option("--glyphs LEVEL", .words(of: GlyphLevel.self))
    .help("characters: \(list(GlyphLevel.self))")
  static let dots = Option("--dots KIND", .words(of: DotGridKind.self))
    .help("the map's dots: \(list(DotGridKind.self))")
  static let ascii = Option("--ascii", .flag, .commandLineOnly)
    .help("draw with ASCII characters only, like --glyphs ascii")
  static let noFill = Option("--no-fill", .flag, .inverted)
    .help("keep the terminal's background on the map: areas as dots instead of painted")
  static let theme = Option("--theme", .named(ThemeChoice.allCases.map(\.rawValue)))
    .help(
      "colors: \(list(ThemeChoice.self)), or your own theme, themes/NAME.toml next to config.toml"
    )
  static let color = Option("--color WHEN", .words(of: ColorChoice.self))
    .help("\(list(ColorChoice.self)) (auto respects NO_COLOR)")
  static let units = Option("--units UNITS", .words(of: DistanceUnits.self))
    .help("distances in \(list(DistanceUnits.self, " or ")) (default: from the locale)")
  static let reducedMotion = Option("--reduced-motion", .flag)
    .help("no animation between updates (the default over ssh)")
  static let noMouse = Option("--no-mouse", .flag, .inverted)
    .help("leave the mouse to the terminal, to select text")
  static let noCursor = Option("--no-cursor", .flag, .inverted)
    .help("hide the cursor, which is on what is selected for screen readers")
  static let noTitle = Option("--no-title", .flag, .inverted)
    .help("leave the terminal's title as it is")
  static let noProgress = Option("--no-progress", .flag, .inverted)
    .help("no progress in the terminal's tab or task bar")

  static let noLinks = Option("--no-links", .flag, .inverted)
    .help("no links to saved files")
  static let noFocus = Option("--no-focus", .flag, .inverted)
    .help("poll and notify without regard to whether you look at the terminal")
  static let noScheme = Option("--no-scheme", .flag, .inverted)
    .help("do not follow the terminal from light to dark colors")

  static let map = [
    baseMap, style, noAuto, autoResume, myLocation, glyphs, dots, ascii, noFill, theme, color,
    units, reducedMotion, noMouse, noCursor, noTitle, noProgress, noLinks, noFocus, noScheme,
  ]

  static func list<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, _ separator: String = ", "
  ) -> String { type.allCases.map(\.rawValue).joined(separator: separator) }

  // MARK: Driving

  static let route = Option("--route", .file)
    .help("drive once along a JSON list of coordinates, without trips")
  static let vehicleSpeed = Option("--vehicle-speed KMH", .number(1...200))
    .help("cruising speed, 1 to 200 km/h (default 36)")
  static let interval = Option("--interval", .seconds(5...60))
    .help("how often to report, 5s to 60s (default 10s)")
  static let eachUpdate = Option("--verbose", .flag, .commandLineOnly)
    .help("print a line for each update of the vehicle")
  static let start = Option("--start", .place).help("where the vehicle starts, in degrees")
  static let trips = Option("--trips", .number(1...1_000_000)).help(
    "end after N trips, completed or canceled"
  )
  static let dwell = Option("--dwell", .seconds(0...3_600))
    .help("how long to wait at a pickup or a stop (default 10s)")
  static let noBackToBack = Option("--no-back-to-back", .flag, .inverted)
    .help("accept no trip before the last one has ended")
  static let capacity = Option("--capacity", .number(1...1_000))
    .help("maximum number of passengers, 1 to 1000 (default 4)")
  static let tripTypes = Option(
    "--trip-types TYPES",
    .words(["exclusive", "shared", "exclusive,shared"])
  ).help("trips to accept: exclusive, shared or exclusive,shared (default both)")
  static let router = Option("--router", .url)
    .help("OSRM-compatible server for routes (default: the demo city's roads)")
  static let locations = Option("--locations", .file, .standardInput)
    .help("recording to drive along: GPX, JSON or a log; - for lines on standard input")

  /// The options that apply only to a vehicle that accepts trips.
  static let shift: [Option] = [
    .backend, .start, .trips, .dwell, .noBackToBack, .capacity, .tripTypes, .router, .locations,
    .maximumGap,
  ]

  // MARK: The emulator and its calls

  static let listen = Option("--listen [HOST:]PORT", .text)
    .help("where to listen (default 127.0.0.1:0, a free port)")
  static let dataDirectory = Option("--data-dir", .directory)
    .help("where to keep trips, vehicles and keys (default: nowhere)")
  static let keyDirectory = Option("--keys", .directory)
    .help("where the key files are (default: keys in the data directory)")
  static let strict = Option("--strict", .flag)
    .help("accept statuses only in the order of Google's sample apps")
  static let quota = Option("--quota", .flag).help("limit calls per minute to Google's quotas")
  static let fault = Option("--fault", .file).help("JSON script of faults")
  static let providerPrefix = Option("--provider-prefix PATH", .text)
    .help("path of the provider's backend (default /provider)")
  static let allowOrigin = Option("--allow-origin ORIGINS", .text)
    .help("origins of web pages that may call the backend, separated by commas")
  static let noBackend = Option("--no-backend", .flag, .inverted)
    .help("do not serve a provider's backend")
  static let admin = Option("--admin [HOST:]PORT", .text)
    .help("where the admin endpoint listens, on loopback (default: nowhere), or where to find it")
  static let expectedCalls = Option(
    "--count",
    .number(1...Double(EmulatedFleetEngine.historyLength)),
    standard: "1"
  )
  .help("with wait-for: how many calls to wait for")
  static let callTimeout = Option("--timeout", .seconds(0...600), standard: "10s")
    .help("with wait-for: the longest wait, 0s to 10m")
  static let callTrip = Option("--trip", .text).help("with calls and wait-for: the trip's ID")
  static let callVehicle = Option("--vehicle", .text)
    .help("with calls and wait-for: the vehicle's ID")
  static let callCode = Option("--code", .text)
    .help("with calls and wait-for: the response's code, such as OK or NOT_FOUND")
  static let callBodies = Option("--bodies", .flag)
    .help("with calls and wait-for: print requests and responses too")
  static let grpcListen = Option("--grpc-listen ADDRESS", .text)
    .help("where gRPC listens (default 127.0.0.1:0, a free port)")
  static let noGRPC = Option("--no-grpc", .flag, .inverted).help("do not serve gRPC")
  static let screen = Option("--screen", .flag)
    .help("show trips, vehicles and calls on the terminal, and play faults on a key")
  static let printEnvironment = Option("--print-env", .flag)
    .help("print lines that export what clients need")
  static let tlsCertificate = Option("--tls-cert", .file)
    .help("certificate in PEM, for HTTPS and gRPC; with --tls-key")
  static let tlsKey = Option("--tls-key", .file).help("the certificate's private key in PEM")
  static let accessLog = Option("--access-log", .file)
    .help("log of requests; - for standard error")
  static let maximumGap = Option("--max-gap", .seconds(0...86_400))
    .help("longest pause between two calls (default 10s) or positions (default 10m)")

  static let emulator: [Option] = [
    .listen, .provider, .dataDirectory, .keyDirectory, .speed, .strict, .quota, .fault,
    .providerPrefix, .allowOrigin, .noBackend, .admin, .grpcListen, .noGRPC, .printEnvironment,
    .tlsCertificate, .tlsKey, .accessLog, .expectedCalls, .callTimeout, .callTrip, .callVehicle,
    .callCode, .callBodies, .screen,
  ]

  // MARK: Tokens and the doctor

  static let publicKey = Option("--public-key", .file)
    .help("public key in PEM to check the token's signature with")
  static let trip = Option("--trip T", .text).help("ID or name of the trip that the token is for")
  static let vehicle = Option("--vehicle V", .text)
    .help("ID or name of the vehicle that the token is for")
  static let timeToLive = Option("--ttl", .seconds(1...3_600))
    .help("lifetime of the token, at most 1h (default 1h)")
  static let examinedVehicle = Option("--vehicle VEHICLE", .text, .commandLineOnly)
    .help("find out why a vehicle is not shown, and check its trips (needs a server's token)")
  static let examinedTrips = Option("--trips", .file, .commandLineOnly, .standardInput)
    .help("check the trips listed in FILE, one per line, up to 20; - for standard input")
  static let verbose = Option("--verbose", .flag, .commandLineOnly)
    .help("show every detail, and where each setting comes from")

  // MARK: The configuration and the log

  static let config = Option("--config", .file, .commandLineOnly)
    .help("configuration file to read instead of yours, or \"none\"")
  static let context = Option("--context", .context)
    .help("configuration context to use, or \"none\"")
  static let names = Option("--names", .flag, .commandLineOnly).help("print only the names")
  static let logFile = Option("--log-file", .optionalFile)
    .help("log file instead of the one in ~/.local/state/ridealong, or \"none\"; up to 3 of 5 MiB")
  static let logLevel = Option("--log-level LEVEL", .words(of: LogLevel.self))
    .help("log level: \(list(LogLevel.self)) (default: info, with a screen or --log-file)")

  static let log = [logFile, logLevel]

  /// The options that name a file or directory to create.
  ///
  /// `--log-file` and the `--config` of `init` do too, but a log is left out if it cannot be
  /// created, and other commands read the configuration.
  static let created: [Option] = [.record, .dataDirectory, .keyDirectory, .accessLog]

  /// The server, the provider, and the tokens.
  static let server = tokenSources + [endpoint, provider, caFile, context]

  static let configuration = [context, config] + log

  /// The options that no longer count if one of others is set closer to the user.
  ///
  /// A source of tokens replaces another together with its settings; a backend brings its own Fleet
  /// Engine and its own tokens.
  private static let replacements: [(given: [Option], replaced: [Option])] = [
    (sources, tokenSources),
    ([backend], [endpoint] + tokenSources),
    ([json, once], [plain]),
  ]

  static func replaced(by names: some Sequence<String>) -> Set<String> {
    let rules = replacements.filter { rule in names.contains { rule.given.map(\.name).contains($0) }
    }
    return Set(rules.flatMap(\.replaced).map(\.name))
  }
}
