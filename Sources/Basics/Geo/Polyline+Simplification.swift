/// A flat approximation of the surface around an origin, in meters east and north of it.
package struct LocalPlane: Sendable {
  private let origin: Coordinate
  private let metersPerDegree = Earth.circumferenceInMeters / 360
  private let narrowing: Double

  package init(origin: Coordinate) {
    self.origin = origin
    narrowing = Maths.cos(Maths.radians(origin.latitude))
  }

  package func point(_ coordinate: Coordinate) -> SIMD2<Double> {
    SIMD2(
      Maths.wrappedLongitude(coordinate.longitude - origin.longitude) * narrowing,
      coordinate.latitude - origin.latitude) * metersPerDegree
  }

  /// The point on the copy of the plane that is nearest to another point, so that paths are continuous.
  func point(_ coordinate: Coordinate, near other: SIMD2<Double>) -> SIMD2<Double> {
    var point = point(coordinate)
    let world = 360 * narrowing * metersPerDegree
    if world > 0 { point.x += ((other.x - point.x) / world).rounded() * world }
    return point
  }

  /// The part of a segment that is nearest to the origin, and its squared distance.
  static func nearest(
    from start: SIMD2<Double>, to end: SIMD2<Double>, allowed: ClosedRange<Double>
  ) -> (fraction: Double, squared: Double) {
    let along = end - start
    let squaredLength = (along * along).sum()
    let ideal = squaredLength > 0 ? -(start * along).sum() / squaredLength : 0
    let fraction = max(allowed.lowerBound, min(allowed.upperBound, ideal))
    let place = start + along * fraction
    return (fraction, (place * place).sum())
  }
}

extension Polyline {
  /// The number of coordinates in a run, which bounds the time for malicious paths.
  private static let simplificationRun = 1_024

  /// Returns a polyline with fewer coordinates and the same ends, within a tolerance of this one.
  ///
  /// This is the algorithm of Ramer, Douglas and Peucker on runs of 1,024 coordinates, whose ends
  /// are kept. A tolerance that is not positive leaves the polyline unchanged.
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
    of points: [SIMD2<Double>], in range: ClosedRange<Int>, beyond tolerance: Double,
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
        let (_, squared) = LocalPlane.nearest(from: start - point, to: end - point, allowed: 0...1)
        if squared > greatest { (farthest, greatest) = (index, squared) }
      }
      guard farthest > range.lowerBound else { continue }
      isKept[farthest] = true
      open.append(range.lowerBound...farthest)
      open.append(farthest...range.upperBound)
    }
  }
}
