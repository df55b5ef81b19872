internal import FleetEngine
internal import Viewer

extension HelpText {
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
              section.rows.map { (name: $0.keys, text: $0.text) }, indent: 4, column: 22)
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
