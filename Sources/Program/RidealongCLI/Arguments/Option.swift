/// An option of a command line, which an environment variable or a key of a configuration file may
/// set too.
///
/// Help, completions and the keys of the file are made from these values alone.
struct Option: Sendable, Hashable {
  enum Trait: Sendable {
    /// A configuration file and the environment cannot set the option.
    case commandLineOnly
    case repeatable
    /// The flag switches off what its key switches on, as `--no-auto` does.
    case inverted
    /// The value `-` means standard input, which only one option of a command line can read.
    case standardInput
  }

  let name: String
  /// The placeholder of the value in help; nil for a flag.
  let value: String?
  let kind: OptionKind
  let isRepeatable: Bool
  /// Whether a configuration file may hold it, for the commands that read one.
  let isInFile: Bool
  let isInverted: Bool
  let mayReadStandardInput: Bool
  /// The key that sets it in a configuration file.
  let key: String
  /// The default as text; nil if there is none, or if it depends on the environment.
  let standard: String?
  private(set) var help = ""

  /// Creates an option from its form, such as `--theme` or `--log-level LEVEL`.
  ///
  /// Without a placeholder in the form, help shows the one of the kind. `key` is by default the name
  /// without its dashes, and without `no-` if the flag is inverted.
  init(
    _ form: String, _ kind: OptionKind, _ traits: Trait..., key: String? = nil,
    standard: String? = nil
  ) {
    let words = form.split(separator: " ", maxSplits: 1).map(String.init)
    name = words[0]
    value = kind == .flag ? nil : words.count > 1 ? words[1] : kind.placeholder
    self.kind = kind
    isRepeatable = traits.contains(.repeatable)
    isInFile = !traits.contains(.commandLineOnly)
    isInverted = traits.contains(.inverted)
    mayReadStandardInput = traits.contains(.standardInput)
    self.key = key ?? String(name.dropFirst(isInverted ? 5 : 2))
    self.standard = standard
  }

  func help(_ text: String) -> Option {
    var option = self
    option.help = text
    return option
  }

  /// The flag that undoes on the command line what a file sets; nil for any other option.
  var opposite: String? {
    guard kind == .flag, isInFile else { return nil }
    return "--" + (isInverted ? "" : "no-") + name.dropFirst(isInverted ? 5 : 2)
  }

  var variable: String { "RIDEALONG_" + key.uppercased().replacing("-", with: "_") }
}

/// The kind of an option's value, which decides its form in a configuration file and how a shell
/// completes it.
enum OptionKind: Sendable, Hashable {
  case flag
  case text
  case number(ClosedRange<Double>)
  /// A length of time, such as `5s`.
  case time(ClosedRange<Duration>)
  /// A place, such as `48.2082,16.3738`.
  case place
  case words([String])
  /// One of a few words, or a name that the user has chosen.
  case named([String])
  case url
  case file
  /// A file, or the word none.
  case optionalFile
  case directory
  /// A file, an address or the word none.
  case source
  /// A program with its arguments, or one of these words.
  case command([String])
  case context

  static func seconds(_ range: ClosedRange<Int>) -> OptionKind {
    .time(.seconds(range.lowerBound)...(.seconds(range.upperBound)))
  }

  static func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> OptionKind { .words(type.allCases.map(\.rawValue)) }

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

/// An option's value, and where it is set.
struct Setting: Sendable, Hashable {
  enum Origin: Sendable, Hashable {
    case flag
    case variable(String)
    case context(String, file: String, line: Int)
    /// A configuration file, for all contexts.
    case file(String, line: Int)
    /// Nowhere: the default applies.
    case standard
  }

  /// The values in the form of the command line; empty for a flag.
  let values: [String]
  /// False for a flag that is switched off.
  let isOn: Bool
  let origin: Origin

  init(_ values: [String], isOn: Bool = true, from origin: Origin) {
    self.values = values
    self.isOn = isOn
    self.origin = origin
  }
}

extension Setting.Origin: CustomStringConvertible {
  var description: String {
    switch self {
    case .flag: "command line"
    case .variable(let name): name
    case .context(let name, let file, let line): "context \(name), \(file):\(line)"
    case .file(let file, let line): "\(file):\(line)"
    case .standard: "default"
    }
  }

  /// The name of an option in an error, with the place that sets it.
  func named(_ option: Option) -> String {
    switch self {
    case .flag, .standard: option.name
    case .variable(let name): name
    case .context(_, let file, let line), .file(let file, let line):
      "\(file):\(line): \(option.key)"
    }
  }
}

struct ReportedSetting: Sendable, Hashable {
  let key: String
  /// The value without secrets; nil if it is neither set nor has a default.
  let value: String?
  let origin: Setting.Origin

  init(_ option: Option, _ setting: Setting?) {
    key = option.key
    origin = setting?.origin ?? .standard
    guard let setting else {
      value = option.kind == .flag ? String(option.isInverted) : option.standard
      return
    }
    value =
      option.kind == .flag
      ? String(setting.isOn != option.isInverted)
      : setting.values.map { Self.shown($0, option.kind) }.joined(separator: ", ")
  }

  /// A value without a command's arguments or an address's user and query, which may be secret.
  static func shown(_ text: String, _ kind: OptionKind) -> String {
    switch kind {
    case .command:
      let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      return (words.first ?? "") + (words.count > 1 ? " …" : "")
    case .url, .source:
      let query = text.firstIndex(of: "?")
      let address = query.map { text[..<$0] + "?…" } ?? text[...]
      guard let scheme = address.firstRange(of: "://"),
        let user = address[scheme.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
      else { return String(address) }
      return address[..<scheme.upperBound] + "…" + address[user...]
    default: return text
    }
  }
}

extension Arguments {
  /// The settings of the options that a configuration may set; `NO_COLOR` of the environment counts.
  func report(_ options: [Option], environment: Environment? = nil) -> [ReportedSetting] {
    options.filter(\.isInFile).map { option in
      let set = setting(option)
      guard option == .color, environment?.variables["NO_COLOR"] ?? "" != "",
        (set?.values.first ?? ColorChoice.auto.rawValue) == ColorChoice.auto.rawValue
      else { return ReportedSetting(option, set) }
      let refusal = Setting([ColorChoice.never.rawValue], from: .variable("NO_COLOR"))
      return ReportedSetting(option, refusal)
    }
  }
}
