internal import VectorTiles

extension DotPlane {
  /// Draws connected lines, 1 to 3 dots wide.
  ///
  /// A segment's dots depend only on its ends, whatever their order and the part in sight. Each line
  /// ends at its entry of `ends`; `owner` is one more than the paint's index.
  mutating func drawLines(
    _ points: UnsafeBufferPointer<TilePoint>, ends: UnsafeBufferPointer<Int32>,
    placement: TilePlacement, owner: UInt8, width: Int = 1, isClosed: Bool = false, clip: DotRect
  ) {
    let width = Int64(max(1, min(3, width)))
    unsafe draw(in: clip) { brush in
      var point = 0
      for part in 0..<ends.count {
        let end = unsafe min(points.count, Int(ends[part]))
        guard point < end else { continue }
        let first = point
        var x = unsafe placement.column(points[point].x)
        var y = unsafe placement.row(points[point].y)
        point += 1
        if width == 1 || point == end { unsafe brush.line(x, y, x, y, owner, width) }
        while point < end {
          let nextX = unsafe placement.column(points[point].x)
          let nextY = unsafe placement.row(points[point].y)
          point += 1
          // Points in one dot add nothing, but the last point of a wide line must be reached.
          if nextX == x, nextY == y, width == 1 || point < end { continue }
          if width == 1, abs(nextX &- x) | abs(nextY &- y) == 1 {
            // Most segments of a city end in the next dot, and the line has drawn this one.
            unsafe brush.dot(nextX, nextY, owner)
          } else {
            unsafe brush.line(x, y, nextX, nextY, owner, width)
          }
          (x, y) = (nextX, nextY)
        }
        guard isClosed else { continue }
        let startX = unsafe placement.column(points[first].x)
        let startY = unsafe placement.row(points[first].y)
        unsafe brush.line(x, y, startX, startY, owner, width)
      }
    }
  }
}

extension DotBrush {
  @inline(__always) func dot(_ x: Int64, _ y: Int64, _ owner: UInt8) {
    let clip = unsafe clip
    guard x >= clip.minX, y >= clip.minY, x < clip.maxX, y < clip.maxY else { return }
    unsafe set(x, y, owner)
  }

  @inline(__always)
  func line(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ owner: UInt8, _ width: Int64) {
    guard width > 1 else { return unsafe line(x0, y0, x1, y1, owner) }
    let isFlat = abs(x1 &- x0) >= abs(y1 &- y0)
    for side in 0..<width {
      let offset = side - (width - 1) / 2
      let (dx, dy) = isFlat ? (0, offset) : (offset, 0)
      unsafe line(x0 &+ dx, y0 &+ dy, x1 &+ dx, y1 &+ dy, owner)
    }
  }

  @inline(__always)
  private func line(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ owner: UInt8) {
    let clip = unsafe clip
    let (minX, maxX) = x0 < x1 ? (x0, x1) : (x1, x0)
    let (minY, maxY) = y0 < y1 ? (y0, y1) : (y1, y0)
    guard maxX >= clip.minX, maxY >= clip.minY, minX < clip.maxX, minY < clip.maxY else { return }
    let (dx, dy) = (maxX &- minX, maxY &- minY)
    if dx == 0, dy == 0 { return unsafe set(x0, y0, owner) }
    let isInside = minX >= clip.minX && minY >= clip.minY && maxX < clip.maxX && maxY < clip.maxY
    if isInside, dx < 1 << 12, dy < 1 << 12 {
      // From the lower end of the longer side, so that both directions have the same dots.
      if dx >= dy {
        let isForward = x0 <= x1
        let startY = isForward ? y0 : y1
        let span = isForward ? y1 &- y0 : y0 &- y1
        let slope = unsafe Self.slope(span, dx)
        var y = startY << 32 &+ 1 << 31
        var x = minX
        while x <= maxX {
          unsafe set(x, y >> 32, owner)
          y &+= slope
          x &+= 1
        }
      } else {
        let isForward = y0 <= y1
        let startX = isForward ? x0 : x1
        let span = isForward ? x1 &- x0 : x0 &- x1
        let slope = unsafe Self.slope(span, dy)
        var x = startX << 32 &+ 1 << 31
        var y = minY
        while y <= maxY {
          unsafe set(x >> 32, y, owner)
          x &+= slope
          y &+= 1
        }
      }
    } else {
      unsafe clippedLine(x0, y0, x1, y1, owner)
    }
  }

  /// The change along the shorter side for each dot of the longer one, times 2^32.
  @inline(__always) private static func slope(_ span: Int64, _ length: Int64) -> Int64 {
    // Floating-point division is exact enough for lines on the grid, and several times faster.
    Int64(Double(span) / Double(length) * 4_294_967_296)
  }

  /// Draws the part on the grid of a segment that leaves it or is very long.
  @inline(never)
  private func clippedLine(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ owner: UInt8) {
    let far = TilePlacement.farthestDot
    let (x0, y0) = (max(-far, min(far, x0)), max(-far, min(far, y0)))
    let (x1, y1) = (max(-far, min(far, x1)), max(-far, min(far, y1)))
    let isFlat = abs(x1 - x0) >= abs(y1 - y0)
    // Along the longer side from its lower end.
    let isForward = isFlat ? x0 <= x1 : y0 <= y1
    let (start, end) = isFlat ? (min(x0, x1), max(x0, x1)) : (min(y0, y1), max(y0, y1))
    let sideStart = isFlat ? (isForward ? y0 : y1) : (isForward ? x0 : x1)
    let sideEnd = isFlat ? (isForward ? y1 : y0) : (isForward ? x1 : x0)
    let clip = unsafe clip
    let along = isFlat ? clip.minX..<clip.maxX : clip.minY..<clip.maxY
    let across = isFlat ? clip.minY..<clip.maxY : clip.minX..<clip.maxX
    let length = end - start
    let span = sideEnd - sideStart
    let isShort = length < 1 << 12
    let slope = length == 0 ? 0 : unsafe Self.slope(span, length)
    var major = max(along.lowerBound, start)
    let last = min(along.upperBound - 1, end)
    while major <= last {
      let done = major - start
      // The same sums as in the short form, so that a clipped line is a part of the whole one.
      let side =
        isShort
        ? (sideStart << 32 &+ 1 << 31 &+ done &* slope) >> 32
        : unsafe sideStart + Self.floor(2 * done * span + length, 2 * length)
      if across.contains(side) {
        if isFlat { unsafe set(major, side, owner) } else { unsafe set(side, major, owner) }
      }
      major += 1
    }
  }

  /// The quotient rounded down, for a positive divisor.
  private static func floor(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
  }
}
