internal import FleetEngine

/// Numbers with units, as people read them.
enum Quantities {
  /// A distance, `350 m`, `1.1 km` or `123 km`, or in feet and miles.
  static func distance(meters: Int, units: DistanceUnits = .kilometers) -> String {
    units.distance(meters: meters)
  }

  /// The seconds below which something is about to happen: `now`.
  static let nowSeconds: Int64 = 20

  /// The time until something: `now` under 20 seconds, `under 1 min`, then minutes to the nearest,
  /// then hours, `> 99 h` at most.
  static func timeLeft(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    if seconds < nowSeconds { return "now" }
    if seconds < 60 { return "under 1 min" }
    let minutes = (seconds + 30) / 60
    if minutes < 120 { return "\(minutes) min" }
    let hours = (minutes + 30) / 60
    return hours < 100 ? "\(hours) h" : "> 99 h"
  }

  /// The time until something where `under 1 min` has no room: `now`, `<1 min`, `4 min`, `3 h`.
  static func narrowTimeLeft(_ duration: Duration) -> String {
    timeLeft(duration).replacing("under ", with: "<")
  }

  /// The time until something in as few cells as possible, `now`, `<1m`, `4m`, `3h`.
  static func shortTimeLeft(_ duration: Duration) -> String {
    narrowTimeLeft(duration).replacing(" min", with: "m").replacing(" h", with: "h")
  }

  /// An age, `2s`, `8m`, `3h`, for badges.
  static func shortAge(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 120 { return "\(seconds)s" }
    return seconds < 7_200 ? "\(seconds / 60)m" : "\(seconds / 3_600)h"
  }

  /// An age, `2 s`, `8 min`, `3 h`.
  static func age(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
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
