internal import FleetEngine

/// Numbers with units, as people read them: all durations, distances and sizes are written here.
enum Quantities {
  /// How long the words of a time that is left are.
  enum TimeLeftStyle {
    /// `under 1 minute`, `14 minutes`, `3 hours`.
    case spelled
    /// `under 1 min`, `14 min`, `3 h`.
    case full
    /// `<1 min`, `14 min`, `3 h`.
    case narrow
    /// `<1m`, `14m`, `3h`.
    case tiny

    /// The abbreviated styles, the longest first.
    static let abbreviations: [TimeLeftStyle] = [.full, .narrow, .tiny]
  }

  /// A distance: `350 m`, `1.1 km` or `123 km`, or in feet and miles.
  static func distance(
    meters: Int,
    units: DistanceUnits = .kilometers,
    isSpelled: Bool = false
  ) -> String {
    units.distance(meters: meters, isSpelled: isSpelled)
  }

  /// The time until something: `now` under 20 seconds, under a minute, then minutes to the nearest,
  /// then hours, 99 at most.
  static func timeLeft(_ duration: Duration, _ style: TimeLeftStyle = .full) -> String {
    if isNow(duration) { return "now" }
    let seconds = duration.components.seconds
    if seconds < 60 {
      return (style == .spelled || style == .full ? "under " : "<") + minutes(1, style)
    }
    return minutes((seconds + 30) / 60, style)
  }

  /// Whether something is about to happen.
  static func isNow(_ left: Duration) -> Bool { left < .seconds(20) }

  /// Minutes below two hours, then hours, 99 at most.
  private static func minutes(_ minutes: Int64, _ style: TimeLeftStyle) -> String {
    if minutes < 120 {
      return switch style {
      case .spelled: minutes == 1 ? "1 minute" : "\(minutes) minutes"
      case .full, .narrow: "\(minutes) min"
      case .tiny: "\(minutes)m"
      }
    }
    let hours = (minutes + 30) / 60
    return switch style {
    case .spelled: hours < 100 ? "\(hours) hours" : "more than 99 hours"
    case .full, .narrow: hours < 100 ? "\(hours) h" : "> 99 h"
    case .tiny: hours < 100 ? "\(hours)h" : "> 99h"
    }
  }

  /// A length of time in words: `42 seconds`, `14 minutes`, `3 hours`.
  static func spelled(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 90 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return minutes((seconds + 30) / 60, .spelled)
  }

  /// An age: `2 s`, `8 min`, `3 h`; short for badges: `2s`, `8m`, `3h`.
  static func age(_ duration: Duration, isShort: Bool = false) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 120 { return "\(seconds)" + (isShort ? "s" : " s") }
    return seconds < 7_200
      ? "\(seconds / 60)" + (isShort ? "m" : " min") : "\(seconds / 3_600)" + (isShort ? "h" : " h")
  }

  /// A short time to the hundredth of a second, `0.12 s`; from 10 seconds on in whole ones.
  static func fine(_ duration: Duration) -> String {
    guard duration >= .zero, duration < .seconds(10) else { return age(duration) }
    let hundredths = Int((duration.inSeconds * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100)." + (fraction < 10 ? "0" : "") + "\(fraction) s"
  }

  /// A waiting time that counts down, in whole seconds that never end before it does.
  static func wait(_ duration: Duration) -> String {
    let parts = max(.zero, duration).components
    return age(.seconds(parts.seconds + (parts.attoseconds > 0 ? 1 : 0)))
  }

  /// A length of time in two units, `42 s`, `2 min 10 s`, `1 h 5 min`.
  static func span(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 {
      return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  /// A waiting time that counts up, `0:42`.
  static func stopwatch(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }

  /// A speed in whole kilometres or miles an hour; small negative readings count as standing.
  static func speed(metersPerSecond: Double, units: DistanceUnits = .kilometers) -> String {
    units.speed(metersPerSecond: metersPerSecond)
  }

  /// How long an exchange took, `84 ms` or `10.0 s`.
  static func latency(_ duration: Duration) -> String {
    let milliseconds = min(max(.zero, duration), .seconds(9_999)) / .milliseconds(1)
    return milliseconds < 1_000
      ? "\(Int(milliseconds.rounded(.down))) ms"
      : "\(tenths(milliseconds / 1_000)) s"
  }

  /// A size, `612 B`, `1.9 KiB` or `1.2 MiB`.
  static func bytes(_ count: Int) -> String {
    let count = max(0, count)
    if count < 1_024 { return "\(count) B" }
    let kibibytes = Double(count) / 1_024
    return kibibytes < 1_000 ? "\(tenths(kibibytes)) KiB" : "\(tenths(kibibytes / 1_024)) MiB"
  }

  /// One of eight points of the compass for degrees clockwise from north.
  static func compass(degrees: Int) -> String {
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let turned = ((degrees % 360) + 360) % 360
    return points[(turned * 2 + 45) / 90 % 8]
  }

  /// A factor, `4` or `2.5`.
  static func factor(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A number with one digit of a fraction.
  static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e6 else { return "--" }
    let tenths = Int((abs(value) * 10).rounded())
    return (value < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// A coordinate with five digits of a fraction, about a metre.
  static func degrees(_ value: Double) -> String {
    guard value.isFinite, abs(value) <= 360 else { return "--" }
    let units = Int((abs(value) * 100_000).rounded())
    let fraction = String(units % 100_000)
    return (value < 0 ? "-" : "") + "\(units / 100_000)."
      + String(repeating: "0", count: 5 - fraction.count) + fraction
  }
}
