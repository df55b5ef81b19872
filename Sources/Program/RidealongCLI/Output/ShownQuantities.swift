internal import Geo

enum ShownLength {
  /// A time, in seconds up to two minutes and in whole minutes beyond.
  static func time(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  /// A distance, in meters up to a kilometer and in tenths of kilometers beyond.
  ///
  /// Negative and infinite distances count as 0.
  static func distance(meters: Double) -> String {
    let meters = meters.isFinite ? min(max(meters, 0), 1e9) : 0
    guard meters >= 1_000 else { return "\(Int(meters.rounded())) m" }
    let tenths = Int((meters / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) km"
  }
}

enum ShownPlace {
  /// A place as `LAT,LNG` with six digits after the point; `?` for an invalid place.
  static func text(_ place: Coordinate) -> String {
    guard place.isValid else { return "?" }
    return "\(degrees(place.latitude)),\(degrees(place.longitude))"
  }

  private static func degrees(_ degrees: Double) -> String {
    let millionths = Int((abs(degrees) * 1_000_000).rounded())
    let digits = String(1_000_000 + millionths % 1_000_000).dropFirst()
    return (degrees < 0 ? "-" : "") + "\(millionths / 1_000_000).\(digits)"
  }
}
