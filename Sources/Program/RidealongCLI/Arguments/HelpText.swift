internal import FleetEngine
internal import Viewer

enum HelpText {
  static let version = LibraryVersion.number

  /// The date of the version, as in CHANGELOG.md.
  static let date = "2026-11-22"

  /// The path of the user's configuration as help shows it.
  static let configurationPath = "~/.config/ridealong/config.toml"

  /// The short help for a command line without a command.
  static let short = [
    "ridealong follows a ride live in the terminal.",
    "",
    "  ridealong demo       a simulated ride; needs no account",
    "  ridealong emulator   a Fleet Engine on this machine; prints what to run next",
    "  ridealong init       writes your configuration, checks it, follows a trip",
    "  ridealong providers/P/trips/T --service-account FILE",
    "                       a trip of your Fleet Engine",
    "  ridealong help       all commands",
  ]

  static var all: [String] {
    [
      "ridealong follows a ride live in the terminal.",
      "",
      "Examples:",
      "  ridealong demo",
      "  ridealong providers/acme/trips/42 --service-account consumer.json",
      "  ridealong providers/acme/trips/42 --token-command 'fleet-token {trip}'",
      "",
      "Commands:",
    ] + HelpLayout.table(Command.all.map { ($0.name, $0.summary) }, indent: 2, column: 13)
      + ["", "ridealong help COMMAND describes one. Other topics:"]
      + HelpLayout.table(
        HelpTopic.allCases.map { ("help \($0.rawValue)", $0.summary) },
        indent: 2,
        column: 16
      ) + [""]
      + HelpLayout.paragraphs([
        "Exit statuses: "
          + exitStatuses.map { "\($0.status) \($0.meaning)" }.joined(separator: ", ") + "."
      ]) + ending
  }

  static let exitStatuses: [(status: String, meaning: String)] = [
    ("0", "success"), ("1", "unexpected error"),
    ("2", "usage, configuration or a malformed name"), ("3", "trip not found"),
    ("4", "not permitted"), ("5", "unavailable or timed out"), ("6", "quota"),
    ("7", "trip canceled or ended before the awaited status"),
    ("8", "inspect found something"), ("128 + N", "ended by the signal N"),
  ]

  /// Where tokens come from, in the help of several commands.
  static let tokens = [
    "Access tokens come from exactly one of --service-account, --token-command, --token-url and",
    "--token-file. A token itself is never on the command line.",
    "{trip}, {vehicle} and {provider} are filled in. COMMAND has 10 s and runs without a shell:",
    "arguments are split at spaces; quote with '...', \"...\" or \\; no shell expansion. Only IDs of",
    "letters, digits and ._~@+=- are filled in; RIDEALONG_TRIP and RIDEALONG_VEHICLE in its",
    "environment have every ID as it is.",
    "A source returns the token on one line, or JSON with jwt and expirationTimestamp (ms since",
    "1970), token or access_token and expires_in (s from now), or a Kubernetes ExecCredential. For",
    "other JSON, give the paths:",
    "  --token-key data.jwt --token-expiry-key data.exp --token-expiry-unit epoch-s",
  ]

  static func lines(for command: Command) -> [String] {
    var lines = HelpLayout.wrapped("ridealong \(command.name): \(command.summary)", indent: 0)
    lines += ["", "Examples:"]
    lines += command.examples.map { "  " + $0 }
    lines += ["", "Usage: \(command.synopsis)"]
    if !command.detail.isEmpty { lines += [""] + HelpLayout.paragraphs(command.detail) }
    if !command.options.isEmpty {
      let rows = command.options.map { ($0.name + ($0.value.map { " " + $0 } ?? ""), $0.help) }
      lines += ["", "Options:"] + HelpLayout.table(rows, indent: 2, column: 27)
    }
    return lines + ending
  }

  private static let ending = [
    "",
    "Configuration: \(configurationPath), see ridealong help config",
    "Bug reports: see README.md; include the output of ridealong version",
  ]
}

/// Wraps help to a terminal of 80 columns.
enum HelpLayout {
  static let width = 80

  /// The columns of the terms in the tables of a command's description.
  static let entryColumn = 28

  /// Wraps text into lines of at most ``width`` columns.
  static func wrapped(_ text: some StringProtocol, indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(space + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [space + line]
  }

  /// Wraps words into indented lines.
  static func list(_ words: [String]) -> [String] {
    words.reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = last + ", " + word
      } else {
        lines.append("  " + word)
      }
    }
  }

  /// Wraps paragraphs of prose, which empty lines separate.
  ///
  /// A line that begins with a space is kept, with a hanging indent if it is too long.
  static func paragraphs(_ lines: [String], indent: Int = 0) -> [String] {
    var result: [String] = []
    var paragraph = ""
    func end() {
      if !paragraph.isEmpty { result += wrapped(paragraph, indent: indent) }
      paragraph = ""
    }
    for line in lines {
      guard line.isEmpty || line.hasPrefix(" ") else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line
        continue
      }
      end()
      if line.isEmpty, result.last?.isEmpty ?? true { continue }
      result += line.isEmpty ? [""] : verbatim(line, indent: indent)
    }
    end()
    return result
  }

  private static func verbatim(_ line: String, indent: Int) -> [String] {
    guard indent + line.count > width else { return [String(repeating: " ", count: indent) + line] }
    let own = indent + line.prefix { $0 == " " }.count
    let lines = wrapped(line, indent: own + 2)
    return [String(lines[0].dropFirst(2))] + lines.dropFirst()
  }

  /// Lays out names and texts in two columns; a name longer than `column` has a line of its own.
  static func table(_ rows: [(name: String, text: String)], indent: Int, column: Int) -> [String] {
    rows.flatMap { row in
      let text = wrapped(row.text, indent: indent + column)
      let name = String(repeating: " ", count: indent) + row.name
      guard row.name.count + 2 <= column else { return [name] + text }
      return [name + text[0].dropFirst(name.count)] + text.dropFirst()
    }
  }
}

enum HelpTopic: String, CaseIterable, Sendable {
  case keys
  case config
  case recording

  var summary: String {
    switch self {
    case .keys: "the keys of the screen"
    case .config: "the configuration file and its keys"
    case .recording: "recordings of rides"
    }
  }

  var lines: [String] {
    switch self {
    case .keys: Self.keyLines
    case .config: Self.configLines
    case .recording: ManualPage.all.first { $0.isNamed(rawValue) }?.text ?? []
    }
  }

  private static var keyLines: [String] {
    standardKeyLines + [""]
      + HelpLayout.paragraphs([
        "The table [keys] of the configuration file changes them, as in auto-camera = [\"a\", \"F3\"];",
        "[] unbinds an action; it stays in the menu. Ctrl-C, Enter, Esc, Ctrl-Z and the digits cannot",
        "be changed. ? in the viewer shows your keys. The actions:",
        "",
      ]) + HelpLayout.paragraphs([KeyTable.actionNames.joined(separator: ", ")])
  }

  private static var standardKeyLines: [String] {
    KeyGuide.all(.standard).enumerated().flatMap { number, guide in
      (number == 0 ? [] : [""]) + [guide.title + ":"]
        + guide.sections.flatMap { section in
          ["", "  " + section.title]
            + HelpLayout.table(
              section.rows.map { (name: $0.keys, text: $0.text) },
              indent: 4,
              column: 22
            )
        }
    }
  }

  /// The meaning of an option's key in the configuration file.
  static func meaning(of option: Option) -> String {
    // The help of an option names its choices.
    let form = option.kind.choices.isEmpty ? SettingForm.expected(option) + ": " : ""
    return form + (option.isInverted ? "false is \(option.name), " : "") + option.help
      + (option.standard.map { "; \($0) by default" } ?? "")
  }

  private static var configLines: [String] {
    let rows = Option.configurable.map { ($0.key, meaning(of: $0)) }
    return [
      "# \(HelpText.configurationPath)",
      #"provider = "demo-project""#,
      #"context = "staging""#,
      #"glyphs = "block""#,
      "",
      "[contexts.staging]",
      #"endpoint = "https://fleetengine.googleapis.com""#,
      #"token-command = ["fleet-token", "{trip}"]"#,
      "",
    ]
      + HelpLayout.paragraphs([
        "The file is TOML; ridealong never writes it. The first of these that sets an option applies:",
        "the command line, the environment (RIDEALONG_ and the key in capitals, as in",
        "RIDEALONG_CONTEXT), the context, the file, \(Configuration.systemPath), the default.",
        "--config FILE or RIDEALONG_CONFIG reads another file, --config none reads no file. The opposite",
        "of a switch, such as --no-reduced-motion or --auto, takes it back.",
        "",
        "The file holds no token: it names the commands, URLs and files that tokens come from, so only",
        "you and root may be able to change it and its directory. Paths are relative to the file's",
        "directory, or start with ~/. These commands read it: "
          + Command.configured.dropLast().map(\.name).joined(separator: ", ") + " and "
          + (Command.configured.last?.name ?? "") + ".",
        "",
        "Keys; all but context may be set in [contexts.NAME] too:",
      ]) + HelpLayout.table(rows, indent: 2, column: 22)
  }
}
