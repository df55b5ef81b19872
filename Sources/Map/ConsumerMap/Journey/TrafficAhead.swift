internal import FleetEngine
internal import Geo
internal import MapCanvas

/// The traffic on a route ahead of the vehicle, prepared when it is first drawn and then cached.
struct TrafficAhead: Sendable {
  struct Piece: Sendable {
    var path: MapPath
    var speed: SpeedReading
  }

  private struct Stretch: Sendable {
    var fromMeters: Double
    var toMeters: Double
    var speed: SpeedReading
    var path: PreparedPath
  }

  private let traffic: TrafficPolyline?
  private var prepared: (polyline: Polyline, stretches: [Stretch])?
  /// The last vehicle position on the route.
  private var found: (vehicle: Coordinate, meters: Double)?

  init(_ traffic: TrafficPolyline? = nil) { self.traffic = traffic }

  mutating func pieces(
    from vehicle: Coordinate?, isGeodesic: Bool, isWanted: (SpeedReading) -> Bool
  ) -> [Piece] {
    guard let traffic else { return [] }
    var (polyline, stretches) = prepared ?? Self.prepare(traffic)
    let start = vehicle.map { meters(at: $0, on: polyline) } ?? 0
    var pieces: [Piece] = []
    for index in stretches.indices
    where stretches[index].toMeters > start && isWanted(stretches[index].speed) {
      let stretch = stretches[index]
      let path =
        stretch.fromMeters >= start
        ? stretches[index].path.path(isGeodesic: isGeodesic)
        : MapPath(
          polyline.part(fromMeters: start, toMeters: stretch.toMeters), isGeodesic: isGeodesic)
      pieces.append(Piece(path: path, speed: stretch.speed))
    }
    prepared = (polyline, stretches)
    return pieces
  }

  private mutating func meters(at vehicle: Coordinate, on polyline: Polyline) -> Double {
    if let found, found.vehicle == vehicle { return found.meters }
    let meters = polyline.nearestPosition(to: vehicle)?.metersFromStart ?? 0
    found = (vehicle, meters)
    return meters
  }

  /// Measures the path and cuts it at the intervals.
  ///
  /// Of overlapping intervals the first wins, so that the pieces are never longer than the path.
  private static func prepare(_ traffic: TrafficPolyline) -> (Polyline, [Stretch]) {
    let polyline = Polyline(traffic.path)
    // The indices refer to the path with its invalid points.
    guard polyline.coordinates.count == traffic.path.count else { return (polyline, []) }
    let indices = polyline.coordinates.indices
    var stretches: [Stretch] = []
    var next = 0
    for interval in traffic.intervals.sorted(by: { $0.startIndex < $1.startIndex }) {
      guard indices.contains(interval.startIndex), indices.contains(interval.endIndex) else {
        continue
      }
      let start = max(next, interval.startIndex)
      guard start < interval.endIndex else { continue }
      stretches.append(
        Stretch(
          fromMeters: polyline.metersFromStart[start],
          toMeters: polyline.metersFromStart[interval.endIndex], speed: interval.speed,
          path: PreparedPath(Array(polyline.coordinates[start...interval.endIndex]))))
      next = interval.endIndex
    }
    return (polyline, stretches)
  }
}
