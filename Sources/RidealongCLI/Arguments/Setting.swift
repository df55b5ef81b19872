/// An option's value, and what sets it.
struct Setting: Sendable, Hashable {
  /// Who sets an option.
  enum Origin: Sendable, Hashable {
    /// The command line.
    case flag
    /// A variable of the environment.
    case variable(String)
    /// A context of a configuration file.
    case context(String, file: String, line: Int)
    /// A configuration file, for all contexts.
    case file(String, line: Int)
    /// Nobody.
    case standard
  }

  /// The values as texts, as a command line has them; empty for a switch.
  let values: [String]
  /// False for a switch that is switched off.
  let isOn: Bool
  let origin: Origin

  init(_ values: [String], isOn: Bool = true, from origin: Origin) {
    self.values = values
    self.isOn = isOn
    self.origin = origin
  }
}

extension Setting.Origin: CustomStringConvertible {
  /// The origin in words, for people.
  var description: String {
    switch self {
    case .flag: "command line"
    case .variable(let name): name
    case .context(let name, let file, let line): "context \(name), \(file):\(line)"
    case .file(let file, let line): "\(file):\(line)"
    case .standard: "default"
    }
  }

  /// How an error calls an option that is set here.
  func named(_ option: Option) -> String {
    switch self {
    case .flag, .standard: option.name
    case .variable(let name): name
    case .context(_, let file, let line), .file(let file, let line):
      "\(file):\(line): \(option.key)"
    }
  }
}

/// An option's value and its origin, for reports.
struct ReportedSetting: Sendable, Hashable {
  /// Its key in a configuration file.
  let key: String
  /// What it is set to, in words that hold no secret; nil where nothing is.
  let value: String?
  let origin: Setting.Origin

  /// Describes an option.
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

  /// A value without what may be secret in it: a command's arguments, an address's user and query.
  private static func shown(_ text: String, _ kind: OptionKind) -> String {
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
  /// What is set, and where: all options of a command that a configuration may set.
  ///
  /// `environment`: what may refuse colors; nil where that is of no account.
  func report(_ options: [Option], environment: Environment? = nil) -> [ReportedSetting] {
    options.filter(\.isInFile).map { option in
      let set = setting(option)
      guard option == .color, environment?.refusesColor == true,
        (set?.values.first ?? ColorChoice.auto.rawValue) == ColorChoice.auto.rawValue
      else { return ReportedSetting(option, set) }
      let refusal = Setting([ColorChoice.never.rawValue], from: .variable("NO_COLOR"))
      return ReportedSetting(option, refusal)
    }
  }
}

extension Environment {
  /// Whether `NO_COLOR` says that there are to be no colors.
  fileprivate var refusesColor: Bool { !(variables["NO_COLOR"] ?? "").isEmpty }
}
