internal import FleetEngine

/// The program's help and version.
enum HelpText {
  static let version = LibraryVersion.number

  /// The path of the user's configuration as help shows it.
  static let configurationPath = "~/.config/ridealong/config.toml"

  /// The short help for a command line without a command.
  static let short = [
    "ridealong follows a ride live in the terminal.",
    "",
    "  ridealong demo       a simulated ride; needs no account",
    "  ridealong emulator   a Fleet Engine on this machine; prints what to run next",
    "  ridealong providers/P/trips/T --service-account FILE",
    "                       a trip of your Fleet Engine",
    "  ridealong help       all commands",
  ]

  /// The help with all commands.
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
    ] + HelpLayout.table(Command.allCases.map { ($0.rawValue, $0.summary) }, indent: 2, column: 13)
      + ["", "ridealong help COMMAND describes one. Other topics:"]
      + HelpLayout.table(
        HelpTopic.allCases.map { ("help \($0.rawValue)", $0.summary) },
        indent: 2,
        column: 13
      ) + [""]
      + HelpLayout.paragraphs([
        "Exit statuses: 0 success, 1 unexpected error, 2 usage, configuration or a malformed name,",
        "3 trip not found, 4 not permitted, 5 unavailable or timed out, 6 quota, 7 trip canceled or",
        "ended before the awaited status; 128 + the number of the signal that ended it.",
      ]) + ending
  }

  /// The help for one command.
  static func lines(for command: Command) -> [String] {
    var lines = HelpLayout.wrapped("ridealong \(command.rawValue): \(command.summary)", indent: 0)
    lines += ["", "Examples:"]
    lines += command.examples.map { "  " + $0 }
    lines += ["", "Usage: \(command.form)"]
    if !command.detail.isEmpty { lines += [""] + HelpLayout.paragraphs(command.detail) }
    if !command.options.isEmpty {
      let rows = command.options.map { ($0.name + ($0.value.map { " " + $0 } ?? ""), $0.help) }
      lines += ["", "Options:"] + HelpLayout.table(rows, indent: 2, column: 27)
    }
    return lines + ending
  }

  /// The last lines of every help.
  private static let ending = [
    "",
    "Configuration: \(configurationPath), see ridealong help config",
    "Bug reports: see README.md; include the output of ridealong version",
  ]
}

/// Wraps help to a terminal of 80 columns.
enum HelpLayout {
  static let width = 80

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
