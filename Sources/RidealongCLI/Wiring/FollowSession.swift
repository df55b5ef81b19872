internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows one trip on the terminal until somebody ends it.
struct FollowSession: Sendable {
  let name: TripName
  let client: FleetEngineClient
  let settings: ViewerSettings
  let startsWithAutoCamera: Bool
  let capabilities: TerminalCapabilities
  let wiring: Wiring

  /// Opens the screen, follows, and gives the terminal back.
  ///
  /// - Returns: The status to end with.
  /// - Throws: Why there is no screen.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let service = TripService(
      client: client,
      providerID: name.providerID,
      clock: wiring.clock,
      random: SystemRandomNumberGenerator()
    )
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    let screen = try await openScreen()
    let program = ViewerProgram(
      model: service.tripModel(forTripName: name.description),
      mapView: mapView,
      screen: screen,
      clock: wiring.clock,
      settings: settings
    )
    let watch = SignalWatch()
    // Not structured: a signal may come or not, and the task ends with the process's last command.
    let watching = Task { await watch.run { await program.stop() } }
    let ending = await program.run()
    watching.cancel()
    await screen.close()
    if let farewell = program.farewell { try Console.print(farewell) }
    if let signal = watch.received { return ExitStatus(rawValue: signal.exitStatus) ?? .failure }
    return ending == .interrupted ? .interrupt : .success
  }

  private func openScreen() async throws(CommandError) -> CursesScreen {
    let options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth,
      logFile: wiring.environment.stateDirectory.map { $0 + "/ridealong.log" },
      crashNote: crashNote
    )
    do {
      return try await CursesScreen(capabilities: capabilities, options: options)
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }

  /// What a crash leaves on the terminal.
  private var crashNote: [SafeText] {
    var lines: [SafeText] = ["ridealong stopped because of a bug."]
    if CrashReports.areWritten, let state = wiring.environment.stateDirectory {
      lines.append("Report: \(state)/crash (no tokens inside)")
    }
    return lines + ["Continue with: ridealong \(name.description)"]
  }
}
