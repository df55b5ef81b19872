internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import ProviderBackend
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows one trip on the terminal until somebody ends it.
struct FollowSession: Sendable {
  let name: TripName
  let client: FleetEngineClient
  let settings: ViewerSettings
  let map: MapOptions
  let capabilities: TerminalCapabilities
  /// The signals that end it.
  let signals: SignalWatch
  let wiring: Wiring
  /// The backend at which the user booked the trip; nil for a trip that is followed only.
  var booking: ProviderClient?
  /// The time between the starts of two polls; nil for the usual one.
  var interval: Duration?
  /// What is told of arrivals and the end; nil for nobody.
  var notice: NoticeSender?
  /// What is said at the end where the ride is not over, in lines.
  var afterword: [String] = []
  /// What became of the rides that were booked before this one, a line each.
  var earlierRides: [SafeText] = []

  /// Opens the screen, follows, and gives the terminal back.
  ///
  /// - Returns: The status to end with.
  /// - Throws: Why there is no screen, or that nothing could be said after it.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let screen = try await wiring.openScreen(
      capabilities,
      settings,
      after: [name.description]
    )
    return try await follow(on: screen, map.makeMap(wiring))
  }

  /// Follows on a screen and closes it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - mapView: The map.
  /// - Returns: The status to end with.
  /// - Throws: That nothing could be said after it.
  @MainActor
  func follow(
    on screen: CursesScreen,
    _ mapView: MapView
  ) async throws(CommandError) -> ExitStatus {
    try await close(screen, after: await show(on: screen, mapView))
  }

  /// Follows on a screen, which stays open.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - mapView: The map.
  /// - Returns: The viewer, and why it ended.
  @MainActor
  func show(
    on screen: CursesScreen,
    _ mapView: MapView
  ) async -> (program: ViewerProgram, ending: ViewerEnding) {
    let service = wiring.tripService(client, providerID: name.providerID)
    let model = wiring.tripModel(name, of: service, interval: interval)
    let listener = TripListener(model, wiring) { [notice] status in
      if let told = await notice?.take(status) { await screen.tell(told) }
    }
    defer { listener.end() }
    var services = wiring.viewerServices(service, client)
    services.reload = wiring.reloading(capabilities, like: settings)
    let program = ViewerProgram(
      model: model,
      mapView: mapView,
      screen: screen,
      clock: wiring.clock,
      settings: settings,
      booking: booking,
      services: services
    )
    // Not structured: a signal comes from outside and may come or not.
    signals.onSignal { Task { @MainActor in program.stop() } }
    return (program, await program.run())
  }

  /// Gives the terminal back and says what became of the ride.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - shown: The viewer, and why it ended.
  /// - Returns: The status to end with.
  /// - Throws: That nothing could be said.
  @MainActor
  func close(
    _ screen: CursesScreen,
    after shown: (program: ViewerProgram, ending: ViewerEnding)
  ) async throws(CommandError) -> ExitStatus {
    let (program, ending) = shown
    let status = signals.exitStatus ?? (ending == .interrupted ? .interrupt : .success)
    signals.end(status)
    let isGivenBack = await screen.close()
    // A terminal that takes nothing would keep the last word waiting.
    guard isGivenBack else { return status }
    do throws(CommandError) {
      try Console.print(earlierRides)
      if let farewell = program.farewell { try Console.print(farewell) }
      if !program.hasEnded {
        // Who follows another trip by now is told of that one.
        let isOwn = program.tripName == name.description
        try Console.print(whole: isOwn ? afterword : [])
      }
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    return status
  }
}
