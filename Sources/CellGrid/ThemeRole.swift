/// What a theme gives a color to.
///
/// The raw values are the names in a theme's file.
public enum ThemeRole: String, Sendable, Hashable, CaseIterable {
  // Panels
  /// What matters less.
  case quiet
  /// Frames around panels.
  case border
  /// What is as it should be.
  case good
  /// What needs attention.
  case warning
  /// What went wrong.
  case failure
  /// The place that is chosen.
  case cursor

  // The ride
  /// The way to the next waypoint.
  case route
  /// The way from there on.
  case remaining
  /// Traffic that is slow.
  case slow
  /// A traffic jam.
  case jam
  /// What lies behind.
  case travelled
  /// Where the trip begins.
  case pickup
  /// A stop on the way.
  case stop
  /// Where the trip ends.
  case dropoff
  /// The vehicle.
  case vehicle
  /// The user's own place.
  case myLocation = "my-location"
  /// Where the vehicle stops for others.
  case foreignStop = "foreign-stop"
  /// The circle within which the vehicle is.
  case accuracy

  // The street map
  /// Water.
  case water
  /// Parks, woods and grass.
  case green
  /// Sand.
  case sand
  /// Buildings.
  case building
  /// Paths, service roads and sidings.
  case path
  /// Streets.
  case street
  /// Secondary and tertiary roads.
  case road
  /// Primary and trunk roads.
  case mainRoad = "main-road"
  /// Motorways.
  case motorway
  /// Railways.
  case rail
  /// Boundaries of countries and regions.
  case boundary
  /// Names of places.
  case placeName = "place-name"
  /// Names of large roads, stations and sights.
  case roadName = "road-name"
  /// Names of streets.
  case streetName = "street-name"
  /// Names of water.
  case waterName = "water-name"
  /// Names of parks.
  case parkName = "park-name"
}
