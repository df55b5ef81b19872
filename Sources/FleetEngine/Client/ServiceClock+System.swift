#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ServiceClock {
  /// The clocks of the machine, for whoever makes a service; nothing here reads them unasked.
  public static var system: ServiceClock {
    ServiceClock(ContinuousClock(), wallNow: systemWallNow)
  }

  /// The present by the machine's wall clock, to the nanosecond.
  @Sendable private static func systemWallNow() -> Timestamp {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(seconds: 0) }
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
