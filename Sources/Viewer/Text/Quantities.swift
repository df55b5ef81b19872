internal import FleetEngine

enum Quantities {
  enum TimeLeftStyle {
    /// `under 1 minute`, `14 minutes`, `3 hours`.
    case spelled
    /// `under 1 min`, `14 min`, `3 h`.
    case full
    /// `<1 min`, `14 min`, `3 h`.
    case narrow
    /// `<1m`, `14m`, `3h`.
    case tiny

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

  /// A remaining time: `now` below 20 seconds, then rounded minutes, then hours, at most 99.
  static func timeLeft(_ duration: Duration, _ style: TimeLeftStyle = .full) -> String {
    if isNow(duration) { return "now" }
    let seconds = duration.components.seconds
    if seconds < 60 {
      return (style == .spelled || style == .full ? "under " : "<") + minutes(1, style)
    }
    return minutes((seconds + 30) / 60, style)
  }

  /// Whether a remaining time is shown as `now`.
  static func isNow(_ left: Duration) -> Bool { left < .seconds(20) }

  /// Minutes below two hours, then hours, at most 99.
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

  /// A duration in words: `42 seconds`, `14 minutes`, `3 hours`.
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

  /// A duration to the hundredth of a second, `0.12 s`; from 10 seconds on in whole seconds.
  static func fine(_ duration: Duration) -> String {
    guard duration >= .zero, duration < .seconds(10) else { return age(duration) }
    let hundredths = Int((duration.inSeconds * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100)." + (fraction < 10 ? "0" : "") + "\(fraction) s"
  }

  /// A waiting time that counts down, rounded up to whole seconds.
  static func wait(_ duration: Duration) -> String {
    let parts = max(.zero, duration).components
    return age(.seconds(parts.seconds + (parts.attoseconds > 0 ? 1 : 0)))
  }

  /// A duration in two units, `42 s`, `2 min 10 s`, `1 h 5 min`.
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

  /// A speed in whole kilometres or miles per hour; negative readings count as 0.
  static func speed(metersPerSecond: Double, units: DistanceUnits = .kilometers) -> String {
    units.speed(metersPerSecond: metersPerSecond)
  }

  /// The duration of an exchange, `84 ms` or `10.0 s`.
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

  static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e6 else { return "--" }
    let tenths = Int((abs(value) * 10).rounded())
    return (value < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// A coordinate with five decimal places, about a metre.
  static func degrees(_ value: Double) -> String {
    guard value.isFinite, abs(value) <= 360 else { return "--" }
    let units = Int((abs(value) * 100_000).rounded())
    let fraction = String(units % 100_000)
    return (value < 0 ? "-" : "") + "\(units / 100_000)."
      + String(repeating: "0", count: 5 - fraction.count) + fraction
  }
}

/// The units of lengths and speeds.
public enum DistanceUnits: String, Sendable, Hashable, CaseIterable {
  /// Metres and kilometres.
  case kilometers = "km"
  /// Feet and miles.
  case miles = "mi"

  var next: DistanceUnits { self == .kilometers ? .miles : .kilometers }

  /// A distance: `350 m`, `1.1 km`, `250 ft`, `76 mi`; or with the unit in words.
  func distance(meters: Int, isSpelled: Bool = false) -> String {
    let meters = min(max(0, meters), 99_999_000)
    switch self {
    case .kilometers:
      if meters < 1_000 {
        return "\(meters) " + (isSpelled ? (meters == 1 ? "metre" : "metres") : "m")
      }
      return Self.large(tenths: (meters + 50) / 100, unit: isSpelled ? "kilometres" : "km")
    case .miles:
      let miles = Double(meters) / 1_609.344
      // Single feet are too precise for a drive.
      if miles < 0.1 {
        let feet = Int((Double(meters) / 3.048).rounded()) * 10
        return "\(feet) " + (isSpelled ? "feet" : "ft")
      }
      return Self.large(tenths: Int((miles * 10).rounded()), unit: isSpelled ? "miles" : "mi")
    }
  }

  private static func large(tenths: Int, unit: String) -> String {
    tenths < 1_000 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
  }

  func speed(metersPerSecond: Double) -> String {
    guard metersPerSecond.isFinite else { return "--" }
    let bounded = min(max(0, metersPerSecond), 9_999)
    return switch self {
    case .kilometers: "\(Int((bounded * 3.6).rounded())) km/h"
    case .miles: "\(Int((bounded * 3.6 / 1.609344).rounded())) mph"
    }
  }
}
