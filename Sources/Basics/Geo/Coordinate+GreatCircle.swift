/// The Earth as a sphere, which is accurate enough for a ride.
public enum Earth {
  /// The mean radius in meters.
  public static let radiusInMeters = 6_371_008.8
  /// The length of a great circle in meters.
  public static let circumferenceInMeters = 2 * Double.pi * radiusInMeters
}

extension Coordinate {
  /// The great-circle distance in meters; not a number if a coordinate is not finite.
  public func meters(to other: Coordinate) -> Double {
    let latitudes = Maths.sin(Maths.radians(other.latitude - latitude) / 2)
    let longitudes = Maths.sin(Maths.radians(other.longitude - longitude) / 2)
    let haversine =
      latitudes * latitudes
      + Maths.cos(Maths.radians(latitude)) * Maths.cos(Maths.radians(other.latitude))
      * longitudes * longitudes
    guard haversine.isFinite else { return .nan }
    return 2 * Earth.radiusInMeters * Maths.asin(haversine.squareRoot())
  }

  /// The initial bearing of the great circle to another coordinate.
  ///
  /// The bearing is in degrees clockwise from true north, in 0..<360, and 0 to the same place.
  public func initialBearing(to other: Coordinate) -> Double {
    let (from, to) = (Maths.radians(latitude), Maths.radians(other.latitude))
    let turn = Maths.radians(other.longitude - longitude)
    let east = Maths.sin(turn) * Maths.cos(to)
    let north = Maths.cos(from) * Maths.sin(to) - Maths.sin(from) * Maths.cos(to) * Maths.cos(turn)
    let degrees = Maths.degrees(Maths.atan2(east, north))
    let positive = degrees < 0 ? degrees + 360 : degrees
    // A tiny negative angle plus 360 rounds to 360 itself.
    return positive >= 360 ? 0 : positive
  }

  /// The destination after a distance along a great circle, its longitude in −180..<180.
  ///
  /// The bearing is in degrees clockwise from true north; negative meters go backward.
  public func destination(bearing: Double, meters: Double) -> Coordinate {
    let angle = meters / Earth.radiusInMeters
    let heading = Maths.radians(bearing)
    let from = Maths.radians(latitude)
    let sine =
      Maths.sin(from) * Maths.cos(angle)
      + Maths.cos(from) * Maths.sin(angle) * Maths.cos(heading)
    let turn = Maths.atan2(
      Maths.sin(heading) * Maths.sin(angle) * Maths.cos(from),
      Maths.cos(angle) - Maths.sin(from) * sine)
    return Coordinate(
      latitude: Maths.degrees(Maths.asin(sine)),
      longitude: Maths.wrappedLongitude(longitude + Maths.degrees(turn)))
  }

  /// The coordinate at a fraction, in 0...1, of the great circle to another coordinate.
  public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
    if fraction <= 0 { return self }
    if fraction >= 1 { return other }
    return destination(bearing: initialBearing(to: other), meters: meters(to: other) * fraction)
  }
}
