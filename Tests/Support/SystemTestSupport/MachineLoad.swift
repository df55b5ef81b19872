#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How busy the machine is, for limits of time that are meant for one that does nothing else.
public enum MachineLoad {
  /// The processor time of the work by which the load is measured.
  private static let work: Duration = .milliseconds(30)

  /// How many times longer work takes now than on an idle machine, 1 or more.
  public static func slowdown() -> Double {
    let (start, used) = (ContinuousClock.now, threadTime())
    while threadTime() - used < work {}
    return max(1, (ContinuousClock.now - start) / work)
  }

  /// Whether something takes no longer than it may.
  ///
  /// The limit is stretched by as much as work takes longer around it, and of a few tries one is
  /// enough; what always takes too long fails however busy the machine is.
  ///
  /// - Parameters:
  ///   - limit: The longest time on an idle machine.
  ///   - tries: How often it is tried.
  ///   - body: Does it and says how long it took.
  /// - Returns: Whether it was fast enough once.
  public static func isWithin(
    _ limit: Duration, tries: Int = 5, _ body: () throws -> Duration
  ) rethrows -> Bool {
    for _ in 0..<tries {
      let before = slowdown()
      let time = try body()
      if time <= limit * max(before, slowdown()) { return true }
    }
    return false
  }

  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
