public import Geo

/// A ride, as Fleet Engine tells of it.
///
/// Source: contract 1.2.
public struct Trip: Sendable, Hashable, Codable {
  /// The full name.
  public var name: TripName?
  /// The id of the vehicle that drives it; nil while there is none.
  public var vehicleID: String?
  /// How far it is.
  public var status: TripStatus
  /// Whether it shares its vehicle.
  public var type: TripType
  /// Where it is to begin.
  public var pickupPoint: TerminalLocation?
  /// Where and when it began.
  public var actualPickupPoint: StopLocation?
  /// Where and when the vehicle came to its beginning.
  public var actualPickupArrivalPoint: StopLocation?
  /// When it is expected to begin, or began.
  public var pickupTime: Timestamp?
  /// Its stops on the way, in their order.
  public var intermediateDestinations: [TerminalLocation]
  /// When the list of stops last changed.
  public var intermediateDestinationsVersion: Timestamp?
  /// The index of the next or present stop.
  public var intermediateDestinationIndex: Int
  /// Where and when the vehicle came to the stops.
  public var actualIntermediateDestinationArrivalPoints: [StopLocation]
  /// Where and when the vehicle left the stops.
  public var actualIntermediateDestinations: [StopLocation]
  /// Where it is to end.
  public var dropoffPoint: TerminalLocation?
  /// Where and when it ended.
  public var actualDropoffPoint: StopLocation?
  /// When it is expected to end, or ended.
  public var dropoffTime: Timestamp?
  /// What the vehicle still visits up to this trip's drop-off, for other trips too.
  public var remainingWaypoints: [TripWaypoint]
  /// The order of all waypoints of the vehicle; never in the answer of a get.
  public var vehicleWaypoints: [TripWaypoint]
  /// The path from the vehicle to the first remaining waypoint; nil where the answer has none.
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
  /// When the vehicle is expected at the first remaining waypoint.
  public var etaToFirstWaypoint: Timestamp?
  /// The time from the answer to that moment.
  public var remainingTimeToFirstWaypoint: Duration?
  /// When the list of waypoints last changed.
  public var remainingWaypointsVersion: Timestamp?
  /// When the paths between the waypoints last changed.
  public var remainingWaypointsRouteVersion: Timestamp?
  /// Passengers without the driver.
  public var numberOfPassengers: Int
  /// Where the vehicle last was.
  public var lastLocation: VehicleLocation?
  /// Whether that place can be moved onto the path.
  public var isLastLocationSnappable: Bool
  /// The set of fields that the server was asked for.
  public var view: TripView
  /// What the provider says of it, each under a key of its own.
  public var attributes: [TripAttribute]

  /// Creates a value from its fields, by default without any.
  public init(
    name: TripName? = nil,
    vehicleID: String? = nil,
    status: TripStatus = .unspecified,
    type: TripType = .unspecified,
    pickupPoint: TerminalLocation? = nil,
    actualPickupPoint: StopLocation? = nil,
    actualPickupArrivalPoint: StopLocation? = nil,
    pickupTime: Timestamp? = nil,
    intermediateDestinations: [TerminalLocation] = [],
    intermediateDestinationsVersion: Timestamp? = nil,
    intermediateDestinationIndex: Int = 0,
    actualIntermediateDestinationArrivalPoints: [StopLocation] = [],
    actualIntermediateDestinations: [StopLocation] = [],
    dropoffPoint: TerminalLocation? = nil,
    actualDropoffPoint: StopLocation? = nil,
    dropoffTime: Timestamp? = nil,
    remainingWaypoints: [TripWaypoint] = [],
    vehicleWaypoints: [TripWaypoint] = [],
    route: [Coordinate]? = nil,
    currentRouteSegmentVersion: Timestamp? = nil,
    currentRouteSegmentTraffic: TrafficPolyline? = nil,
    currentRouteSegmentTrafficVersion: Timestamp? = nil,
    currentRouteSegmentEndPoint: TripWaypoint? = nil,
    remainingDistanceMeters: Int? = nil,
    etaToFirstWaypoint: Timestamp? = nil,
    remainingTimeToFirstWaypoint: Duration? = nil,
    remainingWaypointsVersion: Timestamp? = nil,
    remainingWaypointsRouteVersion: Timestamp? = nil,
    numberOfPassengers: Int = 0,
    lastLocation: VehicleLocation? = nil,
    isLastLocationSnappable: Bool = false,
    view: TripView = .unspecified,
    attributes: [TripAttribute] = []
  ) {
    self.name = name
    self.vehicleID = vehicleID
    self.status = status
    self.type = type
    self.pickupPoint = pickupPoint
    self.actualPickupPoint = actualPickupPoint
    self.actualPickupArrivalPoint = actualPickupArrivalPoint
    self.pickupTime = pickupTime
    self.intermediateDestinations = intermediateDestinations
    self.intermediateDestinationsVersion = intermediateDestinationsVersion
    self.intermediateDestinationIndex = intermediateDestinationIndex
    self.actualIntermediateDestinationArrivalPoints = actualIntermediateDestinationArrivalPoints
    self.actualIntermediateDestinations = actualIntermediateDestinations
    self.dropoffPoint = dropoffPoint
    self.actualDropoffPoint = actualDropoffPoint
    self.dropoffTime = dropoffTime
    self.remainingWaypoints = remainingWaypoints
    self.vehicleWaypoints = vehicleWaypoints
    self.route = route
    self.currentRouteSegmentVersion = currentRouteSegmentVersion
    self.currentRouteSegmentTraffic = currentRouteSegmentTraffic
    self.currentRouteSegmentTrafficVersion = currentRouteSegmentTrafficVersion
    self.currentRouteSegmentEndPoint = currentRouteSegmentEndPoint
    self.remainingDistanceMeters = remainingDistanceMeters
    self.etaToFirstWaypoint = etaToFirstWaypoint
    self.remainingTimeToFirstWaypoint = remainingTimeToFirstWaypoint
    self.remainingWaypointsVersion = remainingWaypointsVersion
    self.remainingWaypointsRouteVersion = remainingWaypointsRouteVersion
    self.numberOfPassengers = numberOfPassengers
    self.lastLocation = lastLocation
    self.isLastLocationSnappable = isLastLocationSnappable
    self.view = view
    self.attributes = attributes
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    name = fields.text("name").flatMap { try? TripName(parsing: $0) }
    vehicleID = fields.text("vehicleId")
    status = fields.enumeration("tripStatus")
    type = fields.enumeration("tripType")
    pickupPoint = fields.value("pickupPoint")
    actualPickupPoint = fields.value("actualPickupPoint")
    actualPickupArrivalPoint = fields.value("actualPickupArrivalPoint")
    pickupTime = fields.timestamp("pickupTime")
    intermediateDestinations = fields.list("intermediateDestinations")
    intermediateDestinationsVersion = fields.timestamp("intermediateDestinationsVersion")
    intermediateDestinationIndex = fields.integer("intermediateDestinationIndex") ?? 0
    actualIntermediateDestinationArrivalPoints = fields.list(
      "actualIntermediateDestinationArrivalPoints"
    )
    actualIntermediateDestinations = fields.list("actualIntermediateDestinations")
    dropoffPoint = fields.value("dropoffPoint")
    actualDropoffPoint = fields.value("actualDropoffPoint")
    dropoffTime = fields.timestamp("dropoffTime")
    remainingWaypoints = fields.list("remainingWaypoints")
    vehicleWaypoints = fields.list("vehicleWaypoints")
    route = fields.path(list: "route", encoded: "currentRouteSegment")
    currentRouteSegmentVersion = fields.timestamp("currentRouteSegmentVersion")
    currentRouteSegmentTraffic = fields.value("currentRouteSegmentTraffic")
    currentRouteSegmentTrafficVersion = fields.timestamp("currentRouteSegmentTrafficVersion")
    currentRouteSegmentEndPoint = fields.value("currentRouteSegmentEndPoint")
    remainingDistanceMeters = fields.integer("remainingDistanceMeters")
    etaToFirstWaypoint = fields.timestamp("etaToFirstWaypoint")
    remainingTimeToFirstWaypoint = fields.duration("remainingTimeToFirstWaypoint")
    remainingWaypointsVersion = fields.timestamp("remainingWaypointsVersion")
    remainingWaypointsRouteVersion = fields.timestamp("remainingWaypointsRouteVersion")
    numberOfPassengers = fields.integer("numberOfPassengers") ?? 0
    lastLocation = fields.value("lastLocation")
    isLastLocationSnappable = fields.flag("lastLocationSnappable") ?? false
    view = fields.enumeration("view")
    attributes = fields.list("attributes")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("name", name?.description)
    try writer.write("vehicleId", vehicleID)
    try writer.write("tripStatus", status)
    try writer.write("tripType", type)
    try writer.write("pickupPoint", pickupPoint)
    try writer.write("actualPickupPoint", actualPickupPoint)
    try writer.write("actualPickupArrivalPoint", actualPickupArrivalPoint)
    try writer.write("pickupTime", pickupTime)
    try writer.write(list: "intermediateDestinations", intermediateDestinations)
    try writer.write("intermediateDestinationsVersion", intermediateDestinationsVersion)
    try writer.write("intermediateDestinationIndex", intermediateDestinationIndex, unless: 0)
    try writer.write(
      list: "actualIntermediateDestinationArrivalPoints",
      actualIntermediateDestinationArrivalPoints
    )
    try writer.write(list: "actualIntermediateDestinations", actualIntermediateDestinations)
    try writer.write("dropoffPoint", dropoffPoint)
    try writer.write("actualDropoffPoint", actualDropoffPoint)
    try writer.write("dropoffTime", dropoffTime)
    try writer.write(list: "remainingWaypoints", remainingWaypoints)
    try writer.write(list: "vehicleWaypoints", vehicleWaypoints)
    try writer.write(
      path: route,
      list: "route",
      encoded: "currentRouteSegment",
      format: encoder.routeFormat
    )
    try writer.write("currentRouteSegmentVersion", currentRouteSegmentVersion)
    try writer.write("currentRouteSegmentTraffic", currentRouteSegmentTraffic)
    try writer.write("currentRouteSegmentTrafficVersion", currentRouteSegmentTrafficVersion)
    try writer.write("currentRouteSegmentEndPoint", currentRouteSegmentEndPoint)
    try writer.write("remainingDistanceMeters", remainingDistanceMeters)
    try writer.write("etaToFirstWaypoint", etaToFirstWaypoint)
    try writer.write("remainingTimeToFirstWaypoint", remainingTimeToFirstWaypoint)
    try writer.write("remainingWaypointsVersion", remainingWaypointsVersion)
    try writer.write("remainingWaypointsRouteVersion", remainingWaypointsRouteVersion)
    try writer.write("numberOfPassengers", numberOfPassengers, unless: 0)
    try writer.write("lastLocation", lastLocation)
    try writer.write("lastLocationSnappable", isLastLocationSnappable, unless: false)
    try writer.write("view", view)
    try writer.write(list: "attributes", attributes)
  }
}
