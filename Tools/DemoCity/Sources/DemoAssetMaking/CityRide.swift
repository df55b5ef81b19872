public import DemoCity
internal import Geo
internal import Roads

/// The demo's ride through the town, as the asset that describes it.
public struct CityRide: Sendable {
  /// A ride could not be planned.
  public enum Failure: Error, Sendable, Hashable {
    /// No road leads from one of its places to the next.
    case noRoute
  }

  /// The vehicle's first place: a street in the north-west, above the old town.
  static let start = Coordinate(latitude: 45.0040043, longitude: -30.0073329)
  /// The place where the rider waits.
  static let pickup = Coordinate(latitude: 45.0016209, longitude: -30.0014471)
  /// Where the ride ends, beyond the island in the river.
  static let dropoff = Coordinate(latitude: 44.99446, longitude: -30.000363)

  /// How far before and behind a corner the vehicle leaves the middle of the road, in meters.
  private static let cornerMeters = 11.0

  /// A stretch of dense traffic, in shares of the path.
  private struct Jam {
    var style: String
    var range: ClosedRange<Double>
  }

  private static let traffic = [
    Jam(style: "SLOWER_TRAFFIC", range: 0.30...0.36),
    Jam(style: "TRAFFIC_JAM", range: 0.36...0.39),
    Jam(style: "SLOWER_TRAFFIC", range: 0.70...0.75),
  ]

  let toPickup: [Coordinate]
  let toDropoff: [Coordinate]

  /// Plans the ride through a town.
  public init(_ city: DemoCity) throws(Failure) {
    toPickup = try Self.path(city.network, Self.start, Self.pickup)
    toDropoff = try Self.path(city.network, Self.pickup, Self.dropoff)
  }

  /// The ride as JSON, ending with a newline.
  public var json: String {
    """
    {
      "description": "A ride through the demo's town. Coordinates are latitude, longitude.",
      "timing": {
        "unassignedSeconds": 0,
        "newSeconds": 10,
        "atPickupSeconds": 14,
        "cruisingMetersPerSecond": 16
      },
      "toPickup": {
        "path": [
    \(Self.lines(toPickup))
        ]
      },
      "toDropoff": {
        "traffic": [
    \(trafficLines)
        ],
        "path": [
    \(Self.lines(toDropoff))
        ]
      }
    }

    """
  }

  private var trafficLines: String {
    let meters = Polyline(toDropoff).lengthInMeters
    return Self.traffic.map { jam in
      let start = Int((jam.range.lowerBound * meters).rounded())
      let end = Int((jam.range.upperBound * meters).rounded())
      return "      { \"style\": \"\(jam.style)\", \"offsetMeters\": \(start), "
        + "\"lengthMeters\": \(end - start) }"
    }.joined(separator: ",\n")
  }

  private static func lines(_ path: [Coordinate]) -> String {
    path.map { "      [\(decimal($0.latitude)), \(decimal($0.longitude))]" }.joined(
      separator: ",\n")
  }

  /// Degrees with six decimals, some ten centimeters.
  private static func decimal(_ degrees: Double) -> String {
    let units = Int((degrees.magnitude * 1e6).rounded())
    let fraction = String(units % 1_000_000)
    return (degrees < 0 ? "-" : "") + "\(units / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  static func path(
    _ roads: RoadNetwork, _ start: Coordinate, _ end: Coordinate
  ) throws(Failure) -> [Coordinate] {
    guard let from = roads.nearestPosition(to: start), let to = roads.nearestPosition(to: end),
      let route = roads.fastestRoute(from: from, to: to)
    else { throw .noRoute }
    return rounded(route.path)
  }

  /// A path with its corners rounded, as a vehicle drives them.
  private static func rounded(_ path: [Coordinate]) -> [Coordinate] {
    guard path.count > 2 else { return path }
    var result = [path[0]]
    for index in 1..<path.count - 1 {
      let (before, corner, after) = (path[index - 1], path[index], path[index + 1])
      let (first, second) = (
        Polyline([before, corner]).lengthInMeters, Polyline([corner, after]).lengthInMeters
      )
      guard first > 0, second > 0 else { continue }
      let into = mixed(corner, before, min(0.5, cornerMeters / first))
      let out = mixed(corner, after, min(0.5, cornerMeters / second))
      // A point on the line between its neighbors needs no curve.
      guard
        Polyline([into, corner]).lengthInMeters + Polyline([corner, out]).lengthInMeters
          > 1.01 * Polyline([into, out]).lengthInMeters
      else {
        result.append(corner)
        continue
      }
      for step in 0...4 {
        let share = Double(step) / 4
        result.append(mixed(mixed(into, corner, share), mixed(corner, out, share), share))
      }
    }
    return result + [path[path.count - 1]]
  }

  private static func mixed(_ one: Coordinate, _ other: Coordinate, _ share: Double) -> Coordinate {
    Coordinate(
      latitude: one.latitude + (other.latitude - one.latitude) * share,
      longitude: one.longitude + (other.longitude - one.longitude) * share)
  }
}
