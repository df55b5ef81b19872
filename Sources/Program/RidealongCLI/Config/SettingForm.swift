/// The form of an option's value in a configuration file.
struct SettingForm: Sendable {
  let option: Option
  /// The file's directory, for relative paths.
  let directory: String
  let home: String?

  /// The expected value of an option, as the end of "must be".
  static func expected(_ option: Option) -> String {
    let one =
      switch option.kind {
      case .flag: "true or false"
      case .number: "a number"
      case .time: "a time such as \"10s\", or a number of seconds"
      case .place: "a place such as \"48.2082,16.3738\" or [48.2082, 16.3738]"
      case .words(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
      case .named(let words):
        "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ") + " or a name of your own"
      case .command: "a command as a text, or as a list of its words"
      case .file: "the path of a file"
      case .optionalFile: "the path of a file or \"none\""
      case .directory: "the path of a directory"
      case .url: "an address as a text"
      case .source: "a file's path, an address or \"none\""
      case .context: "the name of a context"
      case .text: "a text"
      }
    return option.isRepeatable ? one + ", or a list of such" : one
  }

  func setting(_ value: TOMLDocument.Value, from origin: Setting.Origin) -> Setting? {
    if option.kind == .flag {
      guard case .boolean(let isOn) = value else { return nil }
      return Setting([], isOn: isOn != option.isInverted, from: origin)
    }
    if option.isRepeatable, case .array(let values) = value {
      return Self.texts(values, text).map { Setting($0, from: origin) }
    }
    return text(value).map { Setting([$0], from: origin) }
  }

  /// A value in the form of the command line.
  private func text(_ value: TOMLDocument.Value) -> String? {
    switch (option.kind, value) {
    case (.number, _), (.time, .integer), (.time, .number): Self.number(value)
    case (.flag, _): nil
    case (.place, .array(let values)):
      values.count == 2 ? Self.texts(values, Self.number)?.joined(separator: ",") : nil
    case (.command, .array(let values)):
      // Quoted, so that parsing it returns the same words.
      Self.texts(values, Self.clean)?.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }
        .joined(separator: " ")
    case (.words(let words), .string(let text)): words.contains(text) ? text : nil
    case (.file, .string), (.directory, .string): Self.clean(value).map { path($0) }
    case (.optionalFile, .string): Self.clean(value).map { $0 == "none" ? $0 : path($0) }
    case (.source, .string):
      Self.clean(value).map { $0 == "none" || $0.contains("://") ? $0 : path($0) }
    default: Self.clean(value)
    }
  }

  /// A path relative to the file's directory, as an absolute one.
  private func path(_ path: String) -> String {
    if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    return path.hasPrefix("/") || path == "-" ? path : directory + "/" + path
  }

  /// The texts of all values; nil if there are no values or one has no text.
  private static func texts(
    _ values: [TOMLDocument.Value], _ text: (TOMLDocument.Value) -> String?
  ) -> [String]? {
    let texts = values.compactMap(text)
    return texts.isEmpty || texts.count < values.count ? nil : texts
  }

  private static func number(_ value: TOMLDocument.Value) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): String(number)
    default: nil
    }
  }

  /// A text that is not empty and has no control characters.
  private static func clean(_ value: TOMLDocument.Value) -> String? {
    guard case .string(let text) = value, !text.isEmpty,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return text
  }
}
