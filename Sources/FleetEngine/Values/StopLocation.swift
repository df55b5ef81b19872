public import Geo

/// Where and when a vehicle really stopped for a trip.
///
/// Source: contract 1.2.
public struct StopLocation: WireMessage {
  /// The place.
  public var point: Coordinate?
  /// When the vehicle was there.
  public var timestamp: Timestamp?

  /// The message's fields.
  public static let wireFields = WireTable<StopLocation>([
    .optional("point", \.point), .optional("timestamp", \.timestamp),
    .accepted("stopTime", .moment),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a stop.
  public init(point: Coordinate?, timestamp: Timestamp? = nil) {
    self.point = point
    self.timestamp = timestamp
  }
}
