public import Geo

/// A path prepared for drawing, with bounding boxes that allow skipping parts out of sight.
///
/// Make one for each route and keep it, because the projection is slow.
public struct MapPath: Sendable, Hashable {
  /// The number of segments with one bounding box.
  static let runLength = 64

  /// The bounding box of some segments, in world widths.
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

  /// The path simplified for a range of zooms.
  struct Level: Sendable {
    /// The projected points, in one piece across the antimeridian.
    let points: [WorldPoint]
    /// The distance along the whole path from its start to each point, in world widths.
    let distances: [Double]
    /// The boxes of each ``MapPath/runLength`` segments.
    let boxes: [Box]
    /// The distance to a kept point within which points were removed, in world widths.
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

    /// The level without points close to the previous kept one; the last point stays.
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

  /// The fewest points for which several levels are worthwhile.
  private static let fewestForLevels = 2_048

  /// The levels from the finest, which has all points, to the coarsest.
  let levels: [Level]

  /// The projected points, in one piece across the antimeridian.
  var points: [WorldPoint] { levels[0].points }

  /// Projects the valid coordinates of a path.
  public init(_ coordinates: some Sequence<Coordinate>) {
    self.init(points: WebMercator.continuous(coordinates))
  }

  private init(points: [WorldPoint]) {
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
    // Each level removes what half a dot hides at a quarter of the previous zoom.
    var tolerance = total / Double(max(1, points.count))
    while let last = levels.last, last.points.count >= Self.fewestForLevels, tolerance > 0 {
      tolerance *= 4
      let next = last.thinned(tolerance: tolerance)
      if next.points.count * 2 <= last.points.count { levels.append(next) }
      if tolerance > 1 { break }
    }
    self.levels = levels
  }

  /// The first part of the path, with a share of its length in 0...1.
  package func beginning(share: Double) -> MapPath {
    let (points, distances) = (levels[0].points, levels[0].distances)
    let end = (distances.last ?? 0) * max(0, min(1, share))
    let count = distances.prefix { $0 <= end }.count
    var part = Array(points.prefix(count))
    if count > 0, count < points.count {
      let (from, to) = (points[count - 1], points[count])
      let done = (end - distances[count - 1]) / (distances[count] - distances[count - 1])
      part.append(
        WorldPoint(x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done))
    }
    return MapPath(points: part)
  }

  /// The coarsest level whose removed points are hidden by half a dot.
  func level(dotsPerWorld: Double) -> Level {
    levels.last { $0.tolerance * dotsPerWorld <= 0.5 } ?? levels[0]
  }

  /// Whether the path has no valid coordinates.
  public var isEmpty: Bool { points.isEmpty }
  /// The number of valid coordinates.
  public var count: Int { points.count }

  /// The x coordinate in the middle of the path's bounding box.
  var middleX: Double {
    let low = levels[0].boxes.lazy.map(\.minX).min() ?? 0
    let high = levels[0].boxes.lazy.map(\.maxX).max() ?? 0
    return (low + high) / 2
  }

  /// Compares the points.
  public static func == (one: MapPath, other: MapPath) -> Bool { one.points == other.points }

  /// Hashes the number of points and the ends, which distinguishes routes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(points.count)
    hasher.combine(points.first)
    hasher.combine(points.last)
  }
}
