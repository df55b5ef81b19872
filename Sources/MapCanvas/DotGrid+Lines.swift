internal import Geo

/// A piece of a line on a grid of dots.
struct DotSegment {
  var start: DotPosition
  var end: DotPosition
  /// The distance from the line's beginning to the start, in dots.
  var startDistance = 0.0
  /// The distance from the line's beginning to the end, in dots.
  var endDistance = 0.0

  /// The part inside a rectangle from (−margin, −margin), by the algorithm of Liang and Barsky.
  ///
  /// It is a range of fractions of the segment; nil if the segment stays outside or is not finite.
  func clipped(width: Double, height: Double, margin: Double) -> ClosedRange<Double>? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite, start.x.isFinite, start.y.isFinite else { return nil }
    var (enter, leave) = (0.0, 1.0)
    // For each edge: how fast the segment moves outward, and how far inside of it it starts.
    let edges =
      [
        (-dx, start.x + margin), (dx, width + margin - start.x),
        (-dy, start.y + margin), (dy, height + margin - start.y),
      ] as InlineEdges
    for index in 0..<4 {
      let (outward, inside) = edges[index]
      if outward == 0 {
        guard inside >= 0 else { return nil }
      } else if outward < 0 {
        enter = max(enter, inside / outward)
      } else {
        leave = min(leave, inside / outward)
      }
    }
    return enter <= leave ? enter...leave : nil
  }
}

/// Four edges without an allocation.
private typealias InlineEdges = InlineArray<4, (Double, Double)>

extension DotGrid {
  /// The most dots that one line may take, which bounds the time on routes made to be slow.
  ///
  /// A route of 200,000 points in sight has 20 for each segment, many times a full map.
  static let maximumDotsPerLine = 4_000_000

  /// Paints a line with the style in use and returns the dots that were visited.
  ///
  /// The line ends early after ``maximumDotsPerLine``.
  @discardableResult
  mutating func paint(_ path: MapPath, projection: DotProjection, style: LineStyle) -> Int {
    var dots = 0
    let margin = 3.0
    let (right, bottom) = (Double(dotColumns) + margin, Double(dotRows) + margin)
    // Distances are measured along x; Mercator keeps angles, so dashes fit in all directions.
    let dotsPerWorld = projection.scaleX
    let path = path.level(dotsPerWorld: max(projection.scaleX, projection.scaleY))
    for (run, box) in path.boxes.enumerated() {
      let low = projection.position(of: WorldPoint(x: box.minX, y: box.minY))
      let high = projection.position(of: WorldPoint(x: box.maxX, y: box.maxY))
      guard high.x >= -margin, high.y >= -margin, low.x <= right, low.y <= bottom else { continue }
      let first = run * MapPath.runLength
      let last = min(first + MapPath.runLength, path.points.count - 1)
      var start = projection.position(of: path.points[first])
      var startDistance = path.distances[first] * dotsPerWorld
      if first >= last {
        if path.points.count == 1 {
          dots += paint(DotSegment(start: start, end: start), style: style)
        }
        continue
      }
      for index in first + 1...last {
        let end = projection.position(of: path.points[index])
        // Points in the same dot add nothing, but the last must be reached.
        let isSameDot =
          end.x.rounded(.down) == start.x.rounded(.down)
          && end.y.rounded(.down) == start.y.rounded(.down)
        if isSameDot, index < last { continue }
        let endDistance = path.distances[index] * dotsPerWorld
        dots += paint(
          DotSegment(
            start: start,
            end: end,
            startDistance: startDistance,
            endDistance: endDistance
          ),
          style: style
        )
        guard dots < Self.maximumDotsPerLine else { return dots }
        (start, startDistance) = (end, endDistance)
      }
    }
    return dots
  }

  /// Paints the part of a segment that is on the grid and returns the dots that were visited.
  ///
  /// Each dot is computed from the whole segment, so that clipping and moving the map never change
  /// a line's shape.
  @discardableResult
  mutating func paint(_ segment: DotSegment, style: LineStyle) -> Int {
    let width = kind.hasFineDots ? style.width : 1
    guard
      let part = segment.clipped(
        width: Double(dotColumns),
        height: Double(dotRows),
        margin: Double(width)
      )
    else { return 0 }
    let (start, end) = (segment.start, segment.end)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let isFlat = abs(dx) >= abs(dy)
    let (origin, span) = isFlat ? (start.x, dx) : (start.y, dy)
    let (sideOrigin, sideWay) = isFlat ? (start.y, dy) : (start.x, dx)
    let limit = isFlat ? dotColumns : dotRows
    let sideLimit = Double(isFlat ? dotRows : dotColumns)
    let one = (origin + span * part.lowerBound).rounded(.down)
    let other = (origin + span * part.upperBound).rounded(.down)
    // Clamped as real numbers: far away ends lose the precision that would keep them on the grid.
    let low = Int(max(0, min(Double(limit), min(one, other))))
    let high = Int(max(-1, min(Double(limit) - 1, max(one, other))))
    guard low <= high else { return 0 }
    let dash = kind.hasFineDots ? style.dash : nil
    let inset = Double(width - 1) / 2
    for major in low...high {
      let fraction = span == 0 ? 0 : max(0, min(1, (Double(major) + 0.5 - origin) / span))
      if let dash {
        let distance =
          segment.startDistance + (segment.endDistance - segment.startDistance) * fraction
        let period = Double(dash.drawn + dash.gap)
        // Several times faster than a true remainder, and a dash may be off by a hair.
        let rest = distance - (distance / period).rounded(.down) * period
        guard rest < Double(dash.drawn) else { continue }
      }
      let side = (sideOrigin + sideWay * fraction - inset).rounded(.down)
      let minor = Int(max(-4, min(sideLimit, side)))
      for offset in 0..<width {
        if isFlat { paint(x: major, y: minor + offset) } else { paint(x: minor + offset, y: major) }
      }
    }
    return (high - low + 1) * width
  }
}
