internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import ProviderBackend
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows one trip until it or somebody ends it.
struct FollowSession: Sendable {
  let name: TripName
  let client: FleetEngineClient
  var setup: RideSetup
  /// The backend at which the user booked the trip; nil for a trip that is only followed.
  var booking: ProviderClient?
  var notice: NoticeSender?
  /// The lines to print at the end if the ride is not over.
  var afterword: [String] = []
  /// One line for each ride that was booked before this one.
  var earlierRides: [SafeText] = []

  func run(as form: RideForm) async throws(CommandError) -> ExitStatus {
    switch form {
    case .screen: try await run()
    case .report(let form): try await report(as: form)
    case .lines(let form): try await StreamSession(ride: self, form: form).run()
    }
  }

  @MainActor private func run() async throws(CommandError) -> ExitStatus {
    let cursesScreen = try await setup.screen.open(
      setup.capabilities, setup.settings, after: [name.description])
    return try await close(cursesScreen, after: await show(on: cursesScreen, setup.map.makeMap()))
  }

  /// Follows on a screen, which stays open.
  @MainActor func show(
    on cursesScreen: CursesScreen, _ mapView: MapView
  ) async -> (program: ViewerProgram, ending: ScreenEnding) {
    let clock = setup.outputs.clock
    let service = TripService(client, providerID: name.providerID, setup)
    let model = service.model(name, interval: setup.interval)
    let recording = setup.outputs.record(model, notices: notice) { await cursesScreen.notify($0) }
    defer { recording.end() }
    var services = setup.screen.viewerServices(service, client)
    services.use(setup.map, on: mapView)
    services.reload = setup.screen.reload(setup.capabilities, like: setup.settings)
    let program = ViewerProgram(
      model: model, mapView: mapView, screen: cursesScreen, clock: clock, settings: setup.settings,
      booking: booking, services: services)
    setup.onSignal { program.stop() }
    return (program, await program.run())
  }

  /// Closes the screen and prints the outcome of the ride.
  @MainActor func close(
    _ cursesScreen: CursesScreen, after shown: (program: ViewerProgram, ending: ScreenEnding)
  ) async throws(CommandError) -> ExitStatus {
    let program = shown.program
    return try await setup.close(cursesScreen, isInterrupted: shown.ending == .interrupted) {
      () throws(CommandError) in
      try Console.print(earlierRides)
      if let farewell = program.farewell { try Console.print(farewell) }
      // The user may have switched to another trip, which the farewell is about.
      if !program.hasEnded, program.tripName == name.description {
        try Console.print(whole: afterword)
      }
    }
  }

  private func report(as form: ReportForm) async throws(CommandError) -> ExitStatus {
    let (signals, clock) = (setup.signals, setup.outputs.clock)
    let result = await signals.cancelling { [client, name, quietAfter = setup.quietAfter] in
      await client.trip(name, clock, quietAfter: quietAfter)
    }
    let lines = TripJSONLines(tripName: name.description, at: clock.moment)
    let backend = setup.settings.backend
    var printer = try form.printer()
    switch result {
    case .success(let (trip, polling)):
      try printer?.print(lines.members(of: trip, polling))
      try printer?.finish()
      if printer == nil {
        try Console.print(PlainReport(trip, name, polling, clock, setup.settings).lines)
      }
      return .success
    case .failure(let error):
      if let status = signals.exitStatus { return status }
      try printer?.print(lines.members(of: error, .failed(error), backend: backend))
      try printer?.finish()
      throw CommandError(error, about: .trip(name), endpoint: backend)
    }
  }
}

/// Follows one trip on standard output, line by line, until it is over or somebody ends it.
struct StreamSession: Sendable {
  enum Form: Sendable {
    /// Sentences for people.
    case plain
    /// Objects for programs.
    case json
  }

  let ride: FollowSession
  let form: Form

  @MainActor func run() async throws(CommandError) -> ExitStatus {
    let (name, setup, clock) = (ride.name, ride.setup, ride.setup.outputs.clock)
    let service = TripService(ride.client, providerID: name.providerID, setup)
    let model = service.model(name, interval: setup.interval)
    let feed = TripFeed(model)
    let recording = setup.outputs.record(model, notices: ride.notice) { [form] in
      setup.show($0, among: form)
    }
    setup.signals.onSignal { feed.post(.stop) }
    let watching = Console.watchOutput(clock) { feed.post(.stop) }
    feed.tick(clock)
    let typing =
      setup.isOnTerminal(form) && setup.capabilities.inputIsTerminal ? typing(into: feed) : nil
    defer {
      watching?.cancel()
      typing?.cancel()
      recording.end()
      feed.end()
    }
    var writer = LineWriter(name: name, settings: setup.settings, form: form)
    writer.heartbeat = setup.heartbeat
    for await event in feed.all {
      let moment = clock.moment
      switch event {
      case .stop: return setup.signals.exitStatus ?? .success
      case .ride(.trip(_, let trip)): writer.apply(trip)
      case .ride(.polling(_, let polling)):
        try writer.apply(polling, at: moment)
        if let error = writer.failure {
          throw CommandError(error, about: .trip(name), endpoint: setup.settings.backend)
        }
        if let end = writer.end { return end }
      case .ride(.vehicle), .ride(.left), .list: break
      case .tick: try writer.tick(at: moment)
      case .line(let line):
        switch try writer.perform(line, at: moment) {
        case .none: break
        case .refresh: model.refresh()
        case .quit: return .success
        }
      }
    }
    return .success
  }

  private func typing(into feed: TripFeed) -> Task<Void, Never> {
    // An unstructured task: it waits for a person, and the session ends it.
    Task {
      var rest: [UInt8] = []
      while let bytes = await StandardInput.read() {
        rest += bytes
        while let end = rest.firstIndex(of: 0x0A) {
          feed.post(.line(String(decoding: rest[..<end].prefix(256), as: UTF8.self)))
          rest.removeFirst(end + 1)
        }
        if rest.count > 4_096 { rest.removeAll() }
      }
    }
  }
}
