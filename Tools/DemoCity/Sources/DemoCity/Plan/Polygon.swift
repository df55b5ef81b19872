/// A simple polygon, counterclockwise, its first point not repeated.
struct Polygon {
  var points: [Point]

  init(_ points: [Point]) { self.points = points }

  var count: Int { points.count }

  func edge(_ index: Int) -> (from: Point, to: Point) {
    (points[index], points[index + 1 < points.count ? index + 1 : 0])
  }

  /// Twice the area, negative for a clockwise polygon.
  private var doubleArea: Double {
    points.indices.reduce(0) { sum, index in
      let edge = edge(index)
      return sum + edge.from.cross(edge.to)
    }
  }

  var area: Double { doubleArea / 2 }

  var perimeter: Double {
    points.indices.reduce(0) { sum, index in
      let edge = edge(index)
      return sum + edge.from.distance(to: edge.to)
    }
  }

  var centroid: Point {
    let double = doubleArea
    guard double != 0, let first = points.first else { return points.first ?? .zero }
    var sum = Point.zero
    for index in points.indices {
      let edge = edge(index)
      sum += (edge.from + edge.to - 2 * first) * (edge.from - first).cross(edge.to - first)
    }
    return first + sum / (3 * double)
  }

  func contains(_ point: Point) -> Bool {
    var isInside = false
    for index in points.indices {
      let (from, to) = edge(index)
      guard (from.y > point.y) != (to.y > point.y) else { continue }
      let x = from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
      if point.x < x { isInside.toggle() }
    }
    return isInside
  }

  /// The narrowest rectangle around the polygon that is parallel to one of its edges.
  func box() -> OrientedBox {
    var best = OrientedBox(center: centroid, axis: Point(1, 0), length: 0, width: 0)
    var smallest = Double.infinity
    for index in points.indices {
      let (from, to) = edge(index)
      let axis = (to - from).unit
      guard (to - from).squaredLength > 100 || points.count < 6 else { continue }
      var (low, high) = (Point(repeating: .infinity), Point(repeating: -.infinity))
      for point in points {
        let place = Point(point.dot(axis), point.dot(axis.left))
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
      }
      let size = high - low
      guard size.x * size.y < smallest else { continue }
      smallest = size.x * size.y
      let middle = (low + high) / 2
      let center = axis * middle.x + axis.left * middle.y
      best =
        size.x >= size.y
        ? OrientedBox(center: center, axis: axis, length: size.x, width: size.y)
        : OrientedBox(center: center, axis: axis.left, length: size.y, width: size.x)
    }
    return best
  }

  /// The polygon without points that stand out less than a tolerance from the line through their
  /// neighbors.
  func simplified(_ tolerance: Double) -> Polygon {
    var kept = points
    var index = 0
    var misses = 0
    while kept.count > 3, misses < kept.count {
      index %= kept.count
      let before = kept[(index + kept.count - 1) % kept.count]
      let after = kept[(index + 1) % kept.count]
      let along = after - before
      let off = along.length > 0 ? abs(along.cross(kept[index] - before)) / along.length : 0
      if off < tolerance {
        kept.remove(at: index)
        misses = 0
      } else {
        index += 1
        misses += 1
      }
    }
    return Polygon(kept)
  }

  /// The polygon with all edges moved inward, with as many points; nil where it does not fit.
  func inset(_ distance: Double) -> Polygon? {
    guard points.count > 2 else { return nil }
    var moved: [Point] = []
    moved.reserveCapacity(points.count)
    for index in points.indices {
      let before = points[(index + points.count - 1) % points.count]
      let after = points[(index + 1) % points.count]
      let (one, other) = ((points[index] - before).unit, (after - points[index]).unit)
      let sum = one.left + other.left
      let share = 1 + one.dot(other)
      guard share > 0.15 else { return nil }
      moved.append(points[index] + sum * (distance / share))
    }
    let result = Polygon(moved)
    for index in points.indices {
      let (old, new) = (edge(index), result.edge(index))
      guard (old.to - old.from).dot(new.to - new.from) > 0 else { return nil }
    }
    return result.area > 0 ? result : nil
  }
}

/// A rectangle at any angle.
struct OrientedBox {
  var center: Point
  /// The direction of the longer side.
  var axis: Point
  var length: Double
  var width: Double
}
