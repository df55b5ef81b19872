public import Geo

/// The traffic along a path, with its own path that is denser than the route.
///
/// See docs/protocol.md, "Traffic", consumable traffic polyline.
public struct TrafficPolyline: FleetEngineMessage, WireMessage {
  /// The path that the intervals' indices refer to.
  public var path: [Coordinate] = []
  /// The parts of the path; decoding clamps them to it and drops those outside.
  public var intervals: [SpeedReadingInterval] = []

  /// The message's fields.
  package static let wireFields = WireTable<TrafficPolyline>(
    "ConsumableTrafficPolyline",
    [
      .messages(1, "speedReadingInterval", \.intervals),
      .encodedPath(2, "encodedPathToWaypoint", \.anyPath, hasList: false),
    ],
    finish: { $0.dropIntervalsOutsidePath() }
  )

  /// The path; nil if it is empty, because the wire leaves out an empty path.
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

/// A part of a traffic path with uniform speed.
///
/// See docs/protocol.md, "Traffic".
public struct SpeedReadingInterval: FleetEngineMessage, WireMessage {
  /// The first point's index in the traffic path.
  public var startIndex: Int = 0
  /// The last point's index in the traffic path, shared with the next interval.
  public var endIndex: Int = 0
  /// The speed of the traffic.
  public var speed: SpeedReading = .unspecified

  /// The message's fields.
  package static let wireFields = WireTable<SpeedReadingInterval>(
    "SpeedReadingInterval",
    [
      .value(1, "startPolylinePointIndex", \.startIndex),
      .value(2, "endPolylinePointIndex", \.endIndex),
      .choice(3, "speed", \.speed),
    ])

  /// Creates a message without fields.
  public init() {}

  /// Creates an interval.
  public init(startIndex: Int, endIndex: Int, speed: SpeedReading) {
    self.startIndex = startIndex
    self.endIndex = endIndex
    self.speed = speed
  }
}

/// The speed of traffic on a part of a path.
///
/// See docs/protocol.md, "Enumerations".
public enum SpeedReading: FleetEngineEnum {
  case normal, slow, trafficJam
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.normal, "NORMAL", 1), KnownValue(.slow, "SLOW", 2),
    KnownValue(.trafficJam, "TRAFFIC_JAM", 3),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "SPEED_UNSPECIFIED"

  /// The name in protocol buffers.
  public static let typeName = "SpeedReadingInterval.Speed"
}
