internal import Geo

/// Places in degrees, as options take them.
enum ShownPlace {
  /// A place as `LAT,LNG` with six digits after the point.
  ///
  /// `place` is the place; what is not on Earth is shown as `?`.
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
