internal import CellGrid
internal import FleetEngine

/// The run loop of a program on a screen: a mailbox, a painter and two timers.
@MainActor
final class ProgramLoop<Event: ScreenEvent> {
  let mailbox = Mailbox<Event>()
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

  /// What a click means where, as it was drawn last.
  private(set) var hits: [HitArea] = []

  /// Shows a frame once the one before it is shown.
  func show(_ drawing: Drawing) {
    hits = drawing.hits
    painter.offer(drawing.frame)
  }

  /// Runs a program's own loop while tasks read the screen's input and show its frames.
  func run(_ loop: @MainActor () async -> Void) async {
    // On the main actor: the threads of the concurrency pool may all be busy.
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
    wake?.cancel()
    mapWake?.cancel()
  }

  /// Posts a tick after some time, and none at an earlier or later time; nil for never.
  func wake(after wait: Duration?) {
    wake?.cancel()
    guard let wait else { return }
    // Not structured: each wake replaces the one before it, which a task group cannot do.
    wake = Task { [clock, mailbox] in
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      mailbox.post(.tick)
    }
  }

  /// Calls a function once after the time of a frame, however often this is called until then.
  func wakeForMap(after frameTime: Duration, _ change: @escaping @MainActor () -> Void) {
    guard mapWake == nil else { return }
    // Not structured: tiles come when they may.
    mapWake = Task { [weak self, clock] in
      do {
        try await clock.sleep(frameTime)
      } catch {
        return
      }
      self?.mapWake = nil
      change()
    }
  }
}
