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

  /// The path with as many points as some zooms can tell apart.
  struct Level: Sendable {
    /// The points on the world's map, in one piece across the antimeridian.
    let points: [WorldPoint]
    /// The distance along the whole path from its start to each point, in world widths.
    let distances: [Double]
    /// The boxes of each ``MapPath/runLength`` segments.
    let boxes: [Box]
    /// How near to a point the ones after it were left out, in world widths; 0 for none.
    let tolerance: Double

    init(points: [WorldPoint], distances: [Double], tolerance: Double) {
      self.points = points
      self.distances = distances
      self.tolerance = tolerance
      var boxes: [Box] = []
      boxes.reserveCapacity(points.count / MapPath.runLength + 1)
      for (index, point) in points.enumerated() {
        // A point where one run ends and the next begins belongs to both.
        if index > 0 { boxes[(index - 1) / MapPath.runLength].include(point) }
        if index % MapPath.runLength == 0 {
          boxes.append(Box())
          boxes[index / MapPath.runLength].include(point)
        }
      }
      self.boxes = boxes
    }

    /// The level without the points that lie near to the one kept before them; the last one stays.
    func thinned(tolerance: Double) -> Level {
      var (kept, keptDistances): ([WorldPoint], [Double]) = ([], [])
      for (index, point) in points.enumerated() {
        if let last = kept.last, index < points.count - 1, abs(point.x - last.x) < tolerance,
          abs(point.y - last.y) < tolerance
        {
          continue
        }
        kept.append(point)
        keptDistances.append(distances[index])
      }
      return Level(points: kept, distances: keptDistances, tolerance: tolerance)
    }
  }

  /// The fewest points of a path for which it pays to have more than one level.
  private static let fewestForLevels = 2_048

  /// The levels from the finest, which has all points, to the coarsest.
  let levels: [Level]

  /// The points on the world's map, in one piece across the antimeridian.
  var points: [WorldPoint] { levels[0].points }

  /// Projects the valid coordinates of a path.
  public init(_ coordinates: some Sequence<Coordinate>) {
    let points = WebMercator.continuous(coordinates)
    var distances: [Double] = []
    distances.reserveCapacity(points.count)
    var total = 0.0
    for (index, point) in points.enumerated() {
      if index > 0 {
        let (x, y) = (point.x - points[index - 1].x, point.y - points[index - 1].y)
        total += (x * x + y * y).squareRoot()
      }
      distances.append(total)
    }
    var levels = [Level(points: points, distances: distances, tolerance: 0)]
    // Each level leaves out what half a dot hides at a quarter of the zoom before it.
    var tolerance = total / Double(max(1, points.count))
    while let last = levels.last, last.points.count >= Self.fewestForLevels, tolerance > 0 {
      tolerance *= 4
      let next = last.thinned(tolerance: tolerance)
      if next.points.count * 2 <= last.points.count { levels.append(next) }
      if tolerance > 1 { break }
    }
    self.levels = levels
  }

  /// The coarsest level whose left out points are hidden by half a dot.
  func level(dotsPerWorld: Double) -> Level {
    levels.last { $0.tolerance * dotsPerWorld <= 0.5 } ?? levels[0]
  }

  /// Whether nothing is left to draw.
  public var isEmpty: Bool { points.isEmpty }
  /// The number of valid coordinates.
  public var count: Int { points.count }

  /// The middle of what the path covers on the x axis.
  var middleX: Double {
    let low = levels[0].boxes.lazy.map(\.minX).min() ?? 0
    let high = levels[0].boxes.lazy.map(\.maxX).max() ?? 0
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
