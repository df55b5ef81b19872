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

  /// Creates a clock from its three functions.
  public init(
    monotonicNow: @escaping @Sendable () -> Duration, wallNow: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.monotonicNow = monotonicNow
    self.wallNow = wallNow
    self.sleep = sleep
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
