internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import ProviderBackend
internal import TerminalUI
internal import TrustLimits
internal import Viewer

/// Books a ride on the terminal and follows it on the same screen.
struct BookSession: Sendable {
  let backend: ProviderClient
  /// The ride where it is known already; nil to let it be chosen.
  let request: RideRequest?
  let isShared: Bool
  /// Where the map begins; nil for where the vehicles are.
  let near: Coordinate?
  /// The Fleet Engine that has the trips.
  let endpoint: HTTPURL
  let tokens: TokenSource
  let settings: ViewerSettings
  let map: MapOptions
  /// The options with which the trip can be followed later.
  let followOptions: [String]
  let capabilities: TerminalCapabilities
  /// The signals that end it.
  let signals: SignalWatch
  let network: Network
  let screen: ScreenSetup
  let journal: TripJournal

  /// Opens the screen, books, follows, and gives the terminal back.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let mapView = map.makeMap()
    let cursesScreen = try await screen.open(
      capabilities,
      settings,
      after: ["book", "--backend", backend.endpoint.description]
    )
    var settings = settings
    var request = request
    var rides: [SafeText] = []
    while true {
      var bookingSettings = settings
      bookingSettings.backend = backend.endpoint.authority
      let program = BookingProgram(
        backend: backend,
        request: request,
        isShared: isShared,
        start: near,
        mapView: mapView,
        screen: cursesScreen,
        clock: journal.clock,
        settings: bookingSettings
      )
      // Not structured: a signal comes from outside and may come or not.
      signals.onSignal { Task { @MainActor in program.stop() } }
      let ending = await program.run()
      guard case .booked(let name) = ending else {
        // A terminal that takes nothing would keep the last word waiting.
        guard await cursesScreen.close() else { return signals.exitStatus ?? .failure }
        return try await end(program, ending, after: rides)
      }
      settings.keep(program.settings)
      let session = followSession(name, settings, after: rides)
      let shown = await session.show(on: cursesScreen, mapView)
      guard shown.ending == .back else {
        return try await session.close(cursesScreen, after: shown)
      }
      // The next ride is chosen on the map, on which nothing of the last one is left.
      request = nil
      settings.keep(shown.program.settings)
      rides += [shown.program.farewell].compactMap { $0 }
      clear(mapView)
    }
  }

  private func followSession(
    _ name: TripName,
    _ settings: ViewerSettings,
    after rides: [SafeText]
  ) -> FollowSession {
    FollowSession(
      name: name,
      client: network.client(endpoint, tokens.provider),
      settings: settings,
      map: map,
      capabilities: capabilities,
      signals: signals,
      screen: screen,
      journal: journal,
      booking: backend,
      afterword: afterword(name),
      earlierRides: rides
    )
  }

  /// Takes a ride that is over off the map.
  @MainActor
  private func clear(_ mapView: MapView) {
    mapView.hideAllMapViewSessions()
    (mapView.pickupLocation, mapView.dropoffLocation) = (nil, nil)
    mapView.intermediateLocations = []
    mapView.isAllowCameraAutoUpdate = map.startsWithAutoCamera
  }

  /// Ends without following; says whether there is a trip all the same.
  @MainActor
  private func end(
    _ program: BookingProgram,
    _ ending: BookingEnding,
    after rides: [SafeText]
  ) async throws(CommandError) -> ExitStatus {
    try signals.printLast { () throws(CommandError) in try Console.print(rides) }
    if let booking = program.pendingBooking {
      Console.printError("The backend was asked to book already; waiting for its answer.")
      switch await booking.value {
      case .success(let name):
        try signals.printLast { () throws(CommandError) in
          try Console.print(whole: afterword(name))
        }
      case .failure(let failure):
        let what = failure.isUncertain ? "Booked or not" : "Not booked"
        Console.printError(SafeText("\(what): \(failure.sentence)"))
      }
    }
    return signals.exitStatus ?? (ending == .interrupted ? .interrupt : .success)
  }

  /// What is left to say of a trip that goes on: its name and how to follow it.
  private func afterword(_ name: TripName) -> [String] {
    let words = ["ridealong", "follow", name.description] + followOptions
    return ["Booked: \(name)", "Follow: " + words.map(ShellWord.quoted).joined(separator: " ")]
  }
}

extension ViewerSettings {
  /// Keeps what keys changed on a screen that another one follows.
  fileprivate mutating func keep(_ other: ViewerSettings) {
    adoptLook(of: other)
    (units, reportsMouse, isFirstRun) = (other.units, other.reportsMouse, other.isFirstRun)
  }
}
