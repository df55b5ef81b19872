internal import Geo

/// A grid of the drivable segments, to find those near a point.
struct RoadIndex: Sendable {
  private static let cellMeters = 100.0
  /// The maximum number of cells on a side; larger networks get larger cells.
  private static let mostCells = 512

  let plane: LocalPlane
  let columns: Int
  let rows: Int
  let cellSize: Double
  private let low: SIMD2<Double>
  private let members: PackedLists

  init(_ segments: [RoadNetwork.Segment]) {
    let bounds = CoordinateBounds(enclosing: segments.lazy.flatMap(\.path))
    plane = LocalPlane(origin: bounds?.center ?? Coordinate(latitude: 0, longitude: 0))
    var (low, high) = (SIMD2<Double>(repeating: 0), SIMD2<Double>(repeating: 0))
    if let bounds {
      low = plane.point(Coordinate(latitude: bounds.south, longitude: bounds.west))
      high = plane.point(Coordinate(latitude: bounds.north, longitude: bounds.east))
    }
    let extent = max(high.x - low.x, high.y - low.y, 1)
    cellSize = max(Self.cellMeters, extent / Double(Self.mostCells - 1))
    columns = max(1, Int((high.x - low.x) / cellSize) + 1)
    rows = max(1, Int((high.y - low.y) / cellSize) + 1)
    self.low = low
    let cellSize = cellSize
    /// Returns the cells between two distances from the grid's edge, within the grid.
    func cells(_ from: Double, _ to: Double, of count: Int) -> ClosedRange<Int> {
      let last = Double(count - 1)
      return Int(max(0, min(last, from / cellSize)))...Int(max(0, min(last, to / cellSize)))
    }
    var lists: [[Int32]] = Array(repeating: [], count: columns * rows)
    for (number, segment) in segments.enumerated() where segment.roadClass.isDrivable {
      var last = plane.point(segment.path[0])
      for coordinate in segment.path.dropFirst() {
        let next = plane.point(coordinate)
        let (minimum, maximum) = (pointwiseMin(last, next), pointwiseMax(last, next))
        let across = cells(minimum.x - low.x, maximum.x - low.x, of: columns)
        for row in cells(minimum.y - low.y, maximum.y - low.y, of: rows) {
          for column in across where lists[row * columns + column].last != Int32(number) {
            lists[row * columns + column].append(Int32(number))
          }
        }
        last = next
      }
    }
    members = PackedLists(lists)
  }

  /// Returns the column and row of a point, which may be outside the grid.
  func place(of point: SIMD2<Double>) -> (column: Int, row: Int) {
    // Limited so that the conversion does not overflow.
    let far = Double(4 * Self.mostCells)
    let cell = ((point - low) / cellSize).rounded(.down).clamped(
      lowerBound: SIMD2(repeating: -far), upperBound: SIMD2(repeating: far))
    return (Int(cell.x), Int(cell.y))
  }

  /// Returns the segments of a cell, which may be outside the grid.
  func segments(column: Int, row: Int) -> ArraySlice<Int32> {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return [] }
    return members[row * columns + column]
  }
}
