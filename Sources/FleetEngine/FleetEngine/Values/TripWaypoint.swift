public import Geo

/// A place that a vehicle will visit for one of its trips.
///
/// See docs/protocol.md, "Waypoints and terminal locations".
public struct TripWaypoint: FleetEngineMessage, WireMessage {
  /// The place.
  public var location: TerminalLocation?
  /// The ID of the trip that the waypoint belongs to.
  public var tripID: String?
  /// The purpose of the waypoint.
  public var type: WaypointType = .unspecified
  /// The path from the previous waypoint, or from the vehicle for the first.
  public var path: [Coordinate]?
  /// The traffic along that path.
  public var traffic: TrafficPolyline?
  /// The length of that path in meters; undefined for the first waypoint.
  public var distanceMeters: Int?
  /// When the vehicle should arrive; undefined for the first waypoint.
  public var eta: Timestamp?
  /// The travel time from the previous waypoint; undefined for the first.
  public var duration: Duration?

  /// The message's fields.
  package static let wireFields = WireTable<TripWaypoint>(
    "TripWaypoint",
    [
      .message(1, "location", \.location), .optional(2, "tripId", \.tripID),
      .choice(3, "waypointType", \.type), .points(4, "pathToWaypoint", \.path),
      .encodedPath(5, "encodedPathToWaypoint", \.path, hasList: true),
      .message(10, "trafficToWaypoint", \.traffic),
      .optional(6, "distanceMeters", \.distanceMeters),
      .optional(7, "eta", \.eta), .optional(8, "duration", \.duration),
    ]
  )

  /// Creates a message without fields.
  public init() {}

  /// Creates a value from its fields, by default without any.
  public init(
    location: TerminalLocation? = nil, tripID: String? = nil, type: WaypointType = .unspecified,
    path: [Coordinate]? = nil, traffic: TrafficPolyline? = nil, distanceMeters: Int? = nil,
    eta: Timestamp? = nil, duration: Duration? = nil
  ) {
    self.location = location
    self.tripID = tripID
    self.type = type
    self.path = path
    self.traffic = traffic
    self.distanceMeters = distanceMeters
    self.eta = eta
    self.duration = duration
  }
}

/// The purpose of a waypoint.
///
/// See docs/protocol.md, "Enumerations".
public enum WaypointType: FleetEngineEnum {
  case pickup, dropoff, intermediateDestination
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.pickup, "PICKUP_WAYPOINT_TYPE", 1),
    KnownValue(.dropoff, "DROP_OFF_WAYPOINT_TYPE", 2),
    KnownValue(.intermediateDestination, "INTERMEDIATE_DESTINATION_WAYPOINT_TYPE", 3),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_WAYPOINT_TYPE"
}
