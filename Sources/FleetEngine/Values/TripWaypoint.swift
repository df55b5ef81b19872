public import Geo

/// A place that a vehicle is still to visit, for one of its trips.
///
/// Source: contract 1.3.
public struct TripWaypoint: Sendable, Hashable, Codable {
  /// The place.
  public var location: TerminalLocation?
  /// The id of the trip that it belongs to.
  public var tripID: String?
  /// What happens there.
  public var type: WaypointType
  /// The path from the waypoint before it, or from the vehicle for the first.
  public var path: [Coordinate]?
  /// The traffic along that path.
  public var traffic: TrafficPolyline?
  /// The length of that path in metres; undefined for the first waypoint.
  public var distanceMeters: Int?
  /// When the vehicle is expected; undefined for the first waypoint.
  public var eta: Timestamp?
  /// The travel time from the waypoint before it; undefined for the first.
  public var duration: Duration?

  /// Creates a value from its fields, by default without any.
  public init(
    location: TerminalLocation? = nil,
    tripID: String? = nil,
    type: WaypointType = .unspecified,
    path: [Coordinate]? = nil,
    traffic: TrafficPolyline? = nil,
    distanceMeters: Int? = nil,
    eta: Timestamp? = nil,
    duration: Duration? = nil
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

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    location = fields.value("location")
    tripID = fields.text("tripId")
    type = fields.enumeration("waypointType")
    path = fields.path(list: "pathToWaypoint", encoded: "encodedPathToWaypoint")
    traffic = fields.value("trafficToWaypoint")
    distanceMeters = fields.integer("distanceMeters")
    eta = fields.timestamp("eta")
    duration = fields.duration("duration")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("location", location)
    try writer.write("tripId", tripID)
    try writer.write("waypointType", type)
    try writer.write(
      path: path,
      list: "pathToWaypoint",
      encoded: "encodedPathToWaypoint",
      format: encoder.routeFormat
    )
    try writer.write("trafficToWaypoint", traffic)
    try writer.write("distanceMeters", distanceMeters)
    try writer.write("eta", eta)
    try writer.write("duration", duration)
  }
}
