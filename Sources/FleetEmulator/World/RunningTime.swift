internal import FleetEngine

/// The time for which an emulator has run on its data, over all its runs.
///
/// It does not depend on the wall clock and stands still while no emulator runs. Moments of it are
/// timestamps counted from 1970, which no client sees.
struct RunningTime: Sendable {
  private let former: Timestamp
  private let start: Duration
  private let clock: @Sendable () -> Duration

  /// Creates a running time that counts from now.
  ///
  /// - Parameters:
  ///   - seconds: The seconds of the former runs.
  ///   - clock: The monotonic clock.
  init(after seconds: Int, clock: @escaping @Sendable () -> Duration) {
    former = Timestamp(seconds: Int64(max(0, seconds)))
    start = clock()
    self.clock = clock
  }

  /// The present moment.
  var now: Timestamp { former + max(.zero, clock() - start) }
}
