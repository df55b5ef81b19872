/// An option of a command line, and of what stands for a command line: a variable of the
/// environment, a key of a configuration file.
///
/// Help, completions and the keys of the file are made from these values alone.
struct Option: Sendable, Hashable {
  /// The name with its dashes.
  let name: String
  /// What its value is called in help; nil for an option without a value.
  let value: String?
  /// What it does, for help.
  let help: String
  /// What its value is.
  let kind: OptionKind
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// Whether a configuration file may hold it, for the commands that read one.
  let isInFile: Bool
  /// The key that stands for it in a configuration file.
  let key: String
  /// Its value where nobody gives one, as text; nil for none, or for one that depends.
  let standard: String?

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - name: The name with its dashes.
  ///   - value: What its value is called in help, which tells its kind too; nil for none.
  ///   - help: What it does.
  ///   - choices: The words that its value is one of; empty where it may be something else.
  ///   - kind: What its value is, where neither its name nor choices tell.
  ///   - isRepeatable: Whether it may be given more than once.
  ///   - isInFile: Whether it makes sense as a default for every run.
  ///   - key: Its key in a configuration file, if that is not its name.
  ///   - standard: Its value where nobody gives one.
  init(
    _ name: String,
    _ value: String? = nil,
    _ help: String,
    choices: [String] = [],
    kind: OptionKind? = nil,
    isRepeatable: Bool = false,
    isInFile: Bool = true,
    key: String? = nil,
    standard: String? = nil
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.kind = kind ?? (choices.isEmpty ? OptionKind(value: value) : .words(choices))
    self.isRepeatable = isRepeatable
    self.isInFile = isInFile
    let isSwitchedOff = value == nil && name.hasPrefix("--no-")
    self.key = key ?? String(name.dropFirst(isSwitchedOff ? 5 : 2))
    self.standard = standard
  }

  /// Whether the option switches off what its key in a file switches on, as `--no-auto` does.
  var isInverted: Bool { kind == .flag && name.hasPrefix("--no-") }

  /// What takes a switch of a file back on the command line; nil where there is nothing to take
  /// back.
  var opposite: String? {
    guard kind == .flag, isInFile else { return nil }
    return "--" + (isInverted ? "" : "no-") + name.dropFirst(isInverted ? 5 : 2)
  }

  /// The variable of the environment that stands for it.
  var variable: String {
    "RIDEALONG_" + key.uppercased().replacing("-", with: "_")
  }

  static let serviceAccount = Option(
    "--service-account",
    "FILE",
    "key file of the service account that mints tokens"
  )
  static let endpoint = Option(
    "--endpoint",
    "URL",
    "the Fleet Engine to ask (default: Google's, over HTTPS)",
    standard: "https://fleetengine.googleapis.com"
  )
  static let backend = Option(
    "--backend",
    "URL",
    "the provider's backend, which knows vehicles and trips"
  )
  static let speed = Option(
    "--speed",
    "N",
    "how many times faster than the clock the world runs, 1 to 20",
    standard: "1"
  )
  static let provider = Option("--provider", "P", "the provider's id")
  static let ascii = Option(
    "--ascii",
    nil,
    "draw with ASCII characters only, as --glyphs ascii",
    isInFile: false
  )
  static let once = Option(
    "--once",
    nil,
    "print one plain report instead of the screen",
    isInFile: false
  )
  static let plain = Option(
    "--plain",
    nil,
    "tell the ride in sentences, line by line, as for a screen reader"
  )
  static let pollInterval = Option(
    "--interval",
    "TIME",
    "the time between two questions, at least 5s",
    standard: "5s"
  )
  static let notify = Option(
    "--notify",
    "COMMAND",
    "tell of arrivals and of the end: off, bell, osc9, or a program, as its last argument",
    standard: "off"
  )
  static let awaited = Option(
    "--for",
    "STATUS",
    "the status, such as arrived-at-pickup",
    choices: StatusWord.all.map(StatusWord.word(of:)),
    isInFile: false
  )
  static let timeout = Option(
    "--timeout",
    "TIME",
    "the longest wait, 1s to 24h",
    isInFile: false,
    standard: "24h"
  )
  static let noAuto = Option(
    "--no-auto",
    nil,
    "start with the automatic camera off",
    key: "auto-camera"
  )
  static let myLocation = Option(
    "--my-location",
    "PLACE",
    "where you are, to mark on the map: LAT,LNG, gpsd, gpsd://127.0.0.1:PORT, or - for lines on"
      + " standard input",
    kind: .place
  )
  static let reducedMotion = Option(
    "--reduced-motion",
    nil,
    "move nothing between two updates, as by itself over ssh"
  )
  static let noMouse = Option(
    "--no-mouse",
    nil,
    "leave the mouse to the terminal, for selecting text"
  )
  static let style = Option("--style", "FILE", "a TOML file with how lines and markers look")
  static let caFile = Option(
    "--ca-file",
    "FILE",
    "PEM file of authorities to trust instead of the system's"
  )
  static let help = Option("--help", nil, "show this help", isInFile: false)
}
