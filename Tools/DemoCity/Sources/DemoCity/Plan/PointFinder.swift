/// Points of the plan by place, found without looking at all of them.
struct PointFinder {
  private static let cellSize = 40.0
  private static let reach = TownPlan.halfSize + Point(repeating: 1_500)
  private static let columns = Int(2 * reach.x / cellSize) + 1
  private static let rows = Int(2 * reach.y / cellSize) + 1

  private(set) var points: [Point] = []
  private var cells: [[Int32]]

  init() { cells = Array(repeating: [], count: Self.columns * Self.rows) }

  mutating func insert(_ point: Point) {
    cells[Self.row(point.y) * Self.columns + Self.column(point.x)].append(Int32(points.count))
    points.append(point)
  }

  /// The indices of the points within a distance, in the order of insertion.
  func near(_ point: Point, within distance: Double) -> [Int] {
    var found: [Int] = []
    visit(point, distance) { index, _ in found.append(index) }
    return found.sorted()
  }

  /// The index of the nearest point within a distance, the first of several equally near ones.
  func nearest(to point: Point, within distance: Double) -> Int? {
    var best: (squared: Double, index: Int)?
    visit(point, distance) { index, squared in
      if (squared, index) < best ?? (.infinity, .max) { best = (squared, index) }
    }
    return best?.index
  }

  private func visit(
    _ point: Point, _ distance: Double, _ body: (_ index: Int, _ squared: Double) -> Void
  ) {
    for row in Self.row(point.y - distance)...Self.row(point.y + distance) {
      for column in Self.column(point.x - distance)...Self.column(point.x + distance) {
        for index in cells[row * Self.columns + column] {
          let squared = (points[Int(index)] - point).squaredLength
          if squared <= distance * distance { body(Int(index), squared) }
        }
      }
    }
  }

  private static func column(_ east: Double) -> Int {
    max(0, min(columns - 1, Int((east + reach.x) / cellSize)))
  }

  private static func row(_ north: Double) -> Int {
    max(0, min(rows - 1, Int((north + reach.y) / cellSize)))
  }
}
