internal import FleetEngine
internal import RouteSources
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How far the replay of a log is, printed from time to time on a terminal.
final class ReplayProgress: Sendable {
  /// The shortest time between two lines.
  private static let interval: Duration = .seconds(5)

  private let schedule: ReplaySchedule
  private let clock: ServiceClock
  private let isShown: Bool
  private let newest: Mutex<Duration>

  /// Creates the progress of a replay that starts now.
  init(
    _ schedule: ReplaySchedule,
    clock: ServiceClock,
    isShown: Bool = isatty(STDERR_FILENO) != 0
  ) {
    self.schedule = schedule
    self.clock = clock
    self.isShown = isShown
    newest = Mutex(clock.monotonicNow())
  }

  /// Returns the line to print after an event that has none of its own; nil while the last one is
  /// recent.
  func line(after event: LogReplay.Event) -> String? {
    guard isShown, case .sent(_, let number) = event, schedule.items.indices.contains(number - 1)
    else { return nil }
    let now = clock.monotonicNow()
    let isDue = newest.withLock { newest in
      guard now - newest >= Self.interval else { return false }
      newest = now
      return true
    }
    guard isDue else { return nil }
    let left = schedule.duration - schedule.items[number - 1].offset
    return "\(number)/\(schedule.items.count) calls, about \(ShownLength.time(left)) left"
  }
}
