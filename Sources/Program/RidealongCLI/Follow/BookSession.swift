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
  /// The ride; nil to let the user choose it on the map.
  let request: RideRequest?
  let isShared: Bool
  /// The center of the map at the start; nil for the vehicles.
  let near: Coordinate?
  let client: FleetEngineClient
  let setup: RideSetup
  /// The words after `ridealong` that start this again.
  let command: [String]
  /// The options for `ridealong follow` to follow a booked trip; nil if the trip ends with the program.
  let followOptions: [String]?

  /// Opens the screen, books, follows and closes the screen.
  @MainActor func run() async throws(CommandError) -> ExitStatus {
    let signals = setup.signals
    let mapView = setup.map.makeMap()
    let cursesScreen = try await setup.screen.open(
      setup.capabilities, setup.settings, after: command)
    var settings = setup.settings
    var request = request
    var rides: [SafeText] = []
    while true {
      var bookingSettings = settings
      bookingSettings.backend = backend.endpoint.authority
      let program = BookingProgram(
        backend: backend, request: request, isShared: isShared, start: near, mapView: mapView,
        screen: cursesScreen, clock: setup.outputs.clock, settings: bookingSettings)
      if let chooser = setup.map.chooser {
        program.chooseMap = { _ = await chooser.show($0, on: mapView) }
      }
      program.readLog = setup.screen.recordingServices().readLog
      setup.onSignal { program.stop() }
      let ending = await program.run()
      guard case .booked(let name) = ending else {
        // A terminal that accepts no output would block the last lines.
        guard await cursesScreen.close() else { return signals.exitStatus ?? .failure }
        return try await end(program, ending, after: rides)
      }
      keep(program.settings, in: &settings)
      let session = followSession(name, settings, after: rides)
      let shown = await session.show(on: cursesScreen, mapView)
      guard shown.ending == .back else {
        return try await session.close(cursesScreen, after: shown)
      }
      // The user chooses the next ride on a map without the last one.
      request = nil
      keep(shown.program.settings, in: &settings)
      rides += [shown.program.farewell].compactMap { $0 }
      clear(mapView)
    }
  }

  private func keep(_ other: ViewerSettings, in settings: inout ViewerSettings) {
    settings.keep(other)
    settings.tips = other.tips
  }

  private func followSession(
    _ name: TripName, _ settings: ViewerSettings, after rides: [SafeText]
  ) -> FollowSession {
    var session = FollowSession(name: name, client: client, setup: setup, booking: backend)
    session.setup.settings = settings
    (session.afterword, session.earlierRides) = (afterword(name), rides)
    return session
  }

  /// Removes a ride that is over from the map.
  @MainActor private func clear(_ mapView: MapView) {
    mapView.hideAllMapViewSessions()
    (mapView.pickupLocation, mapView.dropoffLocation) = (nil, nil)
    mapView.intermediateLocations = []
    mapView.isAllowCameraAutoUpdate = setup.map.startsWithAutoCamera
  }

  /// Ends without following; reports whether a trip was booked nevertheless.
  @MainActor private func end(
    _ program: BookingProgram, _ ending: ScreenEnding, after rides: [SafeText]
  ) async throws(CommandError) -> ExitStatus {
    let signals = setup.signals
    try signals.printLast { () throws(CommandError) in try Console.print(rides) }
    if let booking = program.pendingBooking {
      Console.printError("The backend was asked to book already; waiting for its response.")
      switch await booking.value {
      case .success(let name):
        try signals.printLast { () throws(CommandError) in try Console.print(whole: afterword(name))
        }
      case .failure(let failure):
        let what = failure.isUncertain ? "Booking uncertain" : "Not booked"
        Console.printError(SafeText("\(what): \(failure.text)"))
      }
    }
    return signals.exitStatus ?? (ending == .interrupted ? .interrupt : .success)
  }

  /// The name of a trip that is not over, and the command that follows it.
  private func afterword(_ name: TripName) -> [String] {
    guard let followOptions else { return [] }
    let words = ["ridealong", "follow", name.description] + followOptions
    return ["Booked: \(name)", "Follow: " + words.map(ShellWord.quoted).joined(separator: " ")]
  }
}
