extension Command {
  /// All commands, in the order of help.
  static let all: [Command] = [
    .follow, .wait, .book, .demo, .emulator, .drive, .vehicle, .replay, .inspect, .dump,
    .replayLog, .token, .map, .doctor, .initialize, .contexts, .completions, .help, .version,
  ]
}
