public import Geo

extension RoadNetwork {
  /// A place on a road.
  public struct Position: Sendable, Hashable {
    /// The index of the segment in its network.
    public var segment: Int
    /// The distance from the segment's start along it, in metres.
    public var metersFromStart: Double
    /// The place itself.
    public var coordinate: Coordinate
    /// The distance in metres from the coordinate that was searched for.
    public var metersOff: Double
  }

  /// Returns the place on a drivable road that is nearest to a coordinate, the first of several
  /// equally near ones.
  ///
  /// It is nil if the coordinate is invalid or no road is within the limit.
  public func nearestPosition(
    to coordinate: Coordinate,
    withinMeters limit: Double = .infinity
  ) -> Position? {
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
    var best: Position?
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
    _ best: inout Position?,
    _ coordinate: Coordinate,
    _ segment: Int,
    _ limit: Double
  ) {
    guard let place = lines[segment].nearestPosition(to: coordinate), place.metersOff <= limit,
      place.metersOff < best?.metersOff ?? .infinity
    else { return }
    best = Position(
      segment: segment,
      metersFromStart: place.metersFromStart,
      coordinate: place.coordinate,
      metersOff: place.metersOff
    )
  }
}
