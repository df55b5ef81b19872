/// The times that a polling or reporting library lives by, as parameters.
///
/// Ages and waits count on a monotonic time that no adjustment of the wall clock disturbs; the
/// wall clock is for what the wire and people say.
public struct ServiceClock: Sendable {
  /// The monotonic time since a moment that the clock's maker chose.
  public let monotonicNow: @Sendable () -> Duration
  /// The wall clock.
  public let wallNow: @Sendable () -> Timestamp
  /// Waits for a while; throws when the waiting task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock from its parts.
  public init(
    monotonicNow: @escaping @Sendable () -> Duration,
    wallNow: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.monotonicNow = monotonicNow
    self.wallNow = wallNow
    self.sleep = sleep
  }

  /// Creates a clock whose monotonic time counts from now on a clock.
  ///
  /// - Parameters:
  ///   - clock: The clock that waits.
  ///   - wallNow: The wall clock.
  public init(
    _ clock: some Clock<Duration> & Sendable,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    let start = clock.now
    self.init(
      monotonicNow: { start.duration(to: clock.now) },
      wallNow: wallNow,
      sleep: { try await clock.sleep(for: $0) })
  }
}
