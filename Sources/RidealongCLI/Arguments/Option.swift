/// An option of a command line.
struct Option: Sendable, Hashable {
  /// The name with its dashes.
  let name: String
  /// What its value is called in help; nil for an option without a value.
  let value: String?
  /// What it does, for help.
  let help: String
  /// Whether it may be given more than once.
  let isRepeatable: Bool

  init(_ name: String, _ value: String? = nil, _ help: String, isRepeatable: Bool = false) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
  }

  static let serviceAccount = Option(
    "--service-account",
    "FILE",
    "key file of the service account that mints tokens"
  )
  static let endpoint = Option(
    "--endpoint",
    "URL",
    "the Fleet Engine to ask (default: Google's, over HTTPS)"
  )
  static let backend = Option(
    "--backend",
    "URL",
    "the provider's backend, which knows vehicles and trips"
  )
  static let speed = Option(
    "--speed",
    "N",
    "how many times faster than the clock the world runs, 1 to 20"
  )
  static let provider = Option("--provider", "P", "the provider's id")
  static let ascii = Option("--ascii", nil, "draw with ASCII characters only, as --glyphs ascii")
  static let once = Option("--once", nil, "print one plain report instead of the screen")
  static let noAuto = Option("--no-auto", nil, "start with the automatic camera off")
  static let myLocation = Option(
    "--my-location",
    "LAT,LNG",
    "where you are, in degrees, to mark on the map"
  )
  static let reducedMotion = Option(
    "--reduced-motion",
    nil,
    "move nothing between two updates"
  )
  static let style = Option("--style", "FILE", "a TOML file with how lines and markers look")
  static let caFile = Option(
    "--ca-file",
    "FILE",
    "PEM file of authorities to trust instead of the system's"
  )
  static let help = Option("--help", nil, "show this help")
}
