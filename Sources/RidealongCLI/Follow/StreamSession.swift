internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows one trip on standard output, line by line, until it is over or somebody ends it.
struct StreamSession: Sendable {
  /// What the lines are.
  enum Form: Sendable {
    /// Sentences for people.
    case plain
    /// Objects for programs.
    case json
  }

  let name: TripName
  let client: FleetEngineClient
  let settings: ViewerSettings
  let form: Form
  /// The time between the starts of two polls; nil for the usual one.
  let interval: Duration?
  /// What is done when the ride comes to a place or its end.
  let notice: NoticeSender?
  /// Whether commands are read from standard input.
  let readsCommands: Bool
  /// Whether the output is a terminal, which may ring or show a notice.
  let tellsTerminal: Bool
  /// The signals that end it.
  let signals: SignalWatch
  let journal: TripJournal

  /// Follows.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let service = TripService(client, providerID: name.providerID, journal.clock)
    let model = service.model(name, interval: interval)
    let feed = TripFeed(model)
    let recording = journal.record(model)
    signals.onSignal { feed.post(.stop) }
    let watching = Console.watchOutput(journal.clock) { feed.post(.stop) }
    let typing = readsCommands ? typing(into: feed) : nil
    defer {
      watching?.cancel()
      typing?.cancel()
      recording.end()
      feed.end()
    }
    var writer = LineWriter(name: name, settings: settings, form: form)
    for await event in feed.all {
      let moment = journal.clock.moment
      switch event {
      case .stop: return signals.exitStatus ?? .success
      case .trip(let trip):
        if let notice = await notice?.notify(of: trip.status), tellsTerminal {
          try Console.print(notice)
        }
        try writer.apply(trip, at: moment)
      case .polling(let polling):
        try writer.apply(polling, at: moment)
        if let error = writer.failure {
          throw CommandError(error, resource: name.description, endpoint: settings.backend)
        }
        if let end = writer.end { return end }
      case .line(let line):
        switch try writer.obey(line, at: moment) {
        case .none: break
        case .refresh: model.refresh()
        case .quit: return .success
        }
      }
    }
    return .success
  }

  /// Posts the lines that are typed.
  private func typing(into feed: TripFeed) -> Task<Void, Never> {
    // Not structured: it waits for a person, and the session ends it.
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
