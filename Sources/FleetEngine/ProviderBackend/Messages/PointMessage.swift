package import FleetEngine
package import Geo

/// A point, whose numbers are always written.
package struct PointMessage: Codable, Sendable {
  var latitude: Double?
  var longitude: Double?

  package init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude
    longitude = coordinate.longitude
  }

  /// The point; nil if it is out of range.
  var coordinate: Coordinate? {
    let (latitude, longitude) = (latitude ?? 0, longitude ?? 0)
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// A point with a direction, as the sample backend's library dumps it.
package struct PlaceMessage: Codable, Sendable {
  var point: PointMessage?
  var heading: Int?

  package init(_ coordinate: Coordinate, heading: Int = 0) {
    point = PointMessage(coordinate)
    self.heading = heading
  }

  /// The direction in degrees, 0 to 359; nil if it is out of range.
  var boundedHeading: Int? {
    heading.flatMap { (-360...360).contains($0) ? ($0 + 360) % 360 : nil }
  }
}

/// A waypoint of a trip or vehicle.
package struct WaypointMessage: Codable, Sendable {
  var location: PlaceMessage?
  var waypointType: WaypointType?
  var tripId: String?

  package init(_ location: TerminalLocation?, _ type: WaypointType, tripID: String?) {
    self.location = location?.point.map { PlaceMessage($0) }
    waypointType = type
    tripId = tripID
  }

  var terminalLocation: TerminalLocation? {
    (location?.point?.coordinate).map { TerminalLocation(point: $0) }
  }
}
