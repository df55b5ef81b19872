/// An area between two parallels and two meridians.
///
/// The area runs eastward from `west` to `east` and crosses the antimeridian if `west > east`.
public struct CoordinateBounds: Sendable, Hashable {
  /// The southern edge in degrees.
  public var south: Double
  /// The western edge in degrees.
  public var west: Double
  /// The northern edge in degrees.
  public var north: Double
  /// The eastern edge in degrees.
  public var east: Double

  /// Creates bounds from their edges in degrees.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Creates the bounds of the valid coordinates; nil without valid coordinates.
  ///
  /// The bounds are the narrowest if the coordinates span less than half the globe.
  public init?(enclosing coordinates: some Sequence<Coordinate>) {
    var (south, north) = (Double.infinity, -Double.infinity)
    var (west, east) = (Double.infinity, -Double.infinity)
    // The same longitudes in 0..<360, so that the antimeridian is in the middle.
    var (turnedWest, turnedEast) = (Double.infinity, -Double.infinity)
    for coordinate in coordinates where coordinate.isValid {
      south = min(south, coordinate.latitude)
      north = max(north, coordinate.latitude)
      let longitude = coordinate.longitude
      west = min(west, longitude)
      east = max(east, longitude)
      let turned = longitude < 0 ? longitude + 360 : longitude
      turnedWest = min(turnedWest, turned)
      turnedEast = max(turnedEast, turned)
    }
    guard south <= north else { return nil }
    if east - west <= turnedEast - turnedWest {
      self.init(south: south, west: west, north: north, east: east)
    } else {
      self.init(
        south: south, west: turnedWest > 180 ? turnedWest - 360 : turnedWest, north: north,
        east: turnedEast > 180 ? turnedEast - 360 : turnedEast)
    }
  }

  /// The degrees of longitude from the western to the eastern edge, in 0...360.
  public var longitudeSpan: Double { east >= west ? min(360, east - west) : east - west + 360 }

  /// The degrees of latitude from the southern to the northern edge.
  public var latitudeSpan: Double { north - south }

  /// The middle, in degrees on both axes.
  public var center: Coordinate {
    Coordinate(
      latitude: (south + north) / 2, longitude: Maths.wrappedLongitude(west + longitudeSpan / 2))
  }

  /// Whether a coordinate lies inside or on an edge.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && (south...max(south, north)).contains(coordinate.latitude)
      && containsLongitude(coordinate.longitude)
  }

  /// Returns the narrowest bounds that contain both bounds.
  public func union(_ other: CoordinateBounds) -> CoordinateBounds {
    var widest = CoordinateBounds(
      south: min(south, other.south), west: -180, north: max(north, other.north), east: 180)
    let edges = [(west, east), (other.west, other.east), (west, other.east), (other.west, east)]
    for (west, east) in edges {
      var candidate = widest
      (candidate.west, candidate.east) = (west, east)
      guard candidate.longitudeSpan < widest.longitudeSpan, candidate.spans(self),
        candidate.spans(other)
      else { continue }
      widest = candidate
    }
    return widest
  }

  /// Returns the area that both bounds cover, the wider one if there are two; nil without one.
  package func intersection(_ other: CoordinateBounds) -> CoordinateBounds? {
    let (south, north) = (max(south, other.south), min(north, other.north))
    guard south <= north else { return nil }
    var part = CoordinateBounds(south: south, west: west, north: north, east: east)
    guard !other.spans(self) else { return part }
    if spans(other) {
      (part.west, part.east) = (other.west, other.east)
      return part
    }
    let start = degreesEast(of: other.west)
    let parts = [start, start - 360].map { start in
      (west: max(0, start), east: min(longitudeSpan, start + other.longitudeSpan))
    }
    guard let widest = parts.max(by: { $0.east - $0.west < $1.east - $1.west }),
      widest.west <= widest.east
    else { return nil }
    if widest.west > 0 { part.west = other.west }
    if widest.east < longitudeSpan { part.east = other.east }
    return part
  }

  private func containsLongitude(_ longitude: Double) -> Bool {
    longitudeSpan >= 360 || degreesEast(of: longitude) <= longitudeSpan
  }

  /// Whether these bounds contain all longitudes of the others.
  private func spans(_ other: CoordinateBounds) -> Bool {
    longitudeSpan >= 360
      || degreesEast(of: other.west) + other.longitudeSpan <= longitudeSpan + 1e-12
  }

  /// The degrees from the western edge eastward to a longitude, in 0..<360.
  private func degreesEast(of longitude: Double) -> Double {
    let offset = Maths.wrappedLongitude(longitude - west)
    return offset < 0 ? offset + 360 : offset
  }
}
