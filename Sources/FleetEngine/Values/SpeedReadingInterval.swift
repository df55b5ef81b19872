/// A part of a traffic path on which traffic moves alike.
///
/// Source: contract 1.5.
public struct SpeedReadingInterval: WireMessage {
  /// The first point's index in the traffic path.
  public var startIndex: Int = 0
  /// The last point's index in the traffic path, shared with the next interval.
  public var endIndex: Int = 0
  /// How fast traffic moves.
  public var speed: SpeedReading = .unspecified

  /// The message's fields.
  public static let wireFields = WireTable<SpeedReadingInterval>([
    .value("startPolylinePointIndex", \.startIndex), .value("endPolylinePointIndex", \.endIndex),
    .choice("speed", \.speed),
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
