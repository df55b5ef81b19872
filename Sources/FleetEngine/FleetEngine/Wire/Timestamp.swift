/// A moment on the wire, exact to the nanosecond.
///
/// The client sends version stamps back to the server, which compares them, so they must survive a
/// round trip without the rounding of a floating-point date. See docs/protocol.md, "JSON encoding".
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// Nanoseconds after that second, in 0..<1,000,000,000.
  public let nanoseconds: Int32

  /// Creates a moment; nanoseconds outside their range carry into the seconds.
  ///
  /// The moment is clamped to the years 1 to 9999, which RFC 3339 can write.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    var (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      carry -= 1
      rest += 1_000_000_000
    }
    self.seconds = min(max(Self.sum(seconds, carry), -62_135_596_800), 253_402_300_799)
    self.nanoseconds = Int32(rest)
  }

  /// Creates a moment from seconds since 1970, exact to the microsecond.
  ///
  /// Returns nil for a value that is not finite or not in 1e12 seconds around 1970.
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

  /// Returns the moment that is a duration later.
  public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    let parts = duration.components
    return Timestamp(
      seconds: sum(moment.seconds, parts.seconds),
      nanoseconds: Int64(moment.nanoseconds) + parts.attoseconds / 1_000_000_000)
  }

  /// Returns the moment that is a duration earlier.
  public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    moment + (.zero - duration)
  }

  /// Returns the time from `start` to `end`.
  public static func - (end: Timestamp, start: Timestamp) -> Duration {
    .seconds(end.seconds - start.seconds)
      + .nanoseconds(Int64(end.nanoseconds) - Int64(start.nanoseconds))
  }

  /// The moment truncated to a whole microsecond, the resolution of Fleet Engine's timestamps.
  public var roundedToMicroseconds: Timestamp {
    Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds) / 1_000 * 1_000)
  }

  /// The moment truncated to a whole second.
  package var inWholeSeconds: Timestamp { Timestamp(seconds: seconds) }

  /// Adds two numbers, clamped to the range of `Int64`.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

extension Timestamp: Codable {
  /// Decodes the form of RFC 3339.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let moment = Timestamp(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The text is not a moment of RFC 3339.")
    }
    self = moment
  }

  /// Encodes the form of RFC 3339.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
