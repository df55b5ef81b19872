public import Geo

/// A vehicle's location, movement and their accuracy.
///
/// See docs/protocol.md, "Vehicle location".
public struct VehicleLocation: FleetEngineMessage, WireMessage {
  /// The position.
  public var location: Coordinate?
  /// The accuracy of the position, a radius in meters.
  public var latlngAccuracy: Double?
  /// Degrees clockwise from north, in 0..<360.
  public var heading: Int?
  /// The accuracy of the heading in degrees.
  public var headingAccuracy: Double?
  /// Meters above WGS84.
  public var altitude: Double?
  /// The accuracy of the altitude in meters.
  public var altitudeAccuracy: Double?
  /// Meters per second; small negative values occur.
  public var speed: Double?
  /// The accuracy of the speed in meters per second.
  public var speedAccuracy: Double?
  /// When the sensor measured the position.
  public var updateTime: Timestamp?
  /// When the server received the position.
  public var serverTime: Timestamp?
  /// The source of the position.
  public var sensor: LocationSensor = .unspecified
  /// Whether the position was snapped to a road.
  public var isRoadSnapped: Bool?
  /// Whether the satellite receiver is on.
  public var isGPSSensorEnabled: Bool?
  /// Seconds since the position changed, 0 when it is first sent.
  public var timeSinceUpdateSeconds: Int?
  /// The position before it was snapped to a road.
  public var rawLocation: Coordinate?
  /// When the raw position was measured.
  public var rawLocationTime: Timestamp?
  /// The source of the raw position.
  public var rawLocationSensor: LocationSensor = .unspecified
  /// The accuracy of the raw position, a radius in meters.
  public var rawLocationAccuracy: Double?
  /// A position from a second source of the provider.
  public var supplementalLocation: Coordinate?
  /// When the second source measured it.
  public var supplementalLocationTime: Timestamp?
  /// The second source.
  public var supplementalLocationSensor: LocationSensor = .unspecified
  /// The accuracy of the second position, a radius in meters.
  public var supplementalLocationAccuracy: Double?

  /// The message's fields.
  package static let wireFields = WireTable<VehicleLocation>(
    "VehicleLocation",
    [
      .optional(1, "location", \.location), .optional(22, "latlngAccuracy", \.latlngAccuracy),
      .optional(2, "heading", \.heading), .optional(23, "headingAccuracy", \.headingAccuracy),
      .optional(5, "altitude", \.altitude), .optional(24, "altitudeAccuracy", \.altitudeAccuracy),
      .optional(6, "speed", \.speed), .optional(7, "speedAccuracy", \.speedAccuracy),
      .optional(4, "updateTime", \.updateTime),
      .optional(13, "serverTime", \.serverTime, by: .server),
      .choice(11, "locationSensor", \.sensor), .optional(27, "isRoadSnapped", \.isRoadSnapped),
      .optional(12, "isGpsSensorEnabled", \.isGPSSensorEnabled),
      .optional(14, "timeSinceUpdate", \.timeSinceUpdateSeconds),
      .optional(16, "rawLocation", \.rawLocation),
      .optional(17, "rawLocationTime", \.rawLocationTime),
      .choice(28, "rawLocationSensor", \.rawLocationSensor),
      .optional(25, "rawLocationAccuracy", \.rawLocationAccuracy),
      .optional(18, "supplementalLocation", \.supplementalLocation),
      .optional(19, "supplementalLocationTime", \.supplementalLocationTime),
      .choice(20, "supplementalLocationSensor", \.supplementalLocationSensor),
      .optional(21, "supplementalLocationAccuracy", \.supplementalLocationAccuracy),
      // Only Android sends these, and no server returns them.
      .accepted(29, "flpLocation", Coordinate.fieldType), .accepted(30, "flpUpdateTime", .moment),
      .accepted(31, "flpLatlngAccuracyMeters", .wrapped(.number())),
      .accepted(32, "flpHeadingDegrees", .wrapped(.integer)),
      .accepted(15, "numStaleUpdates", .wrapped(.integer)),
      .accepted(8, "horizontalAccuracy", .wrapped(.number()), successor: .init("latlngAccuracy")),
      .accepted(10, "bearingAccuracy", .wrapped(.number()), successor: .init("headingAccuracy")),
      .accepted(9, "verticalAccuracy", .wrapped(.number()), successor: .init("altitudeAccuracy")),
      .accepted(3, "speedKmph", .wrapped(.integer), successor: .init("speed", factor: 1 / 3.6)),
      .accepted(26, "roadSnapped", .flag, successor: .init("isRoadSnapped")),
    ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a message with the usual fields; assign the others, or use `with(_:)`.
  public init(
    location: Coordinate? = nil, heading: Int? = nil, speed: Double? = nil,
    updateTime: Timestamp? = nil
  ) {
    self.location = location
    self.heading = heading
    self.speed = speed
    self.updateTime = updateTime
  }
}
