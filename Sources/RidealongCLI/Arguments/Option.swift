/// An option of a command line, which an environment variable or a key of a configuration file may
/// set too.
///
/// Help, completions and the keys of the file are made from these values alone.
struct Option: Sendable, Hashable {
  /// The name with its dashes.
  let name: String
  /// What its value is called in help; nil for an option without a value.
  var value: String? { kind == .flag ? nil : placeholder ?? kind.placeholder }
  private let placeholder: String?
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
  /// The default as text; nil for none, or for one that depends on the environment.
  let standard: String?

  /// Makes an option.
  ///
  /// `placeholder` is what its value is called in help; nil for the usual one of its kind. `isInFile`:
  /// whether it makes sense as a default for every run. `key` is its key in a configuration file; nil
  /// for its name. `standard` is its value where nobody gives one.
  init(
    _ name: String,
    _ kind: OptionKind,
    _ help: String,
    placeholder: String? = nil,
    isRepeatable: Bool = false,
    isInFile: Bool = true,
    key: String? = nil,
    standard: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.placeholder = placeholder
    self.isRepeatable = isRepeatable
    self.isInFile = isInFile
    let isSwitchedOff = kind == .flag && name.hasPrefix("--no-")
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
    .file,
    "key file of a service account, to mint tokens with"
  )
  static let endpoint = Option(
    "--endpoint",
    .url,
    "the Fleet Engine to call (default: Google's, over HTTPS)",
    standard: "https://fleetengine.googleapis.com"
  )
  static let backend = Option(
    "--backend",
    .url,
    "the provider's backend, which knows vehicles and trips"
  )
  static let speed = Option(
    "--speed",
    .number,
    "simulation speed: 1 to 20 times real time",
    standard: "1"
  )
  static let provider = Option("--provider", .text, "the provider's ID", placeholder: "P")
  static let ascii = Option(
    "--ascii",
    .flag,
    "draw with ASCII characters only, like --glyphs ascii",
    isInFile: false
  )
  static let once = Option(
    "--once",
    .flag,
    "print one plain report instead of opening the screen",
    isInFile: false
  )
  static let plain = Option(
    "--plain",
    .flag,
    "describe the ride in plain sentences, one per line (for screen readers)"
  )
  static let pollInterval = Option(
    "--interval",
    .time,
    "how often to poll (minimum 5s)",
    standard: "5s"
  )
  static let notify = Option(
    "--notify",
    .command(NoticeSender.words),
    "notify on arrival and at the end: \(NoticeSender.words.joined(separator: ", ")) or a command"
      + " (the status is its last argument)",
    standard: "off"
  )
  static let awaited = Option(
    "--for",
    .words(StatusWord.all.map(StatusWord.word(of:))),
    "the status to wait for, such as arrived-at-pickup",
    placeholder: "STATUS",
    isInFile: false
  )
  static let timeout = Option(
    "--timeout",
    .time,
    "the longest wait, 1s to 24h",
    isInFile: false,
    standard: "24h"
  )
  static let noAuto = Option(
    "--no-auto",
    .flag,
    "start with the automatic camera off",
    key: "auto-camera"
  )
  static let myLocation = Option(
    "--my-location",
    .place,
    "where you are, to mark on the map: LAT,LNG, gpsd, gpsd://127.0.0.1:PORT, or - for lines on"
      + " standard input",
    placeholder: "PLACE"
  )
  static let reducedMotion = Option(
    "--reduced-motion",
    .flag,
    "no animation between updates (the default over ssh)"
  )
  static let noMouse = Option(
    "--no-mouse",
    .flag,
    "leave the mouse to the terminal, to select text"
  )
  static let style = Option("--style", .file, "TOML file that styles lines and markers")
  static let caFile = Option(
    "--ca-file",
    .file,
    "PEM file of certificate authorities to trust instead of the system's"
  )
  static let help = Option("--help", .flag, "show this help", isInFile: false)
}

/// The kind of an option's value, which decides its form in a configuration file and how a shell
/// completes it.
enum OptionKind: Sendable, Hashable {
  /// No value: the option is given or not.
  case flag
  case text
  case number
  /// A length of time, such as `5s`.
  case time
  /// A place, such as `48.2082,16.3738`.
  case place
  /// One of a few words.
  case words([String])
  /// One of a few words, or a name that the user has chosen.
  case named([String])
  /// An address.
  case url
  case file
  /// A file, or the word none.
  case optionalFile
  case directory
  /// A file, an address or the word none.
  case source
  /// A program with its arguments, or one of these words.
  case command([String])
  /// The name of a context.
  case context

  /// What a value of the kind is called in help.
  var placeholder: String {
    switch self {
    case .flag: ""
    case .text: "TEXT"
    case .number: "N"
    case .time: "TIME"
    case .place: "LAT,LNG"
    case .words: "WORD"
    case .named, .context: "NAME"
    case .url: "URL"
    case .file, .optionalFile: "FILE"
    case .directory: "DIR"
    case .source: "SOURCE"
    case .command: "COMMAND"
    }
  }

  /// The words that the value is one of; empty if it may be anything.
  var choices: [String] {
    switch self {
    case .words(let words), .named(let words): words
    default: []
    }
  }
}
