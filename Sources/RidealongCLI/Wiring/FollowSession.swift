internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows one trip on the terminal until somebody ends it.
struct FollowSession: Sendable {
  let name: TripName
  let client: FleetEngineClient
  let settings: ViewerSettings
  let style: StyleFile
  let startsWithAutoCamera: Bool
  /// Where the user is; nil where that is not known.
  let myLocation: Coordinate?
  let capabilities: TerminalCapabilities
  /// The signals that end it.
  let signals: SignalWatch
  let wiring: Wiring

  /// Opens the screen, follows, and gives the terminal back.
  ///
  /// - Returns: The status to end with.
  /// - Throws: Why there is no screen, or that nothing could be said after it.
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
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    mapView.myLocation = myLocation
    let screen = try await openScreen()
    let program = ViewerProgram(
      model: service.tripModel(forTripName: name.description),
      mapView: mapView,
      screen: screen,
      clock: wiring.clock,
      settings: settings
    )
    // Not structured: a signal comes from outside and may come or not.
    signals.onSignal { Task { await program.stop() } }
    let ending = await program.run()
    await screen.close()
    let status = signals.exitStatus ?? (ending == .interrupted ? .interrupt : .success)
    do throws(CommandError) {
      if let farewell = program.farewell { try Console.print(farewell) }
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    return status
  }

  private func openScreen() async throws(CommandError) -> CursesScreen {
    let state = stateDirectory()
    let options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth,
      logFile: state.map { $0 + "/ridealong.log" } ?? "/dev/null",
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

  /// The directory of the log; nil where there can be none, which keeps nobody from following.
  private func stateDirectory() -> String? {
    guard let path = wiring.environment.stateDirectory else { return nil }
    do throws(CommandError) {
      try PrivateFolder.makeAll(path)
      return path
    } catch {
      Console.note(SafeText("No log is kept: \(error.message)"))
      return nil
    }
  }
}
