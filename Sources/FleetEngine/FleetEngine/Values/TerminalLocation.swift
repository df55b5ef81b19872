public import Geo

/// A pickup, stop or drop-off.
///
/// See docs/protocol.md, "Waypoints and terminal locations"; the deprecated fields are read over
/// and never written.
public struct TerminalLocation: FleetEngineMessage, WireMessage {
  /// The point; the server finds one if only a place is given.
  public var point: Coordinate?
  /// The resource name of the place, `places/{place ID}`; returned only if it was given.
  public var place: String?
  /// The source of the point, set by the server.
  public var pointSource: PointSource = .unspecified

  /// The message's fields.
  package static let wireFields = WireTable<TerminalLocation>(
    "TerminalLocation",
    [
      .optional(1, "point", \.point), .optional(nil, "place", \.place),
      .choice(nil, "pointLocationSource", \.pointSource),
      .accepted(2, "terminalPointId", .unread(.message(terminalPointID))),
      .accepted(3, "accessPointId", .unread(.text)), .accepted(4, "tripId", .unread(.text)),
      .accepted(5, "terminalLocationType", .unread(.name(EnumNames(WaypointType.self)))),
    ])

  private static let terminalPointID = MessageSchema(
    "TerminalPointId", ["placeId": (2, .text), "generatedId": (3, .text), "value": (4, .text)])

  /// Creates a message without fields.
  public init() {}

  /// Creates a location from a point, a place or both.
  public init(point: Coordinate?, place: String? = nil, pointSource: PointSource = .unspecified) {
    self.point = point
    self.place = place
    self.pointSource = pointSource
  }
}

/// The source of a location's point.
///
/// See docs/protocol.md, "Waypoints and terminal locations".
public enum PointSource: FleetEngineEnum {
  /// The client gave the point.
  case developerProvided
  /// The server found the point from the place.
  case calculatedFromPlace
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.developerProvided, "POINT_SOURCE_DEVELOPER_PROVIDED", 1),
    KnownValue(.calculatedFromPlace, "POINT_SOURCE_CALCULATED_FROM_PLACE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "POINT_SOURCE_UNSPECIFIED"
}

/// The actual place and time of a vehicle's stop for a trip.
///
/// See docs/protocol.md, "Trip".
public struct StopLocation: FleetEngineMessage, WireMessage {
  /// The place.
  public var point: Coordinate?
  /// When the vehicle was there.
  public var timestamp: Timestamp?

  /// The message's fields.
  package static let wireFields = WireTable<StopLocation>(
    "StopLocation",
    [
      .optional(1, "point", \.point), .optional(2, "timestamp", \.timestamp),
      .accepted(3, "stopTime", .moment),
    ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a stop.
  public init(point: Coordinate?, timestamp: Timestamp? = nil) {
    self.point = point
    self.timestamp = timestamp
  }
}
