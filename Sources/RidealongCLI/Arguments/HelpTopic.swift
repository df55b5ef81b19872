internal import Viewer

/// What help tells of beside the commands.
enum HelpTopic: String, CaseIterable, Sendable {
  case keys
  case config

  /// What it is about, in one line.
  var summary: String {
    switch self {
    case .keys: "the keys of the screen"
    case .config: "the configuration file and what it may hold"
    }
  }

  /// The topic's text.
  var lines: [String] {
    switch self {
    case .keys: Self.keyLines
    case .config: Self.configLines
    }
  }

  private static var keyLines: [String] {
    standardKeyLines + [""]
      + HelpLayout.paragraphs([
        "The table [keys] of the configuration file changes them, as auto-camera = [\"a\", \"F3\"];",
        "an empty list takes an action's keys away, and the menu still has it. Ctrl-C, Enter, Esc,",
        "Ctrl-Z and the digits stay as they are. ? in the viewer shows the keys that you have.",
        "Actions are called:",
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

  private static var configLines: [String] {
    let rows = Option.configurable.map { option in
      // Where the words are in the help already, they are not said twice.
      let isTold =
        !option.kind.choices.isEmpty && option.kind.choices.allSatisfy(option.help.contains)
      let form = isTold ? nil : SettingForm.expected(option) + ": "
      return (
        option.key,
        (form ?? "") + (option.isInverted ? "false is \(option.name), " : "") + option.help
          + (option.standard.map { "; \($0) by default" } ?? "")
      )
    }
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
        "The file is TOML and never written by ridealong. What counts is, in this order: the",
        "command line, the environment (RIDEALONG_ and the key in capitals, as in",
        "RIDEALONG_CONTEXT), the context, the file, \(Configuration.systemPath), the default.",
        "--config FILE or RIDEALONG_CONFIG names another file, none no file at all. A switch that",
        "the file sets is taken back with its opposite, as --no-reduced-motion or --auto.",
        "",
        "The file holds no token: it names commands, addresses and files that tokens come from, so",
        "only you and root may be able to change it and its directory.",
        "Paths start from the file's own directory, or with ~/. It counts for "
          + Command.configurable.dropLast().map(\.rawValue).joined(separator: ", ") + " and "
          + (Command.configurable.last?.rawValue ?? "") + ".",
        "",
        "Keys, of which all but context may stand in [contexts.NAME] too:",
      ]) + HelpLayout.table(rows, indent: 2, column: 22)
  }
}
