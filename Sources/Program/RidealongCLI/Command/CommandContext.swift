internal import TerminalUI
internal import VectorTiles

/// A command with what it runs with.
struct CommandContext: Sendable {
  let command: Command
  let arguments: Arguments
  let servers: ServerAccess
  let screen: ScreenSetup
  let outputs: RideOutputs

  init(
    _ command: Command, _ arguments: Arguments, _ servers: ServerAccess, _ screen: ScreenSetup
  ) throws(CommandError) {
    (self.command, self.arguments, self.servers) = (command, arguments, servers)
    self.screen = screen
    let state = servers.environment.stateDirectory
    outputs = RideOutputs(
      clock: servers.clock, log: servers.log,
      stateFile: state.map { StateFile(in: $0, log: servers.log) },
      recording: command.options.contains(.record)
        ? try RecordingFile(arguments, servers.clock) : nil)
  }
}

extension CommandContext {
  /// Reads the options of the map and opens the base map; `standard` is the default base map.
  func mapOptions(standard: (any TileSource)? = nil) async throws(CommandError) -> MapOptions {
    try await MapOptions(arguments, servers, screen, outputs.stateFile, standard: standard)
  }

  /// The setup of a session; `backend` and `credentials` are names to show.
  func rideSetup(
    _ map: MapOptions, _ capabilities: TerminalCapabilities, backend: String, credentials: String,
    signals: SignalWatch? = nil
  ) throws(CommandError) -> RideSetup {
    try RideSetup(
      arguments, screen, outputs, map, capabilities, backend: backend, credentials: credentials,
      signals: signals)
  }
}
