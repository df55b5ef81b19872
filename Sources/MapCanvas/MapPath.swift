public import Geo

/// A path prepared for drawing: projected once, with what is needed to skip the parts out of sight.
///
/// Make one per route and keep it; drawing takes no trigonometry then.
public struct MapPath: Sendable, Hashable {
  /// The segments that share one bounding box.
  static let runLength = 64

  /// The part of the world's map that some segments cover.
  struct Box: Sendable, Hashable {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    mutating func include(_ point: WorldPoint) {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
  }

  /// The points on the world's map, in one piece across the antimeridian.
  let points: [WorldPoint]
  /// The way from the start to each point, in world widths.
  let distances: [Double]
  /// The boxes of each ``runLength`` segments.
  let boxes: [Box]

  /// Projects a path.
  ///
  /// - Parameter coordinates: The path; invalid coordinates are left out.
  public init(_ coordinates: some Sequence<Coordinate>) {
    let points = WebMercator.continuous(coordinates)
    var distances: [Double] = []
    distances.reserveCapacity(points.count)
    var boxes: [Box] = []
    var total = 0.0
    for (index, point) in points.enumerated() {
      if index > 0 {
        let (x, y) = (point.x - points[index - 1].x, point.y - points[index - 1].y)
        total += (x * x + y * y).squareRoot()
      }
      distances.append(total)
      // A point where one run ends and the next begins belongs to both.
      if index > 0 { boxes[(index - 1) / Self.runLength].include(point) }
      if index % Self.runLength == 0 {
        boxes.append(Box())
        boxes[index / Self.runLength].include(point)
      }
    }
    self.points = points
    self.distances = distances
    self.boxes = boxes
  }

  /// Whether nothing is left to draw.
  public var isEmpty: Bool { points.isEmpty }
  /// The number of valid coordinates.
  public var count: Int { points.count }

  /// The middle of what the path covers on the x axis.
  var middleX: Double {
    let low = boxes.lazy.map(\.minX).min() ?? 0
    let high = boxes.lazy.map(\.maxX).max() ?? 0
    return (low + high) / 2
  }

  /// Whether two paths are the same.
  public static func == (one: MapPath, other: MapPath) -> Bool {
    one.points == other.points
  }

  /// Hashes the number of points and the ends, enough to tell routes apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(points.count)
    hasher.combine(points.first)
    hasher.combine(points.last)
  }
}
