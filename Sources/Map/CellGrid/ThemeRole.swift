/// A part of the screen that a theme colors; the raw values are the names in a theme's file.
public enum ThemeRole: String, Sendable, Hashable, CaseIterable {
  // Panels
  /// Less important text.
  case quiet
  case border
  case good
  case warning
  case failure
  case cursor

  // The ride
  /// The route to the next waypoint.
  case route
  /// The route after the next waypoint.
  case remaining
  case slow
  case jam
  case traveled
  case pickup
  case stop
  case dropoff
  case vehicle
  /// The user's place.
  case myLocation = "my-location"
  /// A stop of the vehicle for another trip.
  case foreignStop = "foreign-stop"
  /// The circle of the vehicle's possible positions.
  case accuracy

  // The base map
  case water
  /// Parks, woods and grass.
  case green
  case sand
  case building
  /// Paths, service roads and sidings.
  case path
  case street
  /// Secondary and tertiary roads.
  case road
  /// Primary and trunk roads.
  case mainRoad = "main-road"
  case motorway
  case rail
  case boundary
  case placeName = "place-name"
  /// Names of large roads, stations and sights.
  case roadName = "road-name"
  case streetName = "street-name"
  case waterName = "water-name"
  case parkName = "park-name"
}
