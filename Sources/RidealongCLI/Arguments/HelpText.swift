internal import FleetEngine

/// What the program says of itself.
enum HelpText {
  static let version = LibraryVersion.number

  /// The short help for a command line without a command.
  static let short = [
    "ridealong follows a ride live in the terminal.",
    "",
    "  ridealong providers/P/trips/T --service-account FILE",
    "  ridealong emulator --data-dir DIR",
    "",
    "  ridealong help          all commands",
    "",
    "Try it without an account: ridealong demo",
  ]

  /// The help with all commands.
  static var all: [String] {
    var lines = ["ridealong follows a ride live in the terminal.", "", "Commands:"]
    for command in Command.allCases {
      lines.append("  " + padded(command.rawValue, 12) + command.summary)
    }
    return lines + [
      "", "ridealong help COMMAND tells more of one.",
      "Exit statuses: 0 success, 1 unexpected error, 2 usage, configuration or a malformed name,",
      "3 trip not found, 4 not permitted, 5 unavailable or timed out, 6 quota, 7 trip canceled or ended",
      "before the awaited status; 128 + the signal that ended it.",
    ]
  }

  /// The help for one command.
  static func lines(for command: Command) -> [String] {
    var lines = [command.form, "", "  " + command.summary]
    lines += command.detail.map { $0.isEmpty ? "" : "  " + $0 }
    guard !command.options.isEmpty else { return lines }
    lines += ["", "Options:"]
    for option in command.options {
      let name = option.name + (option.value.map { " " + $0 } ?? "")
      lines.append("  " + padded(name, 26) + option.help)
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
