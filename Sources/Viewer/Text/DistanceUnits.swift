/// What lengths and speeds are measured in.
public enum DistanceUnits: String, Sendable, Hashable, CaseIterable {
  /// Metres and kilometres.
  case kilometers = "km"
  /// Feet and miles.
  case miles = "mi"

  /// The other ones.
  var next: DistanceUnits { self == .kilometers ? .miles : .kilometers }

  /// A distance: `350 m`, `1.1 km`, `123 km`; `250 ft`, `0.7 mi`, `76 mi`; or with the unit in words.
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
      // Feet in tens, as nobody drives to the foot.
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

  /// A speed in whole kilometres or miles an hour; small negative readings count as standing.
  func speed(metersPerSecond: Double) -> String {
    guard metersPerSecond.isFinite else { return "--" }
    let bounded = min(max(0, metersPerSecond), 9_999)
    return switch self {
    case .kilometers: "\(Int((bounded * 3.6).rounded())) km/h"
    case .miles: "\(Int((bounded * 3.6 / 1.609344).rounded())) mph"
    }
  }
}
