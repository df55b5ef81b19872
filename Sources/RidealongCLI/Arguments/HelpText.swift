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
