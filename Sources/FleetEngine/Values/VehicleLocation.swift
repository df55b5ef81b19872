public import Geo

/// A vehicle's location, movement and their accuracy.
///
/// See docs/protocol.md, "Vehicle location".
public struct VehicleLocation: WireMessage {
  /// The position.
  public var location: Coordinate?
  /// The accuracy of the position, a radius in metres.
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
  /// The accuracy of the raw position, a radius in metres.
  public var rawLocationAccuracy: Double?
  /// A position from a second source of the provider.
  public var supplementalLocation: Coordinate?
  /// When the second source measured it.
  public var supplementalLocationTime: Timestamp?
  /// The second source.
  public var supplementalLocationSensor: LocationSensor = .unspecified
  /// The accuracy of the second position, a radius in metres.
  public var supplementalLocationAccuracy: Double?

  /// The message's fields.
  public static let wireFields = WireTable<VehicleLocation>([
    .optional("location", \.location), .optional("latlngAccuracy", \.latlngAccuracy),
    .optional("heading", \.heading), .optional("headingAccuracy", \.headingAccuracy),
    .optional("altitude", \.altitude), .optional("altitudeAccuracy", \.altitudeAccuracy),
    .optional("speed", \.speed), .optional("speedAccuracy", \.speedAccuracy),
    .optional("updateTime", \.updateTime), .optional("serverTime", \.serverTime, by: .server),
    .choice("locationSensor", \.sensor), .optional("isRoadSnapped", \.isRoadSnapped),
    .optional("isGpsSensorEnabled", \.isGPSSensorEnabled),
    .optional("timeSinceUpdate", \.timeSinceUpdateSeconds),
    .optional("rawLocation", \.rawLocation), .optional("rawLocationTime", \.rawLocationTime),
    .choice("rawLocationSensor", \.rawLocationSensor),
    .optional("rawLocationAccuracy", \.rawLocationAccuracy),
    .optional("supplementalLocation", \.supplementalLocation),
    .optional("supplementalLocationTime", \.supplementalLocationTime),
    .choice("supplementalLocationSensor", \.supplementalLocationSensor),
    .optional("supplementalLocationAccuracy", \.supplementalLocationAccuracy),
    // Only Android sends these, and no server returns them.
    .accepted("flpLocation", Coordinate.fieldType), .accepted("flpUpdateTime", .moment),
    .accepted("flpLatlngAccuracyMeters", .number()), .accepted("flpHeadingDegrees", .integer),
    .accepted("numStaleUpdates", .integer),
    .accepted("horizontalAccuracy", .number(), successor: .init("latlngAccuracy")),
    .accepted("bearingAccuracy", .number(), successor: .init("headingAccuracy")),
    .accepted("verticalAccuracy", .number(), successor: .init("altitudeAccuracy")),
    .accepted("speedKmph", .integer, successor: .init("speed", factor: 1 / 3.6)),
    .accepted("roadSnapped", .flag, successor: .init("isRoadSnapped")),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a message with the usual fields; assign the others, or use `with(_:)`.
  public init(
    location: Coordinate? = nil,
    heading: Int? = nil,
    speed: Double? = nil,
    updateTime: Timestamp? = nil
  ) {
    self.location = location
    self.heading = heading
    self.speed = speed
    self.updateTime = updateTime
  }
}
