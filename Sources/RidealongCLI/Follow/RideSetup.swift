internal import CellGrid
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// What every session that shows rides needs: how they look, the terminal, the signals and the logs.
struct RideSetup: Sendable {
  var settings: ViewerSettings
  let map: MapOptions
  let capabilities: TerminalCapabilities
  /// The signals that end the session.
  let signals: SignalWatch
  let screen: ScreenSetup
  let journal: TripJournal
  /// The time between the starts of two polls; nil for the default.
  var interval: Duration?

  /// Creates the setup of a command; `backend` and `credentials` are names to show.
  init(
    _ invocation: Invocation,
    _ map: MapOptions,
    _ capabilities: TerminalCapabilities,
    backend: String,
    credentials: String,
    signals: SignalWatch? = nil
  ) throws(CommandError) {
    (self.map, self.capabilities) = (map, capabilities)
    (screen, journal) = (invocation.screen, invocation.journal)
    settings = try ViewerSettings(invocation.arguments, map, capabilities, screen)
    settings.speed = try invocation.arguments.speed()
    (settings.backend, settings.credentials) = (backend, credentials)
    self.signals = signals ?? SignalWatch()
  }

  /// Stops a program of the screen at the first signal.
  func onSignal(_ stop: @escaping @MainActor @Sendable () -> Void) {
    // Not structured: a signal comes from outside and may come or not.
    signals.onSignal { Task { @MainActor in stop() } }
  }

  /// Closes the screen, prints the last lines and returns the exit status.
  @MainActor
  func close(
    _ cursesScreen: CursesScreen,
    isInterrupted: Bool,
    _ printLast: () throws(CommandError) -> Void
  ) async throws(CommandError) -> ExitStatus {
    let status = signals.exitStatus ?? (isInterrupted ? .interrupt : .success)
    signals.end(status)
    // A terminal that accepts no output would block the last lines.
    guard await cursesScreen.close() else { return status }
    try signals.printLast(printLast)
    return status
  }
}

extension ViewerSettings {
  /// Keeps what keys changed on another screen.
  mutating func keep(_ other: ViewerSettings) {
    adoptLook(of: other)
    (units, reportsMouse) = (other.units, other.reportsMouse)
  }
}
