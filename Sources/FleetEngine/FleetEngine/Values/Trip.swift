public import Geo

/// A ride of one or more passengers.
///
/// See docs/protocol.md, "Trip".
public struct Trip: FleetEngineMessage, WireMessage {
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
  /// Meters left to the first remaining waypoint.
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
  package static let wireFields = WireTable<Trip>(
    "Trip",
    [
      .optional(1, "name", \.name, by: .server), .optional(2, "vehicleId", \.vehicleID),
      .choice(3, "tripStatus", \.status), .choice(4, "tripType", \.type),
      .message(5, "pickupPoint", \.pickupPoint),
      .message(22, "actualPickupPoint", \.actualPickupPoint),
      .message(32, "actualPickupArrivalPoint", \.actualPickupArrivalPoint),
      .optional(6, "pickupTime", \.pickupTime, by: .server),
      .messages(14, "intermediateDestinations", \.intermediateDestinations),
      .optional(
        25, "intermediateDestinationsVersion", \.intermediateDestinationsVersion,
        by: .serverWithCheck),
      .value(15, "intermediateDestinationIndex", \.intermediateDestinationIndex),
      .messages(
        33, "actualIntermediateDestinationArrivalPoints",
        \.actualIntermediateDestinationArrivalPoints),
      .messages(34, "actualIntermediateDestinations", \.actualIntermediateDestinations),
      .message(7, "dropoffPoint", \.dropoffPoint),
      .message(23, "actualDropoffPoint", \.actualDropoffPoint),
      .optional(8, "dropoffTime", \.dropoffTime, by: .server),
      .messages(16, "remainingWaypoints", \.remainingWaypoints, by: .server),
      .messages(20, "vehicleWaypoints", \.vehicleWaypoints),
      .points(9, "route", \.route, by: .server),
      .encodedPath(21, "currentRouteSegment", \.route, hasList: true, by: .server),
      .optional(17, "currentRouteSegmentVersion", \.currentRouteSegmentVersion, by: .server),
      .message(28, "currentRouteSegmentTraffic", \.currentRouteSegmentTraffic, by: .server),
      .optional(
        30, "currentRouteSegmentTrafficVersion", \.currentRouteSegmentTrafficVersion, by: .server),
      .message(24, "currentRouteSegmentEndPoint", \.currentRouteSegmentEndPoint, by: .server),
      .optional(12, "remainingDistanceMeters", \.remainingDistanceMeters, by: .server),
      .optional(13, "etaToFirstWaypoint", \.etaToFirstWaypoint, by: .server),
      .optional(27, "remainingTimeToFirstWaypoint", \.remainingTimeToFirstWaypoint, by: .server),
      .optional(19, "remainingWaypointsVersion", \.remainingWaypointsVersion, by: .server),
      .optional(
        29, "remainingWaypointsRouteVersion", \.remainingWaypointsRouteVersion, by: .server),
      .value(10, "numberOfPassengers", \.numberOfPassengers, by: .server),
      .message(11, "lastLocation", \.lastLocation, by: .server),
      .value(26, "lastLocationSnappable", \.isLastLocationSnappable, by: .server),
      .choice(31, "view", \.view), .messages(35, "attributes", \.attributes),
    ])

  /// Creates a message without fields.
  public init() {}
}
