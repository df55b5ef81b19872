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
  let screen: ScreenSetup
  let journal: TripJournal
  /// The backend at which the user booked the trip; nil for a trip that is followed only.
  var booking: ProviderClient?
  /// The time between the starts of two polls; nil for the usual one.
  var interval: Duration?
  /// Notifies of arrivals and the end; nil for no notices.
  var notice: NoticeSender?
  /// What is said at the end where the ride is not over, in lines.
  var afterword: [String] = []
  /// What became of the rides that were booked before this one, a line each.
  var earlierRides: [SafeText] = []

  /// Opens the screen, follows, and gives the terminal back.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let cursesScreen = try await screen.open(capabilities, settings, after: [name.description])
    return try await close(cursesScreen, after: await show(on: cursesScreen, map.makeMap()))
  }

  /// Follows on a screen, which stays open.
  @MainActor
  func show(
    on cursesScreen: CursesScreen,
    _ mapView: MapView
  ) async -> (program: ViewerProgram, ending: ViewerEnding) {
    let service = TripService(client, providerID: name.providerID, journal.clock)
    let model = service.model(name, interval: interval)
    let recording = journal.record(model) { [notice] status in
      if let notice = await notice?.notify(of: status) { await cursesScreen.notify(notice) }
    }
    defer { recording.end() }
    var services = screen.viewerServices(service, client)
    services.reload = screen.reload(capabilities, like: settings)
    let program = ViewerProgram(
      model: model,
      mapView: mapView,
      screen: cursesScreen,
      clock: journal.clock,
      settings: settings,
      booking: booking,
      services: services
    )
    // Not structured: a signal comes from outside and may come or not.
    signals.onSignal { Task { @MainActor in program.stop() } }
    return (program, await program.run())
  }

  /// Gives the terminal back and says what became of the ride.
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
    try signals.printLast { () throws(CommandError) in
      try Console.print(earlierRides)
      if let farewell = program.farewell { try Console.print(farewell) }
      // Who follows another trip by now reads of that one.
      if !program.hasEnded, program.tripName == name.description {
        try Console.print(whole: afterword)
      }
    }
    return status
  }

  /// Follows the trip in a form.
  func run(as form: RideForm) async throws(CommandError) -> ExitStatus {
    switch form {
    case .screen: return try await run()
    case .report(let isJSON): return try await report(isJSON: isJSON)
    case .lines(let form):
      return try await StreamSession(
        name: name,
        client: client,
        settings: settings,
        form: form,
        interval: interval,
        notice: notice,
        readsCommands: form == .plain && capabilities.inputIsTerminal
          && capabilities.outputIsTerminal,
        tellsTerminal: form == .plain && capabilities.outputIsTerminal,
        signals: signals,
        journal: journal
      ).run()
    }
  }

  /// Prints one plain report.
  private func report(isJSON: Bool) async throws(CommandError) -> ExitStatus {
    let result = await signals.cancelling { [client, name] in await client.trip(name) }
    let lines = TripJSONLines(tripName: name.description, at: journal.clock.moment)
    let trip: Trip
    switch result {
    case .success(let value): trip = value
    case .failure(let error):
      if let status = signals.exitStatus { return status }
      if isJSON {
        try Console.print(lines.line(error, .failed(error), backend: settings.backend))
      }
      throw CommandError(error, resource: name.description, endpoint: settings.backend)
    }
    let polling = PollingStatus.succeeded(journal.clock)
    if isJSON {
      try Console.print(lines.line(trip, polling))
      return .success
    }
    let report = PlainReport(trip, name, polling, journal.clock, settings)
    try Console.print(report.lines)
    return .success
  }
}
