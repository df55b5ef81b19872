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

  /// The kind of a value with a name such as `URL` in help.
  ///
  /// - Parameter value: The name, nil for an option without a value.
  init(value: String?) {
    self =
      switch value {
      case nil: .flag
      case "N", "KMH", "METERS": .number
      case "TIME": .time
      case "LAT,LNG": .place
      case "URL": .url
      case "FILE": .file
      case "DIR": .directory
      case "COMMAND": .command([])
      default: .text
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
