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

  let ride: FollowSession
  let form: Form

  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let (name, setup, clock) = (ride.name, ride.setup, ride.setup.journal.clock)
    let service = TripService(ride.client, providerID: name.providerID, clock)
    let model = service.model(name, interval: setup.interval)
    let feed = TripFeed(model)
    let recording = setup.journal.record(model)
    setup.signals.onSignal { feed.post(.stop) }
    let watching = Console.watchOutput(clock) { feed.post(.stop) }
    let isOnTerminal = form == .plain && setup.capabilities.outputIsTerminal
    let typing = isOnTerminal && setup.capabilities.inputIsTerminal ? typing(into: feed) : nil
    defer {
      watching?.cancel()
      typing?.cancel()
      recording.end()
      feed.end()
    }
    var writer = LineWriter(name: name, settings: setup.settings, form: form)
    for await event in feed.all {
      let moment = clock.moment
      switch event {
      case .stop: return setup.signals.exitStatus ?? .success
      case .trip(let trip):
        if let notice = await ride.notice?.notify(of: trip.status), isOnTerminal {
          try Console.print(notice)
        }
        try writer.apply(trip, at: moment)
      case .polling(let polling):
        try writer.apply(polling, at: moment)
        if let error = writer.failure {
          throw CommandError(error, about: .trip(name), endpoint: setup.settings.backend)
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

  /// Posts the lines that the user types.
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
