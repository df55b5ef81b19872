/// An option's value, and where it is set.
struct Setting: Sendable, Hashable {
  enum Origin: Sendable, Hashable {
    /// The command line.
    case flag
    /// An environment variable.
    case variable(String)
    /// A context of a configuration file.
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

/// An option's value and its origin, for reports.
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
