internal import FleetEngine
internal import SystemLibrary

/// The user's clock.
public struct LocalTime: Sendable {
  private let utcOffset: @Sendable (Timestamp) -> Int

  /// Creates a clock with an offset in seconds east of Greenwich.
  public init(utcOffsetSeconds: Int) { utcOffset = { _ in utcOffsetSeconds } }
  private init(_ utcOffset: @escaping @Sendable (Timestamp) -> Int) { self.utcOffset = utcOffset }

  /// The time zone of the process.
  ///
  /// It is read through the C library, because FoundationEssentials has no time zones.
  public static let system = LocalTime { moment in
    var seconds = time_t(moment.seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff
  }

  /// The seconds since midnight.
  func secondOfDay(_ moment: Timestamp) -> Int {
    let shifted = moment.seconds + Int64(utcOffset(moment))
    return Int(((shifted % 86_400) + 86_400) % 86_400)
  }

  /// Hours and minutes, `14:36`.
  func minutes(_ moment: Timestamp) -> String { String(clock(moment).prefix(5)) }

  /// Hours, minutes and seconds, `14:36:07`.
  func clock(_ moment: Timestamp) -> String {
    let second = secondOfDay(moment)
    return [second / 3_600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
