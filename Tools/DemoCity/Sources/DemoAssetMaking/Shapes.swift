/// Functions that simplify and cut lines and rings.
enum Shapes {
  /// A line without the points that stand out less than a tolerance (Ramer, Douglas and Peucker).
  static func simplified(_ line: [TilePosition], tolerance: Double) -> [TilePosition] {
    guard line.count > 2 else { return line }
    var isKept = Array(repeating: false, count: line.count)
    (isKept[0], isKept[line.count - 1]) = (true, true)
    var open = [(0, line.count - 1)]
    while let (start, end) = open.popLast() {
      var (farthest, greatest) = (start, tolerance * tolerance)
      for index in start + 1..<max(start + 1, end) {
        let squared = squaredDistance(line[index], from: line[start], to: line[end])
        if squared > greatest { (farthest, greatest) = (index, squared) }
      }
      guard farthest > start else { continue }
      isKept[farthest] = true
      open += [(start, farthest), (farthest, end)]
    }
    return zip(line, isKept).filter(\.1).map(\.0)
  }

  /// A ring without the points that stand out less than a tolerance.
  static func simplified(ring: [TilePosition], tolerance: Double) -> [TilePosition] {
    guard ring.count > 3, let first = ring.first else { return ring }
    // The point farthest from the first one stays as well, and a line runs to it and one back.
    let farthest = ring.indices.max { one, other in
      squaredLength(ring[one] - first) < squaredLength(ring[other] - first)
    }
    guard let farthest, farthest > 0 else { return ring }
    let there = simplified(Array(ring[...farthest]), tolerance: tolerance)
    let back = simplified(Array(ring[farthest...]) + [first], tolerance: tolerance)
    return there + back.dropFirst().dropLast()
  }

  /// The length of a line.
  static func length(_ line: [TilePosition]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, ends in
      sum + squaredLength(ends.1 - ends.0).squareRoot()
    }
  }

  /// The area of a ring, above 0 for one that runs clockwise as seen on the screen.
  static func area(_ ring: [TilePosition]) -> Double {
    guard let first = ring.first else { return 0 }
    var double = 0.0
    for (one, next) in zip(ring.dropFirst(), ring.dropFirst(2)) {
      let (one, next) = (one - first, next - first)
      double += one.x * next.y - one.y * next.x
    }
    return double / 2
  }

  /// The points without repetitions of the point before.
  static func withoutRepeats(_ points: [TilePosition], isClosed: Bool) -> [TilePosition] {
    var kept: [TilePosition] = []
    for point in points where kept.last != point { kept.append(point) }
    if isClosed, kept.count > 1, kept.first == kept.last { kept.removeLast() }
    return kept
  }

  /// The distance of a point from a straight stretch.
  static func distance(
    _ point: TilePosition, from start: TilePosition, to end: TilePosition
  ) -> Double { squaredDistance(point, from: start, to: end).squareRoot() }

  private static func squaredDistance(
    _ point: TilePosition, from start: TilePosition, to end: TilePosition
  ) -> Double {
    let along = end - start
    let length = squaredLength(along)
    guard length > 0 else { return squaredLength(point - start) }
    let share = max(0, min(1, ((point - start) * along).sum() / length))
    return squaredLength(point - start - along * share)
  }

  private static func squaredLength(_ vector: TilePosition) -> Double { (vector * vector).sum() }
}

/// A square that shapes are cut to.
struct ClipWindow {
  /// Its western and northern edge.
  var low: Double
  /// Its eastern and southern edge.
  var high: Double

  /// The part of a ring in the window (Sutherland and Hodgman), with edges along it where the ring
  /// was cut.
  func ring(_ ring: [TilePosition]) -> [TilePosition] {
    var points = ring
    for axis in 0...1 {
      points = cut(points, axis, at: low, keepsAbove: true)
      points = cut(points, axis, at: high, keepsAbove: false)
    }
    return points
  }

  /// The parts of a line in the window.
  func lines(_ line: [TilePosition]) -> [[TilePosition]] {
    var lines: [[TilePosition]] = []
    var isOpen = false
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (first, last) = inside(start, end) else { isOpen = false; continue }
      if isOpen, first == 0 {
        lines[lines.count - 1].append(start + (end - start) * last)
      } else {
        lines.append([start + (end - start) * first, start + (end - start) * last])
      }
      isOpen = last == 1
    }
    return lines
  }

  private func cut(
    _ points: [TilePosition], _ axis: Int, at edge: Double, keepsAbove: Bool
  ) -> [TilePosition] {
    guard var last = points.last else { return [] }
    var kept: [TilePosition] = []
    func isIn(_ point: TilePosition) -> Bool {
      keepsAbove ? point[axis] >= edge : point[axis] <= edge
    }
    for point in points {
      if isIn(point) != isIn(last) {
        let share = (edge - last[axis]) / (point[axis] - last[axis])
        var crossing = last + (point - last) * share
        crossing[axis] = edge
        kept.append(crossing)
      }
      if isIn(point) { kept.append(point) }
      last = point
    }
    return kept
  }

  /// The shares of a stretch at which it enters and leaves the window (Liang and Barsky).
  private func inside(_ start: TilePosition, _ end: TilePosition) -> (Double, Double)? {
    let along = end - start
    var (first, last) = (0.0, 1.0)
    for axis in 0...1 {
      if along[axis] == 0 {
        guard (low...high).contains(start[axis]) else { return nil }
        continue
      }
      let shares = ((low - start[axis]) / along[axis], (high - start[axis]) / along[axis])
      first = max(first, min(shares.0, shares.1))
      last = min(last, max(shares.0, shares.1))
    }
    return first < last ? (first, last) : nil
  }
}
