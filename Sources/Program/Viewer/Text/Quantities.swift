internal import FleetEngine
internal import RidesharingConsumer

enum Quantities {
  enum TimeLeftStyle {
    /// `under 1 minute`, `14 minutes`, `1 hour 15 minutes`.
    case spelled
    /// `under 1 min`, `14 min`, `1 h 15`.
    case full
    /// `<1 min`, `14 min`, `1 h 15`.
    case narrow
    /// `<1m`, `14m`, `1h15`.
    case tiny

    static let abbreviations: [TimeLeftStyle] = [.full, .narrow, .tiny]
  }

  /// A distance: `350 m`, `1.1 km` or `123 km`, or in feet and miles.
  static func distance(
    meters: Int, units: DistanceUnits = .kilometers, isSpelled: Bool = false
  ) -> String { units.distance(meters: meters, isSpelled: isSpelled) }

  /// A remaining time: `now` below 20 seconds, then rounded minutes, from an hour on with hours, at most 99.
  static func timeLeft(_ duration: Duration, _ style: TimeLeftStyle = .full) -> String {
    if isNow(duration) { return "now" }
    let seconds = duration.components.seconds
    if seconds < 60 {
      let minute = minutes(1, style)
      return style == .spelled || style == .full ? "under \(minute)" : "<" + minute
    }
    return minutes((seconds + 30) / 60, style)
  }

  /// A change of an estimate in minutes: `+3 min`, `-2 h 00`, or `no change`.
  static func change(_ duration: Duration, _ style: TimeLeftStyle = .full) -> String {
    let minutes = (duration.magnitude.components.seconds + 30) / 60
    guard minutes > 0 else { return "no change" }
    return (duration < .zero ? "-" : "+") + Self.minutes(minutes, style)
  }

  /// An arrival compared with its estimate: `3 min late`, `2 min early`, or `on time`.
  static func punctuality(_ delay: Duration) -> String {
    let minutes = (delay.magnitude.components.seconds + 30) / 60
    guard minutes > 0 else { return "on time" }
    let time = Self.minutes(minutes, .full)
    return delay < .zero ? "\(time) early" : "\(time) late"
  }

  /// The shortest time that is not shown as `now`.
  static let shortestWait: Duration = .seconds(20)

  /// Whether a remaining time is shown as `now`.
  static func isNow(_ left: Duration) -> Bool { left < shortestWait }

  /// Minutes below an hour, then hours and minutes, at most 99 hours.
  private static func minutes(_ minutes: Int64, _ style: TimeLeftStyle) -> String {
    guard let (hours, rest) = hoursAndMinutes(minutes) else {
      return switch style {
      case .spelled: ViewerText.count(Int(minutes), "minute")
      case .full, .narrow: "\(minutes) min"
      case .tiny: "\(minutes)m"
      }
    }
    guard hours < 100 else {
      return switch style {
      case .spelled: "more than 99 hours"
      case .full, .narrow: "> 99 h"
      case .tiny: "> 99h"
      }
    }
    switch style {
    case .spelled:
      let words = ViewerText.count(hours, "hour")
      return rest == 0 ? words : words + " " + ViewerText.count(rest, "minute")
    case .full, .narrow: return "\(hours) h \(twoDigits(rest))"
    case .tiny: return "\(hours)h\(twoDigits(rest))"
    }
  }

  /// The hours of a time and the minutes after them; nil for a time below an hour.
  static func hoursAndMinutes(_ minutes: Int64) -> (hours: Int, minutes: Int)? {
    minutes < 60 ? nil : (Int(clamping: minutes / 60), Int(minutes % 60))
  }

  static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  /// A duration in words: `42 seconds`, `14 minutes`, `3 hours 5 minutes`.
  static func spelled(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 90 { return ViewerText.count(Int(seconds), "second") }
    return minutes((seconds + 30) / 60, .spelled)
  }

  /// An age: `2 s`, `8 min`, `3 h`; short for badges: `2s`, `8m`, `3h`.
  static func age(_ duration: Duration, isShort: Bool = false) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 120 { return isShort ? "\(seconds)s" : "\(seconds) s" }
    let (minutes, hours) = (seconds / 60, seconds / 3_600)
    if seconds < 7_200 { return isShort ? "\(minutes)m" : "\(minutes) min" }
    return isShort ? "\(hours)h" : "\(hours) h"
  }

  /// A duration to the hundredth of a second, `0.12 s`; from 10 seconds on in whole seconds.
  static func fine(_ duration: Duration) -> String {
    guard duration >= .zero, duration < .seconds(10) else { return age(duration) }
    let hundredths = Int((duration.inSeconds * 100).rounded())
    return "\(hundredths / 100).\(twoDigits(hundredths % 100)) s"
  }

  /// A waiting time that counts down, rounded up to whole seconds.
  static func wait(_ duration: Duration) -> String {
    let parts = max(.zero, duration).components
    return age(.seconds(parts.seconds + (parts.attoseconds > 0 ? 1 : 0)))
  }

  /// A duration in two units, `42 s`, `2 min 10 s`, `1 h 05`.
  static func span(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 60 { return "\(seconds) s" }
    let minutes = seconds / 60
    if seconds < 3_600 {
      return seconds % 60 == 0
        ? "\(minutes) min" : "\(minutes) min \(seconds % 60) s"
    }
    return Self.minutes(minutes, .full)
  }

  /// A waiting time that counts up, `0:42`.
  static func stopwatch(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    return "\(seconds / 60):" + twoDigits(Int(seconds % 60))
  }

  /// A speed in whole kilometers or miles per hour; negative readings count as 0.
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

  /// The duration of work in the same process, `0.4 ms`.
  static func shortLatency(_ duration: Duration) -> String {
    duration < .milliseconds(10)
      ? "\(tenths(max(.zero, duration) / .milliseconds(1))) ms" : latency(duration)
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
    let turned = ((degrees % 360) + 360) % 360
    return ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][(turned * 2 + 45) / 90 % 8]
  }

  /// A factor, `4` or `2.5`.
  static func factor(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e6 else { return "--" }
    let tenths = Int((abs(value) * 10).rounded())
    return (value < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// A coordinate with five decimal places, about a meter.
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
  /// Meters and kilometers.
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
        return isSpelled
          ? ViewerText.count(meters, "meter")
          : "\(meters) m"
      }
      let kilometers = Self.large(tenths: (meters + 50) / 100)
      return isSpelled ? "\(kilometers) kilometers" : "\(kilometers) km"
    case .miles:
      let miles = Double(meters) / 1_609.344
      // Single feet are too precise for a drive.
      if miles < 0.1 {
        let feet = Int((Double(meters) / 3.048).rounded()) * 10
        return isSpelled ? "\(feet) feet" : "\(feet) ft"
      }
      let tenths = Self.large(tenths: Int((miles * 10).rounded()))
      return isSpelled ? "\(tenths) miles" : "\(tenths) mi"
    }
  }

  private static func large(tenths: Int) -> String {
    tenths < 1_000
      ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
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
