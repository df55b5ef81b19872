internal import FleetEngine

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ServiceClock {
  /// The clocks of the machine: the only place that reads them.
  static func live() -> ServiceClock {
    ServiceClock(ContinuousClock(), wallNow: SystemClock.wallNow)
  }
}

/// The wall clock of the machine.
enum SystemClock {
  /// The present, to the nanosecond.
  @Sendable static func wallNow() -> Timestamp {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(seconds: 0) }
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
