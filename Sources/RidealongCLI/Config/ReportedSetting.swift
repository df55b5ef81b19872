/// An option as people are told of it: what it is set to, and where.
struct ReportedSetting: Sendable, Hashable {
  /// Its key in a configuration file.
  let key: String
  /// What it is set to, in words that hold no secret; nil where nothing is.
  let value: String?
  let origin: Setting.Origin

  /// Tells of an option.
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
