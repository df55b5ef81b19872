/// The options of the emulator's command.
extension Option {
  static let listen = Option(
    "--listen",
    .text,
    "where to listen (default 127.0.0.1:0, a free port)",
    placeholder: "[HOST:]PORT"
  )
  static let dataDirectory = Option(
    "--data-dir",
    .directory,
    "where to keep trips, vehicles and keys (default: nowhere)"
  )
  static let keyDirectory = Option(
    "--keys",
    .directory,
    "where the key files are (default: keys in the data directory)"
  )
  static let strict = Option(
    "--strict",
    .flag,
    "accept statuses only in the order of Google's sample apps"
  )
  static let quota = Option("--quota", .flag, "limit calls per minute to Google's quotas")
  static let fault = Option("--fault", .file, "JSON script of faults")
  static let providerPrefix = Option(
    "--provider-prefix",
    .text,
    "path of the provider's backend (default /provider)",
    placeholder: "PATH"
  )
  static let allowOrigin = Option(
    "--allow-origin",
    .text,
    "origins of web pages that may call the backend, separated by commas",
    placeholder: "ORIGINS"
  )
  static let noBackend = Option("--no-backend", .flag, "do not serve a provider's backend")
  static let admin = Option(
    "--admin",
    .text,
    "where the admin endpoint listens, on loopback (default: nowhere)",
    placeholder: "[HOST:]PORT"
  )
  static let tlsCertificate = Option(
    "--tls-cert",
    .file,
    "certificate in PEM, to serve HTTPS; with --tls-key"
  )
  static let tlsKey = Option("--tls-key", .file, "the certificate's private key in PEM")
  static let accessLog = Option("--access-log", .file, "log of requests; - for standard error")

  /// All of them.
  static let emulator: [Option] = [
    .listen, .provider, .dataDirectory, .keyDirectory, .speed, .strict, .quota, .fault,
    .providerPrefix, .allowOrigin, .noBackend, .admin, .tlsCertificate, .tlsKey, .accessLog,
  ]
}

extension Command {
  /// The help on the emulator.
  static let emulatorDetail = [
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
    "with the keys count, procedure, trip, stage, pass, delay, status, code, message, retryAfter,",
    "retryAfterDate, retryDelay, headers, body, bodyBase64, bodyBytes, contentType, pieceBytes, pause,",
    "truncateAfter, resetAfter and reset; times are seconds.",
    "",
    "A line of the access log: time, method, path, status, duration, bytes, procedure.",
  ]
}
