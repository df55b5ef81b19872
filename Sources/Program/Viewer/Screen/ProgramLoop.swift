internal import CellGrid
internal import FleetEngine

/// The run loop of a program on a screen: a mailbox, a painter and two timers.
@MainActor final class ProgramLoop<News: Sendable> {
  let mailbox = Mailbox<ScreenEvent<News>>()
  private let screen: any Screen
  private let clock: ServiceClock
  private let painter: FramePainter
  private var wake: Task<Void, Never>?
  private var mapWake: Task<Void, Never>?

  init(screen: any Screen, clock: ServiceClock) {
    self.screen = screen
    self.clock = clock
    painter = FramePainter(screen: screen)
  }

  private(set) var hits: [HitArea] = []

  /// Whether each event was applied and each frame shown.
  var isIdle: Bool { mailbox.isAwaited && painter.isIdle }

  func show(_ drawing: Drawing) {
    hits = drawing.hits
    painter.offer(drawing.frame)
  }

  /// Runs a program's own loop while tasks read the screen's input and show its frames.
  func run(_ loop: @MainActor () async -> Void) async {
    // On the main actor, because the threads of the concurrency pool may all be busy.
    let paint: @MainActor @Sendable () async -> Void = { [painter] in await painter.run() }
    let read: @MainActor @Sendable () async -> Void = { [screen, mailbox] in
      while let events = await screen.nextEvents() { mailbox.post(events.map { .input($0) }) }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask(operation: paint)
      group.addTask(operation: read)
      await loop()
      painter.stop()
      group.cancelAll()
    }
    // Keys typed ahead are for the next screen.
    let unused = mailbox.takeWaiting().compactMap(\.input)
    if !unused.isEmpty { await screen.putBack(unused) }
    wake?.cancel()
    mapWake?.cancel()
  }

  /// Posts a tick after some time, in place of any earlier request; nil for never.
  func wake(after wait: Duration?) {
    wake?.cancel()
    // An unstructured task: each wake replaces the one before it, which a task group cannot do.
    wake = wait.map { wait in
      Task { [clock, mailbox] in
        guard await Self.sleep(wait, clock) else { return }
        mailbox.post(.tick)
      }
    }
  }

  /// Calls a function once after the time of a frame, however often this is called until then; at once
  /// if that is zero.
  func wakeForMap(after frameTime: Duration, _ change: @escaping @MainActor () -> Void) {
    if frameTime == .zero {
      mapWake?.cancel()
      mapWake = nil
      return change()
    }
    guard mapWake == nil else { return }
    // An unstructured task: tiles may arrive at any time.
    mapWake = Task { [weak self, clock] in
      guard await Self.sleep(frameTime, clock) else { return }
      self?.mapWake = nil
      change()
    }
  }

  private static func sleep(_ time: Duration, _ clock: ServiceClock) async -> Bool {
    (try? await clock.sleep(time)) != nil
  }
}

/// Events on their way to the run loop.
@MainActor final class Mailbox<Event: Sendable> {
  private var waiting: [Event] = []
  private var reader: CheckedContinuation<Void, Never>?

  /// Whether the reader waits for an event.
  var isAwaited: Bool { reader != nil }

  func post(_ event: Event) { post([event]) }

  /// Adds events that the reader receives together.
  func post(_ events: [Event]) {
    waiting += events
    reader?.resume()
    reader = nil
  }

  /// Returns events to the start of the queue.
  func putBack(_ events: ArraySlice<Event>) { waiting.insert(contentsOf: events, at: 0) }

  func takeWaiting() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  func next() async -> [Event] {
    await withCheckedContinuation { continuation in
      if waiting.isEmpty { reader = continuation } else { continuation.resume() }
    }
    return takeWaiting()
  }
}

/// Shows frames one at a time and drops outdated ones, so that a slow terminal delays only itself.
@MainActor final class FramePainter {
  private let screen: any Screen
  private var latest: Frame?
  private var isStopped = false
  private var reader: CheckedContinuation<Void, Never>?

  init(screen: any Screen) { self.screen = screen }

  var isIdle: Bool { reader != nil }

  func offer(_ frame: Frame) {
    latest = frame
    wake()
  }

  /// Ends ``run()`` once the newest frame is shown.
  func stop() {
    isStopped = true
    wake()
  }

  func run() async {
    while true {
      if latest != nil, !isStopped { await screen.waitForTurn() }
      if let frame = latest {
        latest = nil
        await screen.show(frame)
      } else if isStopped {
        return
      } else {
        await withCheckedContinuation { continuation in
          if latest == nil, !isStopped { reader = continuation } else { continuation.resume() }
        }
      }
    }
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }
}
