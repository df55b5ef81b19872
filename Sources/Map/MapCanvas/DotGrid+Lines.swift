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
  ///
  /// The line is painted from its end, so that its beginning is on top where it crosses itself, and so that the rest of a
  /// route keeps its dots while the vehicle moves along it.
  @discardableResult mutating func paint(
    _ path: MapPath, projection: DotProjection, style: LineStyle, width: Double? = nil,
    passing: Passing = .merged
  ) -> Int {
    var stroke = Stroke(style, width: width ?? Double(style.width))
    // Distances are measured along x; Mercator keeps angles, so dashes fit in all directions.
    stroke.dotsPerWorld = projection.scaleX
    let path = path.level(dotsPerWorld: max(projection.scaleX, projection.scaleY))
    if stroke.width > 1, kind.hasFineDots { begin(passing) }
    defer { begin(.merged) }
    let margin = stroke.width + 2
    let (right, bottom) = (Double(dotColumns) + margin, Double(dotRows) + margin)
    var dots = 0
    for (run, box) in path.boxes.enumerated().reversed() {
      let low = projection.position(of: WorldPoint(x: box.minX, y: box.minY))
      let high = projection.position(of: WorldPoint(x: box.maxX, y: box.maxY))
      guard high.x >= -margin, high.y >= -margin, low.x <= right, low.y <= bottom else {
        interruptPass()
        continue
      }
      let first = run * MapPath.runLength
      let last = min(first + MapPath.runLength, path.points.count - 1)
      dots += paint(path, first...last, projection, stroke, budget: Self.maximumDotsPerLine - dots)
      guard dots < Self.maximumDotsPerLine else { break }
    }
    return dots
  }

  /// Paints some points of a line in one run and returns the visited dots; one segment may exceed the budget.
  private mutating func paint(
    _ path: MapPath.Level, _ points: ClosedRange<Int>, _ projection: DotProjection,
    _ stroke: Stroke, budget: Int
  ) -> Int {
    var dots = 0
    if stroke.style.showsPoints || path.points.count == 1 {
      // A point between two runs belongs to both.
      for point in path.points[points] { dots += paint(projection.position(of: point), stroke) }
      return dots
    }
    var end = projection.position(of: path.points[points.upperBound])
    var endDistance = path.distances[points.upperBound] * stroke.dotsPerWorld
    for index in points.dropLast().reversed() {
      let start = projection.position(of: path.points[index])
      // Points in the same dot add nothing, but the first must be reached.
      let isSameDot =
        start.x.rounded(.down) == end.x.rounded(.down)
        && start.y.rounded(.down) == end.y.rounded(.down)
      if isSameDot, index > points.lowerBound { continue }
      let startDistance = path.distances[index] * stroke.dotsPerWorld
      var segment = DotSegment(start: start, end: end)
      (segment.startDistance, segment.endDistance) = (startDistance, endDistance)
      dots += paint(segment, stroke)
      if index > 0 { dots += paintDisc(at: start, stroke) }
      guard dots < budget else { return dots }
      (end, endDistance) = (start, startDistance)
    }
    return dots
  }

  /// Closes the gap between two segments that are more than two dots wide, and returns the number of visited dots.
  private mutating func paintDisc(at middle: DotPosition, _ stroke: Stroke) -> Int {
    let (unitX, unitY) = (kind.dotWidth, kind.dotHeight)
    guard kind.isSolid, stroke.width / max(unitX, unitY) > 2 else { return 0 }
    let radius = stroke.width / 2
    let (wide, high) = (radius / unitX, radius / unitY)
    guard middle.x > -wide, middle.y > -high, middle.x < Double(dotColumns) + wide,
      middle.y < Double(dotRows) + high
    else { return 0 }
    var dots = 0
    for row in Int((middle.y - high).rounded(.down))...Int((middle.y + high).rounded(.down)) {
      let down = (Double(row) + 0.5 - middle.y) * unitY
      let half = max(0, radius * radius - down * down).squareRoot() / unitX
      let first = Int((middle.x - half + 0.5).rounded(.down))
      let last = Int((middle.x + half - 0.5).rounded(.down))
      guard first <= last else { continue }
      paint(major: row, minors: first..<last + 1, isFlat: false)
      dots += last - first + 1
    }
    return dots
  }

  /// Paints one point of a path; a style that shows points makes it as long as it is wide.
  private mutating func paint(_ place: DotPosition, _ stroke: Stroke) -> Int {
    var (start, end) = (place, place)
    if stroke.style.showsPoints, kind.hasFineDots {
      start.x -= (stroke.width - 1) / 2
      end.x = start.x + stroke.width - 1
    }
    return paint(DotSegment(start: start, end: end), stroke)
  }

  /// Paints the part of a segment on the grid and returns the number of visited dots.
  @discardableResult mutating func paint(_ segment: DotSegment, style: LineStyle) -> Int {
    paint(segment, Stroke(style, width: Double(style.width)))
  }

  /// Paints the part of a segment on the grid, from its end, and returns the number of visited dots.
  ///
  /// Each dot is computed from the whole segment, so that clipping and moving the map do not change
  /// a line's shape.
  private mutating func paint(_ segment: DotSegment, _ stroke: Stroke) -> Int {
    guard
      let part = segment.clipped(
        width: Double(dotColumns), height: Double(dotRows), margin: stroke.width + 1)
    else {
      interruptPass()
      return 0
    }
    let (start, end) = (segment.start, segment.end)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let isFlat = abs(dx) >= abs(dy)
    let width = dotsAcross(stroke, dx, dy, isFlat: isFlat)
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
    let dash = kind.hasFineDots ? stroke.style.dash : nil
    let inset = Double(width - 1) / 2
    // Whole cells that only touch at their corners are no line.
    let fillsCorners = kind == .cell && width == 1
    var before: Int?
    for step in low...high {
      let major = span < 0 ? step : low + high - step
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
      let minor = Int(max(-Double(width) - 8, min(sideLimit, side)))
      if fillsCorners, let before, before != minor {
        paint(major: major, minors: before..<before + 1, isFlat: isFlat)
      }
      before = minor
      paint(major: major, minors: minor..<minor + width, isFlat: isFlat)
    }
    return (high - low + 1) * width
  }

  /// The dots across a segment, whose width is in Braille dots where dots are larger.
  private func dotsAcross(_ stroke: Stroke, _ dx: Double, _ dy: Double, isFlat: Bool) -> Int {
    guard kind.hasFineDots else { return 1 }
    guard kind.isSolid else { return max(1, Int(stroke.width.rounded())) }
    let (right, down) = (dx * kind.dotWidth, dy * kind.dotHeight)
    let length = (right * right + down * down).squareRoot()
    let across = isFlat ? kind.dotHeight : kind.dotWidth
    let ratio = length == 0 ? 1 : length / abs(isFlat ? right : down)
    return max(1, Int((stroke.width * ratio / across).rounded()))
  }
}

/// A style at one zoom.
private struct Stroke {
  let style: LineStyle
  /// The width in Braille dots.
  let width: Double
  /// The dots along a world's width, which dashes are counted in.
  var dotsPerWorld = 0.0

  init(_ style: LineStyle, width: Double) { (self.style, self.width) = (style, width) }
}
