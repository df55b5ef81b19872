internal import Viewer

/// The help topics that are not commands.
enum HelpTopic: String, CaseIterable, Sendable {
  case keys
  case config

  var summary: String {
    switch self {
    case .keys: "the keys of the screen"
    case .config: "the configuration file and its keys"
    }
  }

  var lines: [String] {
    switch self {
    case .keys: Self.keyLines
    case .config: Self.configLines
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

  private static var configLines: [String] {
    let rows = Option.configurable.map { option in
      // The help of an option names its choices.
      let form = option.kind.choices.isEmpty ? SettingForm.expected(option) + ": " : nil
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
        "The file is TOML; ridealong never writes it. The first of these that sets an option applies:",
        "the command line, the environment (RIDEALONG_ and the key in capitals, as in",
        "RIDEALONG_CONTEXT), the context, the file, \(Configuration.systemPath), the default.",
        "--config FILE or RIDEALONG_CONFIG reads another file, --config none reads no file. The opposite",
        "of a switch, such as --no-reduced-motion or --auto, takes it back.",
        "",
        "The file holds no token: it names the commands, URLs and files that tokens come from, so only",
        "you and root may be able to change it and its directory. Paths are relative to the file's",
        "directory, or start with ~/. These commands read it: "
          + Command.configurable.dropLast().map(\.rawValue).joined(separator: ", ") + " and "
          + (Command.configurable.last?.rawValue ?? "") + ".",
        "",
        "Keys; all but context may be set in [contexts.NAME] too:",
      ]) + HelpLayout.table(rows, indent: 2, column: 22)
  }
}
