internal import FleetEngine
internal import Geo

/// Converts traffic that drivers report into traffic for consumers.
///
/// See docs/protocol.md, "Traffic".
enum TrafficConversion {
  /// Converts stretches of a route into intervals of speed.
  ///
  /// Stretches are in meters along the route, in any order. The route gets a point at each end of a
  /// stretch; the rest is normal. An overlapping stretch begins at the former one's end, and
  /// stretches beyond the route are dropped.
  static func polyline(_ stretches: [RoadStretch], along route: [Coordinate]) -> TrafficPolyline? {
    let line = Polyline(route)
    guard line.coordinates.count > 1, line.lengthInMeters > 0 else { return nil }
    let pieces = pieces(stretches, length: line.lengthInMeters)
    var path = [line.coordinates[0]]
    var intervals: [SpeedReadingInterval] = []
    var next = 1
    for piece in pieces {
      let start = path.count - 1
      while next < line.coordinates.count, line.metersFromStart[next] <= piece.end {
        path.append(line.coordinates[next])
        next += 1
      }
      if line.metersFromStart[next - 1] < piece.end, next < line.coordinates.count,
        let edge = line.position(atMeters: piece.end)
      {
        path.append(edge.coordinate)
      }
      guard path.count - 1 > start else { continue }
      intervals.append(
        SpeedReadingInterval(startIndex: start, endIndex: path.count - 1, speed: piece.speed))
    }
    return TrafficPolyline(path: path, intervals: intervals)
  }

  private typealias Piece = (end: Double, speed: SpeedReading)

  private static func pieces(_ stretches: [RoadStretch], length: Double) -> [Piece] {
    var pieces: [Piece] = []
    var covered = 0.0
    func add(_ end: Double, _ speed: SpeedReading) {
      guard end > covered else { return }
      if let last = pieces.last, last.speed == speed {
        pieces[pieces.count - 1].end = end
      } else {
        pieces.append((end, speed))
      }
      covered = end
    }
    for stretch in stretches.sorted(by: { $0.offsetMeters < $1.offsetMeters }) {
      guard let speed = stretch.speed, stretch.lengthMeters > 0 else { continue }
      let start = max(0, Double(stretch.offsetMeters))
      guard start < length else { continue }
      add(start, .normal)
      add(min(length, Double(stretch.offsetMeters) + Double(stretch.lengthMeters)), speed)
    }
    add(length, .normal)
    return pieces
  }
}

extension RoadStretch {
  /// The speed that the style represents.
  fileprivate var speed: SpeedReading? {
    switch style {
    case .slowerTraffic: .slow
    case .trafficJam: .trafficJam
    case .unknown: nil
    }
  }
}
