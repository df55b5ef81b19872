internal import Geo

/// The segments in each cell of a grid, for finding near ones without checking all of them.
struct RoadIndex: Sendable {
  /// The width and height of a cell in metres.
  static let cellMeters = 100.0
  /// The most cells on a side; networks that are wider get larger cells.
  private static let mostCells = 512

  let plane: LocalPlane
  let columns: Int
  let rows: Int
  let cellSize: Double
  private let low: SIMD2<Double>
  /// The index in `members` of each cell's first segment, then the end.
  private let starts: [Int32]
  private let members: [Int32]

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
    /// The cells between two distances from the grid's edge, within the grid.
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
    var starts: [Int32] = [0]
    starts.reserveCapacity(lists.count + 1)
    for list in lists { starts.append((starts.last ?? 0) + Int32(list.count)) }
    self.starts = starts
    members = lists.flatMap(\.self)
  }

  /// The column and row of a point, which may lie outside the grid by any number of cells.
  func place(of point: SIMD2<Double>) -> (column: Int, row: Int) {
    // Farther than this is no nearer to any cell; the conversion must not overflow.
    let far = Double(4 * Self.mostCells)
    let cell = ((point - low) / cellSize).rounded(.down).clamped(
      lowerBound: SIMD2(repeating: -far),
      upperBound: SIMD2(repeating: far)
    )
    return (Int(cell.x), Int(cell.y))
  }

  /// The segments of a cell; none outside the grid.
  func segments(column: Int, row: Int) -> ArraySlice<Int32> {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return [] }
    let cell = row * columns + column
    return members[Int(starts[cell])..<Int(starts[cell + 1])]
  }
}
