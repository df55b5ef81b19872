public import Geo

extension RoadNetwork {
  /// A position on a road.
  public struct Position: Sendable, Hashable {
    /// The index of the segment in its network.
    public var segment: Int
    /// The distance along the segment from its start, in metres.
    public var metersFromStart: Double
    /// The coordinate.
    public var coordinate: Coordinate
    /// The distance from the requested coordinate, in metres.
    public var metersOff: Double
  }

  /// Returns the nearest position on a drivable road; nil if there is none within the limit.
  public func nearestPosition(
    to coordinate: Coordinate,
    withinMeters limit: Double = .infinity
  ) -> Position? {
    guard coordinate.isValid, limit >= 0 else { return nil }
    let (column, row) = index.place(of: index.plane.point(coordinate))
    // Search rings of cells around the coordinate's own, from the first that touches the grid.
    let first = max(0, -column, column - index.columns + 1, -row, row - index.rows + 1)
    let farthest = [column, index.columns - 1 - column, row, index.rows - 1 - row]
    let last = farthest.reduce(0) { max($0, abs($1)) }
    var best: Position?
    for ring in stride(from: first, through: last, by: 1) {
      // A ring's roads are at least as far away as the width of the inner rings.
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
            guard let found = position(on: Int(segment), nearestTo: coordinate),
              found.metersOff <= limit, found.metersOff < best?.metersOff ?? .infinity
            else { continue }
            best = found
          }
        }
      }
    }
    return best
  }

  private func position(on segment: Int, nearestTo coordinate: Coordinate) -> Position? {
    lines[segment].nearestPosition(to: coordinate).map { place in
      Position(
        segment: segment,
        metersFromStart: place.metersFromStart,
        coordinate: place.coordinate,
        metersOff: place.metersOff
      )
    }
  }
}
