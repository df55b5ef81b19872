public import Geo

/// The traffic along a path, on a path of its own that is denser than the route.
///
/// Source: contract 1.5, consumable traffic polyline.
public struct TrafficPolyline: WireMessage {
  /// The path that the intervals' indices count on.
  public var path: [Coordinate] = []
  /// The parts of the path; those outside it are dropped, those that reach beyond it are cut.
  public var intervals: [SpeedReadingInterval] = []

  /// The message's fields.
  public static let wireFields = WireTable<TrafficPolyline>(
    [
      .messages("speedReadingInterval", \.intervals),
      .encodedPath("encodedPathToWaypoint", \.anyPath, hasList: false),
    ],
    finish: { $0.dropIntervalsOutsidePath() }
  )

  /// The path; nil for an empty one, which the wire leaves out.
  private var anyPath: [Coordinate]? {
    get { path.isEmpty ? nil : path }
    set { path = newValue ?? [] }
  }

  private mutating func dropIntervalsOutsidePath() {
    intervals = intervals.compactMap { reading in
      let start = max(0, reading.startIndex)
      let end = min(path.count - 1, reading.endIndex)
      guard start < end else { return nil }
      return SpeedReadingInterval(startIndex: start, endIndex: end, speed: reading.speed)
    }
  }

  /// Creates a message without fields.
  public init() {}

  /// Creates traffic along a path.
  public init(path: [Coordinate], intervals: [SpeedReadingInterval]) {
    self.path = path
    self.intervals = intervals
  }
}
