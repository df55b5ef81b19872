/// What an option is set to, and by whom.
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
