internal import FleetEmulator
internal import RidesharingConsumer
internal import TrustLimits

extension Command {
  /// Typical command lines, the most common first; at least one.
  var examples: [String] {
    switch self {
    case .follow:
      [
        "ridealong providers/acme/trips/42 --service-account consumer.json",
        "ridealong providers/acme/trips/42 --token-command 'fleet-token {trip}'",
        "ridealong 42 --context staging",
        "ridealong TRIP --token-url 'https://HOST/token/consumer/{trip}' --once",
        "ridealong TRIP --service-account FILE --json | jq .status",
        "ridealong follow --trips FILE --once --columns trip,status,next.eta",
        "ridealong follow TRIP TRIP TRIP --service-account server.json",
        "ridealong follow --vehicle VEHICLE --service-account server.json",
        "ridealong TRIP --service-account FILE --plain --notify 'notify-send Ride'",
        "fleet-token | ridealong TRIP --token-file -",
      ]
    case .wait:
      [
        "ridealong wait TRIP --token-url URL --for arrived-at-pickup --timeout 20m",
        "ridealong wait 42 --context staging --for complete && notify-send Done",
        "ridealong wait --trips monday.txt --service-account server.json --for complete",
      ]
    case .book:
      [
        "ridealong book --backend http://127.0.0.1:8080/provider --near 48.2,16.37",
        "ridealong book --backend URL --pickup 48.19,16.34 --dropoff 48.21,16.37",
      ]
    case .demo:
      [
        "ridealong demo", "ridealong demo --speed 10 --glyphs block", "ridealong demo --plain",
        "ridealong demo --book",
      ]
    case .emulator:
      [
        "ridealong emulator --data-dir ./fleet --listen 127.0.0.1:8080",
        "ridealong emulator --strict --quota --fault faults.json",
        "ridealong emulator exec -- pytest", "ridealong emulator --screen",
      ]
    case .drive:
      [
        "ridealong drive providers/demo-project/vehicles/car-1 \\",
        "  --backend http://127.0.0.1:8080/provider",
        "gpspipe -w | ridealong drive VEHICLE --backend URL --locations -",
      ]
    case .vehicle:
      [
        "ridealong vehicle offline providers/demo-project/vehicles/car-1 \\",
        "  --backend http://127.0.0.1:8080/provider",
        "ridealong vehicle show VEHICLE --service-account server.json --json",
        "ridealong vehicle list --provider demo-project --service-account server.json",
      ]
    case .replay:
      [
        "ridealong replay monday.ride", "ridealong replay monday.ride --at 21:07",
        "ridealong replay monday.ride --at 21:07 --until 21:12 --export svg > ride.svg",
      ]
    case .inspect:
      [
        "ridealong inspect monday.ride",
        "ridealong inspect monday.ride --limit gap=120 --json | jq .counts",
        "ridealong inspect monday/*.ride", "ridealong inspect monday/ --csv > monday.csv",
      ]
    case .dump:
      [
        "ridealong dump monday.ride | jq -c '[.time, .took, .body.tripStatus]'",
        "ridealong dump monday/ 42 --csv > polls.csv",
      ]
    case .replayLog:
      [
        "ridealong replay-log log.json --speed 4 --provider demo-project \\",
        "  --endpoint http://127.0.0.1:8080 --service-account server.json",
      ]
    case .token:
      [
        "ridealong token mint --service-account consumer.json --trip 42",
        "curl -s BACKEND/token/consumer/TRIP | ridealong token inspect --trip TRIP",
      ]
    case .map:
      [
        "ridealong map get --around 48.2082,16.3738 --radius 8 --from country.pmtiles",
        "ridealong map list",
        "ridealong map render --center 48.2082,16.3738 --format svg > vienna.svg",
      ]
    case .doctor:
      [
        "ridealong doctor", "ridealong doctor TRIP --service-account consumer.json",
        "ridealong doctor --vehicle VEHICLE --service-account server.json --verbose",
      ]
    case .initialize:
      [
        "ridealong init", "ridealong init TRIP --provider acme --service-account consumer.json",
        "ridealong init --config staging.toml --token-url https://HOST/token",
      ]
    case .contexts: ["ridealong contexts", "ridealong contexts --json"]
    case .completions: ["source <(ridealong completions bash)"]
    case .help:
      ["ridealong help follow", "ridealong help keys", "ridealong help --man config"]
    case .version: ["ridealong version"]
    }
  }

  /// The help after the usage line.
  var detail: [String] {
    switch self {
    case .follow:
      [
        "TRIP is providers/PROVIDER/trips/ID, or the ID alone if --provider or the configuration sets",
        "the provider. The word follow may be left out, except before an ID that looks like a misspelled",
        "command.",
        "",
        "Several trips, up to \(TripScheduler.maximumTrips), or those of a --vehicle open a list, the most",
        "urgent first, and one map of all vehicles. Enter opens a trip, Esc goes back, / filters, s",
        "sorts, e hides ended trips, z switches list and map. Lines of --json and --plain name their",
        "trip, --once prints one line for each, and the exit status is the worst of all trips.",
        "",
        "With --once, --columns chooses members of the objects of --json, by their names in",
        "docs/json.md, for a table; with --csv for a spreadsheet, with --json for smaller objects.",
        "",
        "Keys: ? shows all, a switches the automatic camera, q quits. Without a terminal, or with",
        "--once, it prints one plain report. ACCESSIBLE=1 and TERM=dumb imply --plain; on a terminal ?",
        "and Enter lists its commands. --json prints an object per change; docs/json.md describes them.",
        "Both end with the ride: status 0 if it is complete, 7 if it was canceled.",
        "",
      ] + Self.baseMapDetail + [""] + Self.tokenDetail
    case .wait:
      [
        "Exit status 0: the trip has reached the status or passed it, with one line about the trip; 7:",
        "the ride ended otherwise; 5: timed out; 2, 3 or 4: an error that waiting does not solve.",
        "--json prints the line as an object, also after a timeout.",
        "",
        "Of several trips, up to \(TripScheduler.maximumTrips), each has its line as it gets there. The wait ends",
        "when all have reached the status, ended otherwise or failed, with the worst exit status of all.",
        "With --any the first trip that reaches the status ends it, with 0. STATUS is one of:",
      ] + Self.lines(StatusWord.words) + [""] + Self.tokenDetail
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
        "It needs no account and no network. --plain, --json and --once show the ride without a screen.",
        "--book opens the town's map with three vehicles instead: choose a pickup and a drop-off, and",
        "follow the ride.",
      ]
    case .emulator: Self.emulatorDetail
    case .drive:
      [
        "The vehicle goes online, waits for trips and drives them one after another. b starts or ends a",
        "break, without a terminal kill -USR1 and kill -USR2: the vehicle is OFFLINE, finishes its trips",
        "and gets no new ones. Ctrl-C takes it offline and ends, with retries for",
        "\(ShownLength.time(Farewell.longest)); if they fail, the exit status is 5 unavailable, 4 not permitted",
        "or 6 quota, and the command to do it by hand is printed. A second Ctrl-C ends at once.",
        "",
        "With --backend, a provider's backend assigns trips, receives statuses and hands out tokens, and",
        "--endpoint is by default its host and port if it is on this machine. Without, Fleet Engine",
        "assigns trips and receives statuses, with tokens from one source as described in ridealong help",
        "follow. A missing vehicle is created; without a backend that needs a server's key. --locations",
        "follows a recording: GPX, GeoJSON, coordinates, a log of Fleet Engine, NMEA, CSV, or JSON lines",
        "such as gpsd's and OwnTracks'; what it skips or changes is said, and --max-gap shortens pauses.",
        "--verbose prints a line for each update, --json an object; docs/json.md describes them.",
      ]
    case .vehicle:
      [
        "Tokens come from the backend, or from one source as described in ridealong help follow. A",
        "vehicle that is online without a driver is matched with riders whom nobody picks up.",
        "",
        "list prints up to \(Limits.Response.listedVehicles) vehicles of --provider in the order of their names. It",
        "needs a server's token, from one of the sources.",
        "--columns chooses members of its objects by their names in docs/json.md.",
      ]
    case .replay:
      [
        "The screen of a live ride, at the first moment of the recording. Space plays and pauses, < and >",
        "go to the update before and after, [ and ] ten seconds, { and } a minute, v and V to the next and",
        "the previous problem, ( and ) change the speed, :goto 21:07 or :goto 40% goes to a moment. The",
        "line of the time can be clicked and dragged. All keys of a live ride work too.",
        "",
        "--export prints instead, without a terminal: the screen of the moment --at as text or SVG, the ride",
        "from --at until --until as an SVG picture that moves, or the traveled path as GeoJSON or GPX.",
        "",
        "--record of follow, book and demo makes a recording; docs/recordings.md describes the format.",
        "FILE may also be an export of fleetengine.googleapis.com logs, as JSON, or a directory of",
        "recordings and exports; docs/exports.md describes what is shown of a log.",
      ]
    case .inspect:
      [
        "It finds jumps of the ETA, gaps, old positions, errors, detours and more, and compares the ETA",
        "with the arrival. docs/inspect.md lists the kinds with their limits, and the columns of --csv. Of",
        "several rides, those without findings have one line, and totals follow. Exit status 8: something",
        "was found.",
        "",
      ] + Self.filesDetail
    case .dump:
      [
        "Each line has the poll's whole response, or with --csv what was known of the trip after it;",
        "docs/recordings.md describes both.",
        "",
      ] + Self.filesDetail
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON, or a directory of exports; see",
        "docs/exports.md. Missing vehicles are created first; times shift to now. It needs a server's",
        "token, from one source as described in ridealong help follow. Where restricted logging hides",
        "places, vehicles are where their raw locations say, and trips begin and end where their vehicle",
        "arrived.",
      ]
    case .token:
      [
        "mint prints the token on one line. Anyone who has it can use it: keep it secret.",
        "inspect reads a token from standard input or a private file, alone or in a JSON response, and",
        "shows what it contains and why Fleet Engine would refuse it. --trip or --vehicle checks that it",
        "is valid for that resource, --service-account or --public-key checks its signature. Exit",
        "status: 0 the token looks valid, 4 it would be refused, 2 not a token.",
      ]
    case .map:
      [
        "get saves the tiles around a place or a trip in \(SavedMaps.shownDirectory), at most",
        "\(Limits.Tile.extractedTiles) of them. A ride within a saved map shows it without --basemap and without",
        "a network. Tiles come only from --from or --basemap; read the terms of a public service",
        "first. After Ctrl-C or a failure the same command continues the download.",
        "list shows the saved maps, info describes one or any PMTiles or MBTiles file.",
        "render prints a map as text, as text with colors (ansi), or as a picture (svg). Without",
        "--basemap it uses a saved map that covers the center.",
        "A trip needs a token, from one source as described in ridealong help follow.",
        "",
        "Exit status: 0 saved, listed or printed; 1 the trip has no places, or the map cannot be",
        "written, for example because the disk is full; 2 a wrong command line, or a map that cannot be",
        "used or has no tiles there; 3 or 4 the trip is not found or not permitted; 5 a server cannot be",
        "reached, or the map has no tiles to print; 130 Ctrl-C.",
      ]
    case .doctor:
      [
        "It checks the program, its files, the terminal, the server with its certificate and clock, the",
        "source of tokens and, with TRIP, the trip and its vehicle, and says what to do about each",
        "problem. --verbose shows every detail, the origin of each setting and a sample of the map's",
        "characters. No token is shown. The exit status is that of the first failed check.",
        "",
        "To examine a failing command line of follow, replace follow with doctor.",
        "",
        "--json prints one object: v, status, checks with name, mark (ok, warning, failed, skipped),",
        "text, advice, facts and numbers, and settings with key, value and origin.",
        "",
      ] + Self.tokenDetail.dropFirst()
    case .initialize:
      [
        "It writes a configuration file with the provider and the source of tokens that are given, has",
        "ridealong doctor check it, and follows TRIP. On a terminal it asks for what is not given, also",
        "for the server. Without --config the file is \(HelpText.configurationPath).",
        "A file that exists is replaced only on a terminal and after a question; the old one gets the",
        "ending .old.",
        "",
        "Exit status: that of the doctor; 2 if the file stays as it is or a value is missing; with TRIP that",
        "of ridealong follow.",
      ]
    case .contexts:
      [
        "A context is a table [contexts.NAME] of the configuration file, with an endpoint, a provider",
        "and a source of tokens. --context NAME chooses one for a run; context = \"NAME\" above the",
        "tables is the default, which has a star in the list.",
      ]
    case .completions:
      [
        "make install puts the completions where the shells look. By hand:",
        "  echo 'source <(ridealong completions bash)' >> ~/.bashrc",
        "  ridealong completions zsh > DIR/_ridealong   # DIR in fpath, before compinit",
        "  ridealong completions fish > ~/.config/fish/completions/ridealong.fish",
      ]
    case .help:
      [
        "--man shows a page of the manual: of a command, of the program (ridealong), of the configuration",
        "(config) or of recordings (recording); without one it shows all of them. On a terminal it shows",
        "text, elsewhere the source for man: ridealong help --man follow | man -l -",
      ]
    case .version: []
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

  private static let filesDetail = [
    "FILE may also be an export of Cloud Logging, or a directory of recordings and exports; see",
    "docs/exports.md. Several are merged by trip. The last word is a TRIP, to read only that one, if it",
    "is a trip's full name, or an ID and no file is there.",
  ]

  private static let baseMapDetail = [
    "--basemap draws a base map of vector tiles under the ride: a PMTiles or MBTiles file, or the",
    "URL of a PMTiles file, of TileJSON, or of tiles with {z}, {x} and {y} in it. Without it no map is",
    "requested, because a map server learns where you look; a map of ridealong map get that covers the",
    "ride is used, and the demo's town for a ride there on ridealong emulator. none shows no map.",
    "Tiles of a server are kept in ~/.cache/ridealong, or below XDG_CACHE_HOME.",
  ]

  static let tokenDetail = [
    "",
    "Access tokens come from exactly one of --service-account, --token-command, --token-url and",
    "--token-file. A token itself is never on the command line.",
    "{trip}, {vehicle} and {provider} are filled in. COMMAND has 10 s and runs without a shell:",
    "arguments are split at spaces; quote with '...', \"...\" or \\; no shell expansion. Only IDs of",
    "letters, digits and ._~@+=- are filled in; RIDEALONG_TRIP and RIDEALONG_VEHICLE in its",
    "environment have every ID as it is.",
    "A source returns the token on one line, or JSON with jwt and expirationTimestamp (ms since",
    "1970), token or access_token and expires_in (s from now), or a Kubernetes ExecCredential. For",
    "other JSON, give the paths:",
    "  --token-key data.jwt --token-expiry-key data.exp --token-expiry-unit epoch-s",
  ]

  static let emulatorDetail =
    [
      "It prints one line to standard output when it is ready; its words come in pairs, in this order:",
      "  ready URL provider P keys DIR backend URL admin URL grpc HOST:PORT",
      "DIR has the key files of the four roles; backend, admin and grpc are missing if they are not",
      "served. With --print-env the lines follow that lead clients to it; those of gRPC have to trust",
      "DIR/localhost.pem. On a terminal the commands to run next follow. Ctrl-C ends it after the requests",
      "in progress.",
      "Without --data-dir nothing is kept. --listen 8080 and --listen :8080 listen on loopback.",
      "Making the keys takes most of a first start. --keys DIR makes them once for all data directories",
      "of a provider, and for starts without one.",
      "",
      "The provider's backend hands out tokens, accepts bookings and matches them with vehicles, as the",
      "sample apps expect: GET BACKEND/token/consumer/TRIP, POST BACKEND/trip/new. It does not",
      "authenticate callers, and hands out tokens only on loopback.",
      "",
      "--screen shows trips, vehicles and the last calls on the terminal: Enter opens a trip, F plays a",
      "fault, q stops the emulator. The options of the viewer have an effect only with it.",
      "",
      "exec runs a command with an emulator of its own on free ports, and ends with the command's status;",
      "FLEET_ENGINE_EMULATOR_URL and other variables tell the command where it is. The other actions find",
      "a running emulator through --admin or FLEET_ENGINE_EMULATOR_ADMIN:",
    ]
    + HelpLayout.table(
      EmulatorCommand.Action.allCases.compactMap { action in
        action.help.map { ("\(action.rawValue) \($0.operands)", $0.meaning) }
      },
      indent: 2,
      column: HelpLayout.entryColumn
    ) + [
      "docs/emulator.md describes them, and the requests of the admin endpoint behind them. That also",
      "has GET, PUT, DELETE /faults. Any user of this machine may use it.",
      "",
      "A script of faults is a list of entries such as",
      #"  {"count": 3, "procedure": "GetTrip", "status": 503, "retryAfter": 2}"#,
      #"  {"delay": 5}   {"pass": true, "count": 10}   "reset""#,
      "Times are seconds. The keys of an entry:",
    ]
    + HelpLayout.table(
      FaultKey.allCases.map { ("\($0.rawValue) \($0.values)", $0.meaning) },
      indent: 2,
      column: HelpLayout.entryColumn
    ) + [
      "",
      "A line of the access log: time, method, path, status, duration, bytes, procedure.",
    ]
}
