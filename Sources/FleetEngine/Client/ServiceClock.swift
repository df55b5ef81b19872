/// The time as everything that waits, reports or polls is given it.
///
/// Waiting is done by a clock that never jumps, stamps are taken from the wall's.
public struct ServiceClock: Sendable {
  /// The time since some fixed moment, by a clock that never jumps.
  public let monotonicNow: @Sendable () -> Duration
  /// The moment by the wall's clock.
  public let wallNow: @Sendable () -> Timestamp
  /// Waits for a while; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock from its three functions.
  ///
  /// - Parameters:
  ///   - monotonicNow: The time since some fixed moment.
  ///   - wallNow: The moment by the wall's clock.
  ///   - sleep: Waits for a while and throws when the task is cancelled.
  public init(
    monotonicNow: @escaping @Sendable () -> Duration,
    wallNow: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.monotonicNow = monotonicNow
    self.wallNow = wallNow
    self.sleep = sleep
  }

  /// Creates a clock that waits by a clock of the standard library.
  ///
  /// - Parameters:
  ///   - clock: What waits.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    _ clock: some Clock<Duration>,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    let start = clock.now
    self.init(
      monotonicNow: { start.duration(to: clock.now) },
      wallNow: wallNow,
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    )
  }
}
