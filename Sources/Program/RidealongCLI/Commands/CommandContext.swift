/// A command with what it runs with.
struct CommandContext: Sendable {
  let command: Command
  let arguments: Arguments
  let servers: ServerAccess
  let screen: ScreenSetup
  let outputs: RideOutputs

  init(
    _ command: Command,
    _ arguments: Arguments,
    _ servers: ServerAccess,
    _ screen: ScreenSetup
  ) throws(CommandError) {
    (self.command, self.arguments, self.servers) = (command, arguments, servers)
    self.screen = screen
    let state = servers.environment.stateDirectory
    outputs = RideOutputs(
      clock: servers.clock,
      log: servers.log,
      stateFile: state.map { StateFile(in: $0, log: servers.log) },
      recording: command.options.contains(.record)
        ? try RecordingFile(arguments, servers.clock) : nil
    )
  }
}
