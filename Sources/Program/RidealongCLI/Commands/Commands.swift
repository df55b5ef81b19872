extension Command {
  /// All commands, in the order of help.
  static let all: [Command] = [
    .follow, .wait, .book, .demo, .emulator, .drive, .vehicle, .replay, .inspect, .dump,
    .replayLog, .verify, .token, .map, .doctor, .initialize, .contexts, .completions, .help,
    .version,
  ]
}

extension Option {
  /// The options that a configuration file may hold: those of the commands that read it, in the
  /// order of help.
  static var configurable: [Option] {
    Command.configured.flatMap(\.configuredOptions).reduce(into: []) { options, option in
      if option.isInFile, !options.contains(where: { $0.key == option.key }) {
        options.append(option)
      }
    }
  }

  /// Whether a command that reads the configuration has an option that a file cannot hold.
  static func isOnCommandLineOnly(key: String) -> Bool {
    Command.configured.flatMap(\.configuredOptions)
      .contains { !$0.isInFile && $0.name == "--" + key }
  }
}
