public import Geo

/// A place on a road.
public struct RoadPosition: Sendable, Hashable {
  /// The index of the segment in its network.
  public var segment: Int
  /// The distance from the segment's start along it, in metres.
  public var metersFromStart: Double
  /// The place itself.
  public var coordinate: Coordinate
  /// The distance in metres from the coordinate that was asked about.
  public var metersOff: Double

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - segment: The index of the segment in its network.
  ///   - metersFromStart: The distance from the segment's start along it, in metres.
  ///   - coordinate: The place itself.
  ///   - metersOff: The distance in metres from the coordinate that was asked about.
  public init(
    segment: Int,
    metersFromStart: Double,
    coordinate: Coordinate,
    metersOff: Double = 0
  ) {
    self.segment = segment
    self.metersFromStart = metersFromStart
    self.coordinate = coordinate
    self.metersOff = metersOff
  }
}

extension RoadNetwork {
  /// Finds the place of a drivable road that is nearest to a coordinate.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate to be near to.
  ///   - limit: The farthest that the place may be, in metres; how far is searched.
  /// - Returns: The place, the first of several equally near ones, or nil if there is none or the
  ///   coordinate is invalid.
  public func nearestPosition(
    to coordinate: Coordinate,
    withinMeters limit: Double = .infinity
  ) -> RoadPosition? {
    guard coordinate.isValid, limit >= 0 else { return nil }
    let (column, row) = index.place(of: index.plane.point(coordinate))
    // Rings of cells around the coordinate's own, from the first that touches the grid.
    let first = max(0, -column, column - index.columns + 1, -row, row - index.rows + 1)
    let last = max(
      abs(column),
      abs(index.columns - 1 - column),
      abs(row),
      abs(index.rows - 1 - row)
    )
    var best: RoadPosition?
    for ring in stride(from: first, through: last, by: 1) {
      // Whatever a ring holds is at least as far as the rings within it are wide.
      let reach = min(best?.metersOff ?? .infinity, limit)
      if Double(ring - 1) * index.cellSize > reach { break }
      for nextRow in max(0, row - ring)...max(0, min(index.rows - 1, row + ring)) {
        let isEdge = abs(nextRow - row) == ring
        for nextColumn in stride(
          from: column - ring,
          through: column + ring,
          by: isEdge || ring == 0 ? 1 : 2 * ring
        ) {
          for segment in index.segments(column: nextColumn, row: nextRow) {
            improve(&best, coordinate, Int(segment), limit)
          }
        }
      }
    }
    return best
  }

  private func improve(
    _ best: inout RoadPosition?,
    _ coordinate: Coordinate,
    _ segment: Int,
    _ limit: Double
  ) {
    guard let place = lines[segment].nearestPosition(to: coordinate), place.metersOff <= limit,
      place.metersOff < best?.metersOff ?? .infinity
    else { return }
    best = RoadPosition(
      segment: segment,
      metersFromStart: place.metersFromStart,
      coordinate: place.coordinate,
      metersOff: place.metersOff
    )
  }
}
