internal import VectorTiles

/// Fills areas of a plane row by row, by the even-odd rule.
///
/// Where an edge crosses a row, a bit marks the first dot to its right. A dot is inside if the number of bits
/// up to it is odd. The memory is kept between areas, so that filling allocates nothing once it has grown.
struct AreaFiller {
  /// The bits of each row of dots, 64 in a word; all are 0 between two areas.
  private var flips: [UInt64] = []
  /// The words of a row, with room for the dot after the last.
  private var rowWords = 0

  /// The most crossings of rows and edges of one area, some thousands for each row of a large map.
  private static let mostCrossings = 1 << 20

  /// Fills an area; dots whose middle is inside belong to it, so adjacent areas do not overlap.
  ///
  /// Each ring of `points` closes itself and ends at its entry of `ends`. `owner` is one more than
  /// the paint's index; `origin` is the grid's first dot on the world, which anchors the pattern.
  mutating func fill(
    _ points: UnsafeBufferPointer<TilePoint>, ends: UnsafeBufferPointer<Int32>, rings: Range<Int>,
    placement: TilePlacement, in plane: inout AreaPlane, owner: UInt8, pattern: FillPattern,
    origin: (column: Int64, row: Int64) = (0, 0), clip: DotRect
  ) {
    let clip = clip.intersection(plane.bounds)
    let rings = rings.clamped(to: 0..<ends.count)
    guard !clip.isEmpty, let last = rings.last else { return }
    let start = unsafe rings.lowerBound == 0 ? 0 : max(0, Int(ends[rings.lowerBound - 1]))
    let end = unsafe min(points.count, Int(ends[last]))
    guard start < end else { return }
    let area = unsafe dots(around: UnsafeBufferPointer(rebasing: points[start..<end]), placement)
      .intersection(clip)
    guard !area.isEmpty else { return }
    makeRoom(for: plane.bounds)
    unsafe markEdges(points, ends, rings, placement, area)
    let words = Int(area.minX >> 6)...Int((area.maxX - 1) >> 6)
    for row in Int(area.minY)..<Int(area.maxY) {
      let dots = pattern.rows[Int((origin.row + Int64(row)) & 7)]
      var outside: UInt64 = 0
      for word in words {
        var inside = flips[row * rowWords + word]
        guard inside | outside != 0 else { continue }
        flips[row * rowWords + word] = 0
        for shift: UInt64 in [1, 2, 4, 8, 16, 32] { inside ^= inside << shift }
        inside ^= outside
        outside = inside >> 63 == 0 ? 0 : .max
        if word == words.upperBound { inside &= .max >> UInt64(63 - (area.maxX - 1) & 63) }
        guard inside != 0, dots != 0 else { continue }
        plane.fill(
          row: row, from: word << 6, inside, owner: owner, pattern: dots,
          phase: Int(origin.column & 7))
      }
      flips[row * rowWords + Int(area.maxX >> 6)] = 0
    }
  }

  /// The dots whose middles may be inside of points.
  private func dots(
    around points: UnsafeBufferPointer<TilePoint>, _ placement: TilePlacement
  ) -> DotRect {
    let (least, most) = unsafe points.corners
    return DotRect(
      minX: Self.firstDot(after: placement.fineColumn(least.x)),
      minY: Self.firstDot(after: placement.fineRow(least.y)),
      maxX: Self.firstDot(after: placement.fineColumn(most.x)),
      maxY: Self.firstDot(after: placement.fineRow(most.y)))
  }

  /// The first dot whose middle is at or after a position in 1/256 dots.
  private static func firstDot(after position: Int64) -> Int64 { (position + 127) >> 8 }

  private mutating func makeRoom(for bounds: DotRect) {
    let (words, rows) = (Int(bounds.maxX >> 6) + 1, Int(bounds.maxY))
    guard words != rowWords || flips.count < words * rows else { return }
    (rowWords, flips) = (words, Array(repeating: 0, count: words * rows))
  }

  /// Marks where edges cross the middles of the rows of an area.
  private mutating func markEdges(
    _ points: UnsafeBufferPointer<TilePoint>, _ ends: UnsafeBufferPointer<Int32>,
    _ rings: Range<Int>, _ placement: TilePlacement, _ area: DotRect
  ) {
    let words = rowWords
    var flips = flips.mutableSpan
    var crossings = 0
    for ring in rings {
      let start = unsafe ring == 0 ? 0 : max(0, Int(ends[ring - 1]))
      let end = unsafe min(points.count, Int(ends[ring]))
      guard start < end else { continue }
      var from = unsafe points[end - 1]
      var fromY = placement.fineRow(from.y)
      var fromRow = max(area.minY, min(area.maxY, Self.firstDot(after: fromY)))
      for index in start..<end {
        let to = unsafe points[index]
        let toY = placement.fineRow(to.y)
        // The first row whose middle is not above the point.
        let toRow = max(area.minY, min(area.maxY, Self.firstDot(after: toY)))
        defer { (from, fromY, fromRow) = (to, toY, toRow) }
        guard fromRow != toRow, crossings < Self.mostCrossings else { continue }
        let rows = min(fromRow, toRow)..<max(fromRow, toRow)
        crossings += rows.count
        let (fromX, toX) = (placement.fineColumn(from.x), placement.fineColumn(to.x))
        let (topX, topY) = fromY < toY ? (fromX, fromY) : (toX, toY)
        let slope = Double(toX - fromX) / Double(toY - fromY)
        for row in rows {
          // From the edge's end, so that it is the same wherever the grid begins.
          let offset = Double(row << 8 + 128 - topY) * slope
          // Rounded up; `rounded(.up)` would be a call.
          let whole = Int64(offset)
          let x = topX + (Double(whole) < offset ? whole + 1 : whole)
          let column = Self.firstDot(after: max(area.minX << 8, min(area.maxX << 8, x)))
          flips[Int(row) * words + Int(column >> 6)] ^= 1 << UInt64(column & 63)
        }
      }
    }
  }
}

extension UnsafeBufferPointer<TilePoint> {
  /// The least and the greatest coordinates of one or more points.
  var corners: (least: SIMD2<Int16>, most: SIMD2<Int16>) {
    var least = unsafe SIMD2(self[0].x, self[0].y)
    var most = least
    var left = UnsafeRawBufferPointer(self)
    if left.count >= 16 {
      // Four points at once.
      var (leasts, mosts) = (SIMD8<Int16>(repeating: .max), SIMD8<Int16>(repeating: .min))
      while left.count >= 16 {
        let four = unsafe left.loadUnaligned(as: SIMD8<Int16>.self)
        (leasts, mosts) = (pointwiseMin(leasts, four), pointwiseMax(mosts, four))
        unsafe left = UnsafeRawBufferPointer(rebasing: left.dropFirst(16))
      }
      let (two, others) = (
        pointwiseMin(leasts.lowHalf, leasts.highHalf), pointwiseMax(mosts.lowHalf, mosts.highHalf)
      )
      least = pointwiseMin(two.lowHalf, two.highHalf)
      most = pointwiseMax(others.lowHalf, others.highHalf)
    }
    for index in count - left.count / 4..<count {
      let point = unsafe self[index]
      least = pointwiseMin(least, SIMD2(point.x, point.y))
      most = pointwiseMax(most, SIMD2(point.x, point.y))
    }
    return (least, most)
  }
}
