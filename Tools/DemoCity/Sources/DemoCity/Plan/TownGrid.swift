internal import Geo

/// The position of the plan's meters on Earth.
enum TownGrid {
  /// Degrees are kept as whole ten-millionths, about a centimeter, so that no rounding of a
  /// processor shows.
  private static let unitsPerDegree = 1e7
  private static let metersPerDegree = Earth.circumferenceInMeters / 360
  /// The cosine of 45 degrees, the latitude of the town's middle.
  private static let narrowing = 0.5.squareRoot()

  /// The place of a point; a crossing that rounding left outside of the frame is moved onto it.
  static func coordinate(_ point: Point) -> Coordinate {
    let point = point.clamped(lowerBound: -TownPlan.halfSize, upperBound: TownPlan.halfSize)
    return Coordinate(
      latitude: degrees(DemoCity.origin.latitude, point.y / metersPerDegree),
      longitude: degrees(DemoCity.origin.longitude, point.x / (metersPerDegree * narrowing)))
  }

  private static func degrees(_ origin: Double, _ offset: Double) -> Double {
    (origin * unitsPerDegree + (offset * unitsPerDegree).rounded()) / unitsPerDegree
  }
}

extension TownPlan {
  /// A line of the plan, bent with the town; a closed one does not repeat its first point.
  func bent(_ points: [Point], isClosed: Bool = false) -> [Point] {
    var line: [Point] = []
    let ends = isClosed ? points.count : points.count - 1
    for index in 0..<max(0, ends) {
      let (from, to) = (points[index], points[(index + 1) % points.count])
      let steps = max(1, Int((from.distance(to: to) / 28).rounded(.up)))
      for step in 0..<steps {
        line.append(bent(from + (to - from) * (Double(step) / Double(steps))))
      }
    }
    if !isClosed, let last = points.last { line.append(bent(last)) }
    return isClosed ? Polygon(line).simplified(0.4).points : Self.simplified(line, 0.4)
  }

  /// A line without the points that stand out less than a tolerance.
  private static func simplified(_ line: [Point], _ tolerance: Double) -> [Point] {
    guard line.count > 2 else { return line }
    var isKept = Array(repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let along = line[last] - line[first]
      var (farthest, greatest) = (first, tolerance)
      for index in first + 1..<last {
        let offset = line[index] - line[first]
        let off = along == .zero ? offset.length : abs(along.unit.cross(offset))
        if off > greatest { (farthest, greatest) = (index, off) }
      }
      guard farthest > first else { continue }
      isKept[farthest] = true
      open += [(first, farthest), (farthest, last)]
    }
    return zip(line, isKept).filter(\.1).map(\.0)
  }
}
