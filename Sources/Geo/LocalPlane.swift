/// A flat approximation of the surface around a place, in metres east and north of it.
package struct LocalPlane: Sendable {
  private let origin: Coordinate
  private let metersPerDegree = Earth.circumferenceInMeters / 360
  private let narrowing: Double

  package init(origin: Coordinate) {
    self.origin = origin
    self.narrowing = Maths.cos(Maths.radians(origin.latitude))
  }

  package func point(_ coordinate: Coordinate) -> SIMD2<Double> {
    SIMD2(
      Maths.wrappedLongitude(coordinate.longitude - origin.longitude) * narrowing,
      coordinate.latitude - origin.latitude
    ) * metersPerDegree
  }

  /// The point on the copy of the plane that keeps a path in one piece.
  func point(_ coordinate: Coordinate, near other: SIMD2<Double>) -> SIMD2<Double> {
    var point = point(coordinate)
    let world = 360 * narrowing * metersPerDegree
    if world > 0 { point.x += ((other.x - point.x) / world).rounded() * world }
    return point
  }

  /// The place of a segment that is nearest to the origin.
  static func nearest(
    from start: SIMD2<Double>,
    to end: SIMD2<Double>,
    allowed: ClosedRange<Double>
  ) -> (fraction: Double, squared: Double) {
    let along = end - start
    let squaredLength = (along * along).sum()
    let ideal = squaredLength > 0 ? -(start * along).sum() / squaredLength : 0
    let fraction = max(allowed.lowerBound, min(allowed.upperBound, ideal))
    let place = start + along * fraction
    return (fraction, (place * place).sum())
  }
}
