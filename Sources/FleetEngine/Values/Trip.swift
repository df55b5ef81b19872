public import Geo

/// A ride of one or more passengers.
///
/// See docs/protocol.md, "Trip".
public struct Trip: WireMessage {
  /// The full name.
  public var name: TripName?
  /// The ID of the vehicle; nil before a vehicle is assigned.
  public var vehicleID: String?
  /// The trip's status.
  public var status: TripStatus = .unspecified
  /// Whether the trip shares its vehicle.
  public var type: TripType = .unspecified
  /// The planned pickup.
  public var pickupPoint: TerminalLocation?
  /// Where and when the pickup happened.
  public var actualPickupPoint: StopLocation?
  /// Where and when the vehicle arrived at the pickup.
  public var actualPickupArrivalPoint: StopLocation?
  /// The expected or actual time of the pickup.
  public var pickupTime: Timestamp?
  /// The stops between pickup and drop-off, in order.
  public var intermediateDestinations: [TerminalLocation] = []
  /// When the list of stops last changed.
  public var intermediateDestinationsVersion: Timestamp?
  /// The index of the current or next stop.
  public var intermediateDestinationIndex: Int = 0
  /// Where and when the vehicle arrived at the stops.
  public var actualIntermediateDestinationArrivalPoints: [StopLocation] = []
  /// Where and when the vehicle left the stops.
  public var actualIntermediateDestinations: [StopLocation] = []
  /// The planned drop-off.
  public var dropoffPoint: TerminalLocation?
  /// Where and when the drop-off happened.
  public var actualDropoffPoint: StopLocation?
  /// The expected or actual time of the drop-off.
  public var dropoffTime: Timestamp?
  /// The vehicle's next waypoints up to this trip's drop-off, including other trips' waypoints.
  public var remainingWaypoints: [TripWaypoint] = []
  /// All waypoints of the vehicle in order; requests only.
  public var vehicleWaypoints: [TripWaypoint] = []
  /// The path from the vehicle to the first remaining waypoint; nil if the response has none.
  public var route: [Coordinate]?
  /// When that path last changed.
  public var currentRouteSegmentVersion: Timestamp?
  /// The traffic along that path.
  public var currentRouteSegmentTraffic: TrafficPolyline?
  /// When that traffic last changed.
  public var currentRouteSegmentTrafficVersion: Timestamp?
  /// The waypoint at the end of that path.
  public var currentRouteSegmentEndPoint: TripWaypoint?
  /// Metres left to the first remaining waypoint.
  public var remainingDistanceMeters: Int?
  /// When the vehicle should arrive at the first remaining waypoint.
  public var etaToFirstWaypoint: Timestamp?
  /// The time from the response to that moment.
  public var remainingTimeToFirstWaypoint: Duration?
  /// When the list of waypoints last changed.
  public var remainingWaypointsVersion: Timestamp?
  /// When the paths between the waypoints last changed.
  public var remainingWaypointsRouteVersion: Timestamp?
  /// Passengers without the driver.
  public var numberOfPassengers: Int = 0
  /// The vehicle's last location.
  public var lastLocation: VehicleLocation?
  /// Whether the last location can be snapped to the path.
  public var isLastLocationSnappable: Bool = false
  /// The set of fields that the request asked for.
  public var view: TripView = .unspecified
  /// The provider's attributes, each with its own key.
  public var attributes: [TripAttribute] = []

  /// The message's fields.
  public static let wireFields = WireTable<Trip>([
    .optional("name", \.name, by: .server), .optional("vehicleId", \.vehicleID),
    .choice("tripStatus", \.status), .choice("tripType", \.type),
    .message("pickupPoint", \.pickupPoint), .message("actualPickupPoint", \.actualPickupPoint),
    .message("actualPickupArrivalPoint", \.actualPickupArrivalPoint),
    .optional("pickupTime", \.pickupTime, by: .server),
    .messages("intermediateDestinations", \.intermediateDestinations),
    .optional(
      "intermediateDestinationsVersion",
      \.intermediateDestinationsVersion,
      by: .server
    ),
    .value("intermediateDestinationIndex", \.intermediateDestinationIndex),
    .messages(
      "actualIntermediateDestinationArrivalPoints",
      \.actualIntermediateDestinationArrivalPoints
    ),
    .messages("actualIntermediateDestinations", \.actualIntermediateDestinations),
    .message("dropoffPoint", \.dropoffPoint), .message("actualDropoffPoint", \.actualDropoffPoint),
    .optional("dropoffTime", \.dropoffTime, by: .server),
    .messages("remainingWaypoints", \.remainingWaypoints, by: .server),
    .messages("vehicleWaypoints", \.vehicleWaypoints), .points("route", \.route, by: .server),
    .encodedPath("currentRouteSegment", \.route, hasList: true, by: .server),
    .optional("currentRouteSegmentVersion", \.currentRouteSegmentVersion, by: .server),
    .message("currentRouteSegmentTraffic", \.currentRouteSegmentTraffic, by: .server),
    .optional(
      "currentRouteSegmentTrafficVersion",
      \.currentRouteSegmentTrafficVersion,
      by: .server
    ),
    .message("currentRouteSegmentEndPoint", \.currentRouteSegmentEndPoint, by: .server),
    .optional("remainingDistanceMeters", \.remainingDistanceMeters, by: .server),
    .optional("etaToFirstWaypoint", \.etaToFirstWaypoint, by: .server),
    .optional("remainingTimeToFirstWaypoint", \.remainingTimeToFirstWaypoint, by: .server),
    .optional("remainingWaypointsVersion", \.remainingWaypointsVersion, by: .server),
    .optional("remainingWaypointsRouteVersion", \.remainingWaypointsRouteVersion, by: .server),
    .value("numberOfPassengers", \.numberOfPassengers, by: .server),
    .message("lastLocation", \.lastLocation, by: .server),
    .value("lastLocationSnappable", \.isLastLocationSnappable, by: .server),
    .choice("view", \.view), .messages("attributes", \.attributes),
  ])

  /// Creates a message without fields.
  public init() {}
}
