internal import CellGrid
internal import FleetEngine

/// What every program on a screen has: a mailbox where all meets, a painter, and two alarm clocks.
@MainActor
final class ProgramLoop<Event: Sendable> {
  /// Where all that happens meets.
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

  /// Shows a frame once the one before it is shown.
  func show(_ frame: Frame) { painter.offer(frame) }

  /// Runs a program's own loop beside what reads the screen's input and shows its frames.
  ///
  /// - Parameters:
  ///   - input: Makes an event of what the user did.
  ///   - loop: The program's loop; once it returns, all ends.
  func run(
    input: @escaping @Sendable (InputEvent) -> Event,
    _ loop: @MainActor () async -> Void
  ) async {
    // On the main actor: the threads of the concurrency pool may all be busy.
    let paint: @MainActor @Sendable () async -> Void = { [painter] in await painter.run() }
    let read: @MainActor @Sendable () async -> Void = { [screen, mailbox] in
      while let events = await screen.nextEvents() { mailbox.post(events.map(input)) }
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

  /// Posts an event after some time, in the place of the one that was to come before.
  ///
  /// - Parameters:
  ///   - wait: The time; nil for never.
  ///   - event: The event.
  func wake(after wait: Duration?, with event: Event) {
    wake?.cancel()
    guard let wait else { return }
    // Not structured: each wake replaces the one before it, which a task group cannot do.
    wake = Task { [clock, mailbox] in
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      mailbox.post(event)
    }
  }

  /// Does something after the time of a frame, however often it is asked for until then.
  ///
  /// - Parameters:
  ///   - frameTime: The time.
  ///   - change: What to do, when tiles have come and the map is to be drawn anew.
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
