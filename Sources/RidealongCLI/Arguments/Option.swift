/// An option of a command line, which an environment variable or a key of a configuration file may
/// set too.
///
/// Help, completions and the keys of the file are made from these values alone.
struct Option: Sendable, Hashable {
  /// What distinguishes an option from the others of its kind.
  enum Trait: Sendable {
    /// A configuration file and the environment cannot set the option.
    case commandLineOnly
    /// The option may be given more than once.
    case repeatable
    /// The flag switches off what its key switches on, as `--no-auto` does.
    case inverted
  }

  /// The name with its dashes.
  let name: String
  /// The placeholder of the value in help; nil for a flag.
  let value: String?
  let kind: OptionKind
  let isRepeatable: Bool
  /// Whether a configuration file may hold it, for the commands that read one.
  let isInFile: Bool
  let isInverted: Bool
  /// The key that sets it in a configuration file.
  let key: String
  /// The default as text; nil if there is none, or if it depends on the environment.
  let standard: String?
  /// What it does, for help.
  private(set) var help = ""

  /// Creates an option from its form, such as `--theme` or `--log-level LEVEL`.
  ///
  /// Without a placeholder in the form, help shows the one of the kind. `key` is by default the name
  /// without its dashes, and without `no-` if the flag is inverted.
  init(
    _ form: String,
    _ kind: OptionKind,
    _ traits: Trait...,
    key: String? = nil,
    standard: String? = nil
  ) {
    let words = form.split(separator: " ", maxSplits: 1).map(String.init)
    name = words[0]
    value = kind == .flag ? nil : words.count > 1 ? words[1] : kind.placeholder
    self.kind = kind
    isRepeatable = traits.contains(.repeatable)
    isInFile = !traits.contains(.commandLineOnly)
    isInverted = traits.contains(.inverted)
    self.key = key ?? String(name.dropFirst(isInverted ? 5 : 2))
    self.standard = standard
  }

  /// Returns the option with its line of help.
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

  /// The environment variable that sets it.
  var variable: String { "RIDEALONG_" + key.uppercased().replacing("-", with: "_") }
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

  /// The words of a type of choices.
  static func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> OptionKind { .words(type.allCases.map(\.rawValue)) }

  /// What help calls a value.
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
