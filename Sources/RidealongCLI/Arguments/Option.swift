/// An option of a command line, which an environment variable or a key of a configuration file may
/// set too.
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
  /// The key that sets it in a configuration file.
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

  /// The environment variable that sets it.
  var variable: String {
    "RIDEALONG_" + key.uppercased().replacing("-", with: "_")
  }

  static let serviceAccount = Option(
    "--service-account",
    "FILE",
    "key file of a service account, to mint tokens with"
  )
  static let endpoint = Option(
    "--endpoint",
    "URL",
    "the Fleet Engine to call (default: Google's, over HTTPS)",
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
    "simulation speed: 1 to 20 times real time",
    standard: "1"
  )
  static let provider = Option("--provider", "P", "the provider's ID")
  static let ascii = Option(
    "--ascii",
    nil,
    "draw with ASCII characters only, like --glyphs ascii",
    isInFile: false
  )
  static let once = Option(
    "--once",
    nil,
    "print one plain report instead of opening the screen",
    isInFile: false
  )
  static let plain = Option(
    "--plain",
    nil,
    "describe the ride in plain sentences, one per line (for screen readers)"
  )
  static let pollInterval = Option(
    "--interval",
    "TIME",
    "how often to poll (minimum 5s)",
    standard: "5s"
  )
  static let notify = Option(
    "--notify",
    "COMMAND",
    "notify on arrival and at the end: \(NoticeSender.words.joined(separator: ", ")) or a command"
      + " (the status is its last argument)",
    kind: .command(NoticeSender.words),
    standard: "off"
  )
  static let awaited = Option(
    "--for",
    "STATUS",
    "the status to wait for, such as arrived-at-pickup",
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
    "no animation between updates (the default over ssh)"
  )
  static let noMouse = Option(
    "--no-mouse",
    nil,
    "leave the mouse to the terminal, to select text"
  )
  static let style = Option("--style", "FILE", "TOML file that styles lines and markers")
  static let caFile = Option(
    "--ca-file",
    "FILE",
    "PEM file of certificate authorities to trust instead of the system's"
  )
  static let help = Option("--help", nil, "show this help", isInFile: false)
}
