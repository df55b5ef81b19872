public import Geo

/// Where a vehicle is, how it moves and how well that is known.
///
/// Source: contract 1.4.
public struct VehicleLocation: Sendable, Hashable, Codable {
  /// The place.
  public var location: Coordinate?
  /// The radius in metres within which the place is true.
  public var latlngAccuracy: Double?
  /// Degrees clockwise from north, in 0..<360.
  public var heading: Int?
  /// The accuracy of the heading in degrees.
  public var headingAccuracy: Double?
  /// Metres above WGS84.
  public var altitude: Double?
  /// The accuracy of the altitude in metres.
  public var altitudeAccuracy: Double?
  /// Metres per second; small negative values occur.
  public var speed: Double?
  /// The accuracy of the speed in metres per second.
  public var speedAccuracy: Double?
  /// When the sensor measured it.
  public var updateTime: Timestamp?
  /// When the server received it.
  public var serverTime: Timestamp?
  /// Where it comes from.
  public var sensor: LocationSensor
  /// Whether it was moved onto a road.
  public var isRoadSnapped: Bool?
  /// Whether the satellite receiver is on.
  public var isGPSSensorEnabled: Bool?
  /// Seconds since the location changed, 0 when it is first sent.
  public var timeSinceUpdateSeconds: Int?
  /// The place before it was moved onto a road.
  public var rawLocation: Coordinate?
  /// When the raw place was measured.
  public var rawLocationTime: Timestamp?
  /// Where the raw place comes from.
  public var rawLocationSensor: LocationSensor
  /// The radius in metres within which the raw place is true.
  public var rawLocationAccuracy: Double?
  /// A place from a second source of the provider.
  public var supplementalLocation: Coordinate?
  /// When the second source measured it.
  public var supplementalLocationTime: Timestamp?
  /// What the second source is.
  public var supplementalLocationSensor: LocationSensor
  /// The radius in metres within which the second place is true.
  public var supplementalLocationAccuracy: Double?

  /// Creates a value from its fields, by default without any.
  public init(
    location: Coordinate? = nil,
    latlngAccuracy: Double? = nil,
    heading: Int? = nil,
    headingAccuracy: Double? = nil,
    altitude: Double? = nil,
    altitudeAccuracy: Double? = nil,
    speed: Double? = nil,
    speedAccuracy: Double? = nil,
    updateTime: Timestamp? = nil,
    serverTime: Timestamp? = nil,
    sensor: LocationSensor = .unspecified,
    isRoadSnapped: Bool? = nil,
    isGPSSensorEnabled: Bool? = nil,
    timeSinceUpdateSeconds: Int? = nil,
    rawLocation: Coordinate? = nil,
    rawLocationTime: Timestamp? = nil,
    rawLocationSensor: LocationSensor = .unspecified,
    rawLocationAccuracy: Double? = nil,
    supplementalLocation: Coordinate? = nil,
    supplementalLocationTime: Timestamp? = nil,
    supplementalLocationSensor: LocationSensor = .unspecified,
    supplementalLocationAccuracy: Double? = nil
  ) {
    self.location = location
    self.latlngAccuracy = latlngAccuracy
    self.heading = heading
    self.headingAccuracy = headingAccuracy
    self.altitude = altitude
    self.altitudeAccuracy = altitudeAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.updateTime = updateTime
    self.serverTime = serverTime
    self.sensor = sensor
    self.isRoadSnapped = isRoadSnapped
    self.isGPSSensorEnabled = isGPSSensorEnabled
    self.timeSinceUpdateSeconds = timeSinceUpdateSeconds
    self.rawLocation = rawLocation
    self.rawLocationTime = rawLocationTime
    self.rawLocationSensor = rawLocationSensor
    self.rawLocationAccuracy = rawLocationAccuracy
    self.supplementalLocation = supplementalLocation
    self.supplementalLocationTime = supplementalLocationTime
    self.supplementalLocationSensor = supplementalLocationSensor
    self.supplementalLocationAccuracy = supplementalLocationAccuracy
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    location = fields.coordinate("location")
    latlngAccuracy = fields.number("latlngAccuracy")
    heading = fields.integer("heading")
    headingAccuracy = fields.number("headingAccuracy")
    altitude = fields.number("altitude")
    altitudeAccuracy = fields.number("altitudeAccuracy")
    speed = fields.number("speed")
    speedAccuracy = fields.number("speedAccuracy")
    updateTime = fields.timestamp("updateTime")
    serverTime = fields.timestamp("serverTime")
    sensor = fields.enumeration("locationSensor")
    isRoadSnapped = fields.flag("isRoadSnapped")
    isGPSSensorEnabled = fields.flag("isGpsSensorEnabled")
    timeSinceUpdateSeconds = fields.integer("timeSinceUpdate")
    rawLocation = fields.coordinate("rawLocation")
    rawLocationTime = fields.timestamp("rawLocationTime")
    rawLocationSensor = fields.enumeration("rawLocationSensor")
    rawLocationAccuracy = fields.number("rawLocationAccuracy")
    supplementalLocation = fields.coordinate("supplementalLocation")
    supplementalLocationTime = fields.timestamp("supplementalLocationTime")
    supplementalLocationSensor = fields.enumeration("supplementalLocationSensor")
    supplementalLocationAccuracy = fields.number("supplementalLocationAccuracy")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("location", location)
    try writer.write("latlngAccuracy", latlngAccuracy)
    try writer.write("heading", heading)
    try writer.write("headingAccuracy", headingAccuracy)
    try writer.write("altitude", altitude)
    try writer.write("altitudeAccuracy", altitudeAccuracy)
    try writer.write("speed", speed)
    try writer.write("speedAccuracy", speedAccuracy)
    try writer.write("updateTime", updateTime)
    try writer.write("serverTime", serverTime)
    try writer.write("locationSensor", sensor)
    try writer.write("isRoadSnapped", isRoadSnapped)
    try writer.write("isGpsSensorEnabled", isGPSSensorEnabled)
    try writer.write("timeSinceUpdate", timeSinceUpdateSeconds)
    try writer.write("rawLocation", rawLocation)
    try writer.write("rawLocationTime", rawLocationTime)
    try writer.write("rawLocationSensor", rawLocationSensor)
    try writer.write("rawLocationAccuracy", rawLocationAccuracy)
    try writer.write("supplementalLocation", supplementalLocation)
    try writer.write("supplementalLocationTime", supplementalLocationTime)
    try writer.write("supplementalLocationSensor", supplementalLocationSensor)
    try writer.write("supplementalLocationAccuracy", supplementalLocationAccuracy)
  }
}
