public import FleetEngine
public import Geo

/// A vehicle's position as a sensor measured it or a simulation computed it.
public struct LocationFix: Sendable, Hashable {
  /// The position.
  public var place: Coordinate
  /// The time of measurement; nil for the time of the report.
  public var time: Timestamp?
  /// Degrees clockwise from true north.
  public var heading: Double?
  /// Meters per second.
  public var speed: Double?
  /// Meters above WGS84.
  public var altitude: Double?
  /// The radius of the horizontal error in meters.
  public var accuracy: Double?

  /// Creates a fix.
  public init(
    _ place: Coordinate, time: Timestamp? = nil, heading: Double? = nil, speed: Double? = nil,
    altitude: Double? = nil, accuracy: Double? = nil
  ) {
    self.place = place
    self.time = time
    self.heading = heading
    self.speed = speed
    self.altitude = altitude
    self.accuracy = accuracy
  }

  /// The time from this fix to another; nil if either has no time.
  package func time(to other: LocationFix) -> Duration? {
    guard let time, let end = other.time else { return nil }
    return end - time
  }

  /// The location to report: the road position, if there is one, and the raw position.
  ///
  /// `bearing` is the direction of the route at `road`, in degrees. `now` replaces a missing time.
  func location(on road: Coordinate?, bearing: Double?, now: Timestamp) -> VehicleLocation {
    let accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 3
    let heading = bearing ?? heading
    return VehicleLocation.with {
      $0.location = road ?? place
      $0.latlngAccuracy = accuracy
      $0.heading = heading.flatMap(Self.wholeDegrees)
      $0.headingAccuracy = heading == nil ? nil : 5
      $0.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
      $0.speed = speed.flatMap { $0.isFinite ? $0 : nil }
      $0.speedAccuracy = speed == nil ? nil : 0.5
      $0.updateTime = time ?? now
      $0.sensor = .roadSnappedLocationProvider
      $0.isRoadSnapped = road != nil
      $0.isGPSSensorEnabled = true
      $0.rawLocation = place
      $0.rawLocationTime = time ?? now
      $0.rawLocationSensor = .gps
      $0.rawLocationAccuracy = accuracy
    }
  }

  /// Rounds a direction to whole degrees in 0..<360; nil if it is not finite.
  private static func wholeDegrees(_ degrees: Double) -> Int? {
    guard degrees.isFinite else { return nil }
    let turned = Int(degrees.truncatingRemainder(dividingBy: 360).rounded()) % 360
    return turned < 0 ? turned + 360 : turned
  }
}
