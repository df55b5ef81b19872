internal import SystemLibrary

/// The clocks of everything that waits, reports or polls.
///
/// Waits use a monotonic clock, timestamps the wall clock. Tests pass clocks of their own.
public struct ServiceClock: Sendable {
  /// Returns the time since a fixed moment, by a clock that never jumps.
  public let monotonicNow: @Sendable () -> Duration
  /// Returns the time by the wall clock.
  public let wallNow: @Sendable () -> Timestamp
  /// Waits for a duration; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Begins a handover, for which the clock waits; nil for a clock that waits for nobody.
  package private(set) var beginHandover: @Sendable () -> Handover? = { nil }

  /// Creates a clock from its three functions.
  public init(
    monotonicNow: @escaping @Sendable () -> Duration, wallNow: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.monotonicNow = monotonicNow
    self.wallNow = wallNow
    self.sleep = sleep
  }

  /// Creates a clock for tests, which stands still while a handover lasts.
  package init(
    monotonicNow: @escaping @Sendable () -> Duration, wallNow: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    beginHandover: @escaping @Sendable () -> Handover?
  ) {
    self.init(monotonicNow: monotonicNow, wallNow: wallNow, sleep: sleep)
    self.beginHandover = beginHandover
  }

  /// Creates a clock that waits with a clock of the standard library.
  public init(_ clock: some Clock<Duration>, wallNow: @escaping @Sendable () -> Timestamp) {
    let start = clock.now
    self.init(
      monotonicNow: { start.duration(to: clock.now) }, wallNow: wallNow,
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
  }

  /// The machine's clocks.
  ///
  /// The default of whatever takes a clock. Objects that take a client use the client's clock by default.
  public static var system: ServiceClock {
    ServiceClock(ContinuousClock()) {
      var time = timespec()
      guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(seconds: 0) }
      return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }
  }
}

/// Something on its way from one task to another, such as an update to a loop.
///
/// It ends when the last reference is released, or earlier by ``end()``.
package final class Handover: Sendable {
  private let onEnd: @Sendable () -> Void

  /// Creates a handover that calls `onEnd` when it ends, perhaps more than once.
  package init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { end() }

  /// Ends it, because the other task is at work.
  package func end() { onEnd() }
}
