internal import VectorTiles

/// Fills areas of a plane row by row, by the even-odd rule.
///
/// It keeps its memory between areas, so that filling allocates nothing once the memory has grown.
struct AreaFiller {
  /// The place where an edge crosses the middle of a row of dots.
  private struct Crossing {
    /// The first dot whose middle is not left of the edge.
    var column: Int32
    /// The next crossing of the row; −1 for none.
    var next: Int32
  }

  private var crossings: [Crossing] = []
  /// The newest crossing of each row; −1 for none.
  private var heads: [Int32] = []
  /// The columns of one row's crossings, sorted.
  private var sorted: [Int32] = []
  private var firstRow = Int64.max
  private var lastRow = Int64.min

  /// The most crossings of one area, some thousands for each row of a large map.
  static let mostCrossings = 1 << 20

  /// Fills an area; dots whose middle is inside belong to it, so adjacent areas do not overlap.
  ///
  /// Each ring of `points` closes itself and ends at its entry of `ends`. `owner` is one more than
  /// the paint's index; `origin` is the grid's first dot on the world, which anchors the pattern.
  mutating func fill(
    _ points: UnsafeBufferPointer<TilePoint>,
    ends: UnsafeBufferPointer<Int32>,
    rings: Range<Int>,
    placement: TilePlacement,
    in plane: inout AreaPlane,
    owner: UInt8,
    pattern: FillPattern,
    origin: (column: Int64, row: Int64) = (0, 0),
    clip: DotRect
  ) {
    let clip = clip.intersection(plane.bounds)
    guard !clip.isEmpty else { return }
    if heads.count < plane.dotRows { heads = Array(repeating: -1, count: plane.dotRows) }
    crossings.removeAll(keepingCapacity: true)
    (firstRow, lastRow) = (.max, .min)
    for ring in rings.clamped(to: 0..<ends.count) {
      var point = unsafe ring == 0 ? 0 : max(0, Int(ends[ring - 1]))
      let end = unsafe min(points.count, Int(ends[ring]))
      guard point < end else { continue }
      let last = end - 1
      var x = unsafe placement.fineColumn(points[last].x)
      var y = unsafe placement.fineRow(points[last].y)
      while point < end {
        let nextX = unsafe placement.fineColumn(points[point].x)
        let nextY = unsafe placement.fineRow(points[point].y)
        addEdge(x, y, nextX, nextY, clip)
        (x, y) = (nextX, nextY)
        point += 1
      }
    }
    guard firstRow <= lastRow else { return }
    for row in Int(firstRow)...Int(lastRow) where heads[row] >= 0 {
      sortCrossings(of: row)
      heads[row] = -1
      let dots = pattern.rows[Int((origin.row + Int64(row)) & 7)]
      guard dots != 0 else { continue }
      fillSpans(of: row, in: &plane, owner: owner, dots: dots, phase: Int(origin.column & 7))
    }
  }

  private mutating func addEdge(
    _ x0: Int64,
    _ y0: Int64,
    _ x1: Int64,
    _ y1: Int64,
    _ clip: DotRect
  ) {
    guard y0 != y1 else { return }
    let (topX, topY, bottomX, bottomY) = y0 < y1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    // The rows whose middles are at or below the top and above the bottom.
    let first = max(clip.minY, (topY + 127) >> 8)
    let last = min(clip.maxY - 1, (bottomY + 127) >> 8 - 1)
    guard first <= last, crossings.count < Self.mostCrossings else { return }
    firstRow = min(firstRow, first)
    lastRow = max(lastRow, last)
    let slope = Double(bottomX - topX) / Double(bottomY - topY)
    for row in first...last {
      let x = Double(topX) + Double(row << 8 + 128 - topY) * slope
      // The first dot whose middle is at or right of the crossing.
      let column = ((x - 128) / 256).rounded(.up)
      let near = Int32(max(Double(clip.minX), min(Double(clip.maxX), column)))
      crossings.append(Crossing(column: near, next: heads[Int(row)]))
      heads[Int(row)] = Int32(crossings.count - 1)
    }
  }

  private mutating func sortCrossings(of row: Int) {
    sorted.removeAll(keepingCapacity: true)
    var index = heads[row]
    while index >= 0 {
      let crossing = crossings[Int(index)]
      sorted.append(crossing.column)
      index = crossing.next
    }
    if sorted.count > 32 {
      sorted.sort()
      return
    }
    var filled = 1
    while filled < sorted.count {
      let value = sorted[filled]
      var place = filled
      while place > 0, sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
      filled += 1
    }
  }

  private func fillSpans(
    of row: Int,
    in plane: inout AreaPlane,
    owner: UInt8,
    dots: UInt8,
    phase: Int
  ) {
    for index in stride(from: 0, to: sorted.count - 1, by: 2)
    where sorted[index] < sorted[index + 1] {
      let columns = Int(sorted[index])..<Int(sorted[index + 1])
      plane.fill(row: row, columns: columns, owner: owner, dots: dots, phase: phase)
    }
  }
}
