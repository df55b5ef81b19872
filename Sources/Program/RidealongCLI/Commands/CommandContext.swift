/// A command with what it runs with.
struct CommandContext: Sendable {
  let command: Command
  let arguments: Arguments
  let network: Network
  let screen: ScreenSetup
  let journal: TripJournal

  init(
    _ command: Command,
    _ arguments: Arguments,
    _ network: Network,
    _ screen: ScreenSetup
  ) throws(CommandError) {
    (self.command, self.arguments, self.network) = (command, arguments, network)
    self.screen = screen
    let state = network.environment.stateDirectory
    journal = TripJournal(
      clock: network.clock,
      log: network.log,
      stateFile: state.map { StateFile(in: $0, log: network.log) },
      recording: command.options.contains(.record)
        ? try RecordingFile(arguments, network.clock) : nil
    )
  }
}
