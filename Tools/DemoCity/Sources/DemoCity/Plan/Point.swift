/// Meters east and north of the town's middle.
typealias Point = SIMD2<Double>

extension Point {
  var squaredLength: Double { x * x + y * y }
  var length: Double { squaredLength.squareRoot() }
  /// The same direction turned left by 90 degrees.
  var left: Point { Point(-y, x) }
  /// The direction with length 1; zero stays zero.
  var unit: Point {
    let length = length
    return length > 0 ? self / length : self
  }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// Positive if the other direction is to the left.
  func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  func distance(to other: Point) -> Double { (other - self).length }

  func turned(by angle: Double) -> Point {
    let (sine, cosine) = (Wave.sin(angle), Wave.sin(angle + .pi / 2))
    return Point(x * cosine - y * sine, x * sine + y * cosine)
  }
}

/// Sines made of sums and products only, whose last bits are the same with every C library.
enum Wave {
  /// Taylor's, of the highest power first; what is left out is below 1e-12.
  private static let coefficients = [
    -1.0 / 1_307_674_368_000, 1.0 / 6_227_020_800, -1.0 / 39_916_800, 1.0 / 362_880, -1.0 / 5_040,
    1.0 / 120, -1.0 / 6, 1,
  ]

  static func sin(_ angle: Double) -> Double {
    var turn = angle / (2 * .pi)
    turn -= turn.rounded()
    // Folded into a quarter of a turn to either side, where the series converges at once.
    if turn > 0.25 { turn = 0.5 - turn } else if turn < -0.25 { turn = -0.5 - turn }
    let x = turn * 2 * .pi
    let square = x * x
    var sum = coefficients[0]
    for coefficient in coefficients.dropFirst() { sum = sum * square + coefficient }
    return sum * x
  }

  static func cos(_ angle: Double) -> Double { sin(angle + .pi / 2) }
}
