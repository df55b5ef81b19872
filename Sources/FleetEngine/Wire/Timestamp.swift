/// A moment of the wire's time scale, exact to the nanosecond.
///
/// A version stamp is echoed to the server and compared there, so it must survive a round trip
/// without the rounding of a floating-point date. Source: contract 1.9.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// Nanoseconds after that second, in 0..<1,000,000,000.
  public let nanoseconds: Int32

  /// Creates a moment; nanoseconds outside their range carry into the seconds.
  ///
  /// The moment is bounded to the years 1 to 9999, which RFC 3339 can write.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    var (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      carry -= 1
      rest += 1_000_000_000
    }
    self.seconds = min(max(Self.sum(seconds, carry), -62_135_596_800), 253_402_300_799)
    self.nanoseconds = Int32(rest)
  }

  /// Creates a moment from seconds since 1970 with a fraction, exact to the microsecond.
  ///
  /// - Parameter seconds: Seconds since 1970; nil for a value that is not finite.
  public init?(secondsSince1970 seconds: Double) {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let micros = ((seconds - whole) * 1_000_000).rounded()
    self.init(seconds: Int64(whole), nanoseconds: Int64(micros) * 1_000)
  }

  /// Seconds since 1970 with a fraction.
  public var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  /// Orders moments in time.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }

  /// The moment a while after another.
  public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    let parts = duration.components
    return Timestamp(
      seconds: sum(moment.seconds, parts.seconds),
      nanoseconds: Int64(moment.nanoseconds) + parts.attoseconds / 1_000_000_000
    )
  }

  /// The moment a while before another.
  public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    moment + (.zero - duration)
  }

  /// The time from another moment to this one.
  public static func - (end: Timestamp, start: Timestamp) -> Duration {
    .seconds(end.seconds - start.seconds)
      + .nanoseconds(Int64(end.nanoseconds) - Int64(start.nanoseconds))
  }

  /// The moment without what is finer than a microsecond, as Fleet Engine stamps it.
  public var roundedToMicroseconds: Timestamp {
    Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds) / 1_000 * 1_000)
  }

  /// A sum that stays at the end of the numbers instead of passing it.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
