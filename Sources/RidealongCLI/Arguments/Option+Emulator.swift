/// The options of the emulator's command.
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
  static let strict = Option(
    "--strict",
    nil,
    "hold rides to the order in which Google's sample apps lead them"
  )
  static let quota = Option("--quota", nil, "answer no more calls a minute than Google's quotas")
  static let fault = Option("--fault", "FILE", "a script of faults, as JSON")
  static let providerPrefix = Option(
    "--provider-prefix",
    "PATH",
    "where the provider's backend is served (default /provider)"
  )
  static let allowOrigin = Option(
    "--allow-origin",
    "ORIGINS",
    "web pages that may call the backend, separated by commas"
  )
  static let noBackend = Option("--no-backend", nil, "serve no provider's backend")
  static let admin = Option(
    "--admin",
    "HOST:PORT",
    "where the admin endpoint listens, on loopback (default: nowhere)"
  )
  static let tlsCertificate = Option(
    "--tls-cert",
    "FILE",
    "certificate in PEM, to serve https; with --tls-key"
  )
  static let tlsKey = Option("--tls-key", "FILE", "the certificate's private key in PEM")
  static let accessLog = Option(
    "--access-log",
    "FILE",
    "where each request is noted; - for standard error"
  )

  /// All of them.
  static let emulator: [Option] = [
    .listen, .provider, .dataDirectory, .speed, .strict, .quota, .fault, .providerPrefix,
    .allowOrigin, .noBackend, .admin, .tlsCertificate, .tlsKey, .accessLog,
  ]
}

extension Command {
  /// What help says of the emulator.
  static let emulatorDetail = [
    "One line is printed once it is ready; its words come in pairs, in this order:",
    "  ready URL provider P keys DIR backend URL admin URL",
    "with the key files of the four roles in DIR, and without what was not asked for. Ctrl-C ends it",
    "when the requests under way are answered. Without --data-dir nothing is kept.",
    "",
    "The provider's backend hands out tokens, takes bookings and matches them, as the sample apps",
    "expect: GET BACKEND/token/consumer/TRIP, POST BACKEND/trip/new. It asks nobody who they are, and",
    "tokens only leave it on loopback.",
    "",
    "The admin endpoint, for any user of this machine:",
    "  GET, PUT, DELETE /faults  the script of faults: its rest, a new one, none",
    "  GET /calls?limit=N        the latest calls, with warnings (default 100)",
    "  GET /health               whether it runs",
    "A script of faults is a list of entries such as",
    #"  {"count": 3, "procedure": "GetTrip", "status": 503, "retryAfter": 2}"#,
    #"  {"delay": 5}   {"pass": true, "count": 10}   "reset""#,
    "with the keys count, procedure, trip, stage, pass, delay, status, code, message, retryAfter,",
    "retryAfterDate, retryDelay, headers, body, bodyBase64, bodyBytes, contentType, pieceBytes, pause,",
    "truncateAfter, resetAfter and reset; times are seconds.",
    "",
    "A line of the access log: time, method, path, status, duration, bytes, procedure.",
  ]
}
