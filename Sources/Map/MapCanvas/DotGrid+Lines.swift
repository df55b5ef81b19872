internal import Geo

struct DotSegment {
  var start: DotPosition
  var end: DotPosition
  /// The distances of the ends from the beginning of the line, in dots.
  var startDistance = 0.0
  var endDistance = 0.0

  /// The part inside a rectangle from (−margin, −margin), as fractions of the segment, by the
  /// algorithm of Liang and Barsky; nil if the segment stays outside or is not finite.
  func clipped(width: Double, height: Double, margin: Double) -> ClosedRange<Double>? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite, start.x.isFinite, start.y.isFinite else { return nil }
    var (enter, leave) = (0.0, 1.0)
    // For each edge the segment's outward speed, and the distance of its start from the edge.
    let edges: InlineArray<4, (Double, Double)> = [
      (-dx, start.x + margin), (dx, width + margin - start.x),
      (-dy, start.y + margin), (dy, height + margin - start.y),
    ]
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

extension DotGrid {
  /// The most dots of one line, which bounds the time for hostile routes.
  ///
  /// A visible route of 200,000 points has 20 for each segment, many times a full map.
  static let maximumDotsPerLine = 4_000_000

  /// Paints a line with the style in use, up to ``maximumDotsPerLine``, and returns the visited dots.
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
        if path.points.count == 1 { dots += paint(start, style: style) }
        continue
      }
      if style.showsPoints {
        for point in path.points[first...last] {
          dots += paint(projection.position(of: point), style: style)
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
        var segment = DotSegment(start: start, end: end)
        (segment.startDistance, segment.endDistance) = (startDistance, endDistance)
        dots += paint(segment, style: style)
        guard dots < Self.maximumDotsPerLine else { return dots }
        (start, startDistance) = (end, endDistance)
      }
    }
    return dots
  }

  /// Paints one point of a path; a style that shows points makes it as long as it is wide.
  private mutating func paint(_ place: DotPosition, style: LineStyle) -> Int {
    var (start, end) = (place, place)
    if style.showsPoints, kind.hasFineDots {
      start.x -= Double(style.width - 1) / 2
      end.x = start.x + Double(style.width - 1)
    }
    return paint(DotSegment(start: start, end: end), style: style)
  }

  /// Paints the part of a segment on the grid and returns the number of visited dots.
  ///
  /// Each dot is computed from the whole segment, so that clipping and moving the map do not change
  /// a line's shape.
  @discardableResult
  mutating func paint(_ segment: DotSegment, style: LineStyle) -> Int {
    guard
      let part = segment.clipped(
        width: Double(dotColumns),
        height: Double(dotRows),
        margin: Double(style.width) + 1
      )
    else { return 0 }
    let (start, end) = (segment.start, segment.end)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let isFlat = abs(dx) >= abs(dy)
    let width = dotsAcross(style, dx, dy, isFlat: isFlat)
    let (origin, span) = isFlat ? (start.x, dx) : (start.y, dy)
    let (sideOrigin, sideWay) = isFlat ? (start.y, dy) : (start.x, dx)
    let limit = isFlat ? dotColumns : dotRows
    let sideLimit = Double(isFlat ? dotRows : dotColumns)
    let one = (origin + span * part.lowerBound).rounded(.down)
    let other = (origin + span * part.upperBound).rounded(.down)
    // Clamped as floating-point numbers, because far ends have lost too much precision.
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
        // Several times faster than a true remainder; a dash may be off by a hair.
        let rest = distance - (distance / period).rounded(.down) * period
        guard rest < Double(dash.drawn) else { continue }
      }
      let side = (sideOrigin + sideWay * fraction - inset).rounded(.down)
      let minor = Int(max(-8, min(sideLimit, side)))
      for offset in 0..<width {
        if isFlat { paint(x: major, y: minor + offset) } else { paint(x: minor + offset, y: major) }
      }
    }
    return (high - low + 1) * width
  }

  /// The dots across a segment, whose width is in Braille dots where dots are larger.
  private func dotsAcross(_ style: LineStyle, _ dx: Double, _ dy: Double, isFlat: Bool) -> Int {
    guard kind.hasFineDots else { return 1 }
    guard kind.isSolid else { return style.width }
    let (unitX, unitY) = (2 / Double(kind.dotsAcross), 4 / Double(kind.dotsDown))
    let (right, down) = (dx * unitX, dy * unitY)
    let length = (right * right + down * down).squareRoot()
    let across = isFlat ? unitY : unitX
    let ratio = length == 0 ? 1 : length / abs(isFlat ? right : down)
    return max(1, Int((Double(style.width) * ratio / across).rounded()))
  }
}
