/// A place on a polyline.
public struct PolylinePosition: Sendable, Hashable {
  /// The index of the coordinate at which the segment of the place begins.
  public var index: Int
  /// How far along that segment the place is, in 0...1.
  public var fraction: Double
  /// The place itself.
  public var coordinate: Coordinate
  /// The distance from the polyline's start along it, in metres.
  public var metersFromStart: Double
  /// The distance in metres from the coordinate that was asked about, 0 if none was.
  public var metersOff: Double

  /// Creates a position.
  public init(
    index: Int,
    fraction: Double,
    coordinate: Coordinate,
    metersFromStart: Double,
    metersOff: Double = 0
  ) {
    self.index = index
    self.fraction = fraction
    self.coordinate = coordinate
    self.metersFromStart = metersFromStart
    self.metersOff = metersOff
  }
}
