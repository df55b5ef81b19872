extension Polyline {
  /// The coordinates between which simplification looks for the one that stands out most.
  ///
  /// It bounds the time on paths made to be slow.
  private static let simplificationRun = 1_024

  /// A polyline with fewer coordinates and the same ends, within a tolerance of this one.
  ///
  /// This is the algorithm of Ramer, Douglas and Peucker on runs of 1,024 coordinates, whose ends
  /// are kept. A tolerance of 0, a negative one and not a number leave the polyline as it is.
  public func simplified(toleranceMeters tolerance: Double) -> Polyline {
    guard tolerance > 0, coordinates.count > 2, let first = coordinates.first else { return self }
    let plane = LocalPlane(origin: first)
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(coordinates.count)
    for coordinate in coordinates {
      points.append(plane.point(coordinate, near: points.last ?? .zero))
    }
    var isKept = Array(repeating: false, count: points.count)
    for start in stride(from: 0, to: points.count - 1, by: Self.simplificationRun) {
      let end = min(start + Self.simplificationRun, points.count - 1)
      Self.keepOutstanding(of: points, in: start...end, beyond: tolerance, isKept: &isKept)
    }
    return Polyline(zip(coordinates, isKept).filter(\.1).map(\.0))
  }

  private static func keepOutstanding(
    of points: [SIMD2<Double>],
    in range: ClosedRange<Int>,
    beyond tolerance: Double,
    isKept: inout [Bool]
  ) {
    isKept[range.lowerBound] = true
    isKept[range.upperBound] = true
    var open = [range]
    while let range = open.popLast() {
      let (start, end) = (points[range.lowerBound], points[range.upperBound])
      var (farthest, greatest) = (range.lowerBound, tolerance * tolerance)
      for index in range.dropFirst().dropLast() {
        let point = points[index]
        let squared = LocalPlane.nearest(
          from: start - point,
          to: end - point,
          allowed: 0...1
        ).squared
        if squared > greatest { (farthest, greatest) = (index, squared) }
      }
      guard farthest > range.lowerBound else { continue }
      isKept[farthest] = true
      open.append(range.lowerBound...farthest)
      open.append(farthest...range.upperBound)
    }
  }
}
