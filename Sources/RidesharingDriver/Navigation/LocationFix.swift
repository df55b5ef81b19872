public import FleetEngine
public import Geo

/// Where a vehicle is, as a sensor measured it or a simulation made it up.
public struct LocationFix: Sendable, Hashable {
  /// The place.
  public var place: Coordinate
  /// When it was measured; nil for the moment at which it is reported.
  public var time: Timestamp?
  /// Degrees clockwise from true north.
  public var heading: Double?
  /// Metres per second.
  public var speed: Double?
  /// Metres above WGS84.
  public var altitude: Double?
  /// The radius in metres within which the place is true.
  public var accuracy: Double?

  /// Creates a fix.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - time: When it was measured; nil for the moment at which it is reported.
  ///   - heading: Degrees clockwise from true north.
  ///   - speed: Metres per second.
  ///   - altitude: Metres above WGS84.
  ///   - accuracy: The radius in metres within which the place is true.
  public init(
    _ place: Coordinate,
    time: Timestamp? = nil,
    heading: Double? = nil,
    speed: Double? = nil,
    altitude: Double? = nil,
    accuracy: Double? = nil
  ) {
    self.place = place
    self.time = time
    self.heading = heading
    self.speed = speed
    self.altitude = altitude
    self.accuracy = accuracy
  }

  /// The time from this fix to another, nil where one of them tells none.
  package func time(to other: LocationFix) -> Duration? {
    guard let time, let end = other.time else { return nil }
    return end - time
  }

  /// The location that a vehicle reports of the fix.
  ///
  /// - Parameters:
  ///   - road: The nearest place of the vehicle's route; nil where it has none or is far from it.
  ///   - bearing: The direction of the route there, in degrees.
  ///   - now: The moment of reporting.
  /// - Returns: The place on the road with the raw one beside it, or the raw one for both.
  func location(on road: Coordinate?, bearing: Double?, now: Timestamp) -> VehicleLocation {
    let accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 3
    let heading = bearing ?? heading
    return VehicleLocation(
      location: road ?? place,
      latlngAccuracy: accuracy,
      heading: heading.flatMap(Self.wholeDegrees),
      headingAccuracy: heading == nil ? nil : 5,
      altitude: altitude.flatMap { $0.isFinite ? $0 : nil },
      speed: speed.flatMap { $0.isFinite ? $0 : nil },
      speedAccuracy: speed == nil ? nil : 0.5,
      updateTime: time ?? now,
      sensor: .roadSnappedLocationProvider,
      isRoadSnapped: road != nil,
      isGPSSensorEnabled: true,
      rawLocation: place,
      rawLocationTime: time ?? now,
      rawLocationSensor: .gps,
      rawLocationAccuracy: accuracy
    )
  }

  /// A direction as whole degrees in 0..<360; nil for one that is not finite.
  private static func wholeDegrees(_ degrees: Double) -> Int? {
    guard degrees.isFinite else { return nil }
    let turned = Int(degrees.truncatingRemainder(dividingBy: 360).rounded()) % 360
    return turned < 0 ? turned + 360 : turned
  }
}
