internal import FleetEmulator
internal import RidesharingConsumer

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
        "ridealong follow TRIP TRIP TRIP --service-account server.json",
        "ridealong follow --vehicle VEHICLE --service-account server.json",
        "ridealong TRIP --service-account FILE --plain --notify 'notify-send Ride'",
        "fleet-token | ridealong TRIP --token-file -",
      ]
    case .wait:
      [
        "ridealong wait TRIP --token-url URL --for arrived-at-pickup --timeout 20m",
        "ridealong wait 42 --context staging --for complete && notify-send Done",
      ]
    case .book:
      [
        "ridealong book --backend http://127.0.0.1:8080/provider --near 48.2,16.37",
        "ridealong book --backend URL --pickup 48.19,16.34 --dropoff 48.21,16.37",
      ]
    case .demo:
      ["ridealong demo", "ridealong demo --speed 10 --glyphs block", "ridealong demo --plain"]
    case .emulator:
      [
        "ridealong emulator --data-dir ./fleet --listen 127.0.0.1:8080",
        "ridealong emulator --strict --quota --fault faults.json",
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
    case .doctor:
      [
        "ridealong doctor", "ridealong doctor TRIP --service-account consumer.json",
        "ridealong doctor --vehicle VEHICLE --service-account server.json --verbose",
      ]
    case .contexts: ["ridealong contexts", "ridealong contexts --json"]
    case .completions: ["source <(ridealong completions bash)"]
    case .help: ["ridealong help follow", "ridealong help keys"]
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
        "urgent first. Enter opens a trip, Esc goes back, / filters. Lines of --json and --plain name",
        "their trip, --once prints one line for each, and the exit status is the worst of all trips.",
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
        "--json prints the line as an object, also after a timeout. STATUS is one of:",
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
        "It needs no account and no network. --plain, --json and --once show the ride without a screen."
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
        "follows a recording: GPX, coordinates, a log of Fleet Engine, or JSON lines such as gpsd's.",
        "--verbose prints a line for each update, --json an object; docs/json.md describes them.",
      ]
    case .vehicle:
      [
        "Tokens come from the backend, or from one source as described in ridealong help follow. A",
        "vehicle that is online without a driver is matched with riders whom nobody picks up.",
      ]
    case .replayLog:
      [
        "FILE is an export of fleetengine.googleapis.com logs, as JSON. Missing vehicles are created",
        "first; times shift to now. It needs a server's token, from one source as described in",
        "ridealong help follow. Where restricted logging hides places, vehicles are where their raw",
        "locations say, and trips begin and end where their vehicle arrived.",
      ]
    case .token:
      [
        "mint prints the token on one line. Anyone who has it can use it: keep it secret.",
        "inspect reads a token from standard input or a private file, alone or in a JSON response, and",
        "shows what it contains and why Fleet Engine would refuse it. --trip or --vehicle checks that it",
        "is valid for that resource, --service-account or --public-key checks its signature. Exit",
        "status: 0 the token looks valid, 4 it would be refused, 2 not a token.",
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

  private static let baseMapDetail = [
    "--basemap draws a base map of vector tiles under the ride: a PMTiles or MBTiles file, or the",
    "URL of a PMTiles file, of TileJSON, or of tiles with {z}, {x} and {y} in it. Without it no map is",
    "requested, because a map server learns where you look. Tiles of a server are kept in",
    "~/.cache/ridealong, or below XDG_CACHE_HOME.",
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
      "  ready URL provider P keys DIR backend URL admin URL",
      "DIR has the key files of the four roles; backend and admin are missing if they are not served. On",
      "a terminal the commands to run next follow. Ctrl-C ends it after the requests in progress.",
      "Without --data-dir nothing is kept. --listen 8080 and --listen :8080 listen on loopback.",
      "Making the keys takes most of a first start. --keys DIR makes them once for all data directories",
      "of a provider, and for starts without one.",
      "",
      "The provider's backend hands out tokens, accepts bookings and matches them with vehicles, as the",
      "sample apps expect: GET BACKEND/token/consumer/TRIP, POST BACKEND/trip/new. It does not",
      "authenticate callers, and hands out tokens only on loopback.",
      "",
      "The admin endpoint, for any user of this machine:",
      "  GET, PUT, DELETE /faults  read, replace or clear the script of faults",
      "  GET /calls?limit=N        the latest calls, with warnings (default 100)",
      "  GET /health               whether the emulator runs",
      "A script of faults is a list of entries such as",
      #"  {"count": 3, "procedure": "GetTrip", "status": 503, "retryAfter": 2}"#,
      #"  {"delay": 5}   {"pass": true, "count": 10}   "reset""#,
      "Times are seconds. The keys of an entry:",
    ]
    + HelpLayout.table(
      FaultKey.allCases.map { ("\($0.rawValue) \($0.values)", $0.meaning) },
      indent: 2,
      column: 28
    ) + [
      "",
      "A line of the access log: time, method, path, status, duration, bytes, procedure.",
    ]
}
