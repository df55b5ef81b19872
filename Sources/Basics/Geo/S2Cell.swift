/// A cell of the S2 cube: a face and a position on its grid.
///
/// Source: `s2coords.h` of https://github.com/google/s2geometry.
struct S2Cell {
  /// The face of the cube, in 0...5.
  var face: Int
  /// The position along the face's first axis, in 0..<2^level.
  var i: Int32
  /// The position along the face's second axis, in 0..<2^level.
  var j: Int32

  init(face: Int, i: Int32, j: Int32) {
    self.face = face
    self.i = i
    self.j = j
  }

  /// Creates the cell of a level that contains a coordinate.
  init(_ coordinate: Coordinate, level: Int) {
    let latitude = Maths.radians(coordinate.latitude)
    let longitude = Maths.radians(coordinate.longitude)
    let x = Maths.cos(latitude) * Maths.cos(longitude)
    let y = Maths.cos(latitude) * Maths.sin(longitude)
    let z = Maths.sin(latitude)
    let (u, v): (Double, Double)
    if abs(x) > abs(y), abs(x) > abs(z) {
      face = x >= 0 ? 0 : 3
      (u, v) = x >= 0 ? (y / x, z / x) : (z / x, y / x)
    } else if abs(y) > abs(z) {
      face = y >= 0 ? 1 : 4
      (u, v) = y >= 0 ? (-x / y, z / y) : (z / y, -x / y)
    } else {
      face = z >= 0 ? 2 : 5
      (u, v) = z >= 0 ? (-x / z, -y / z) : (-y / z, -x / z)
    }
    i = Self.index(u, level: level)
    j = Self.index(v, level: level)
  }

  /// The coordinate of the cell's center; nil if the cell is not on its face.
  func center(level: Int) -> Coordinate? {
    let size = Int32(1) << Int32(level)
    guard i >= 0, j >= 0, i < size, j < size else { return nil }
    let u = Self.projected((Double(i) + 0.5) / Double(size))
    let v = Self.projected((Double(j) + 0.5) / Double(size))
    switch face {
    case 0: return Self.coordinate(x: 1, y: u, z: v)
    case 1: return Self.coordinate(x: -u, y: 1, z: v)
    case 2: return Self.coordinate(x: -u, y: -v, z: 1)
    case 3: return Self.coordinate(x: -1, y: -v, z: -u)
    case 4: return Self.coordinate(x: v, y: -1, z: -u)
    case 5: return Self.coordinate(x: v, y: u, z: -1)
    default: return nil
    }
  }

  /// The coordinate in the direction of a vector; nil for a zero or infinite vector.
  static func coordinate(x: Double, y: Double, z: Double) -> Coordinate? {
    let flat = (x * x + y * y).squareRoot()
    guard flat.isFinite, z.isFinite, flat > 0 || z != 0 else { return nil }
    return Coordinate(
      latitude: Maths.degrees(Maths.atan2(z, flat)), longitude: Maths.degrees(Maths.atan2(y, x)))
  }

  private static func projected(_ s: Double) -> Double {
    s >= 0.5 ? (4 * s * s - 1) / 3 : (1 - 4 * (1 - s) * (1 - s)) / 3
  }

  private static func index(_ u: Double, level: Int) -> Int32 {
    let s = u >= 0 ? 0.5 * (1 + 3 * u).squareRoot() : 1 - 0.5 * (1 - 3 * u).squareRoot()
    let size = Double(Int32(1) << Int32(level))
    return Int32(max(0, min(size - 1, (s * size).rounded(.down))))
  }
}
