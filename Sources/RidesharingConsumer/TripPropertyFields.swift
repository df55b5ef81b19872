/// Properties of a trip, as a set.
///
/// The bits up to 18 are the SDK's; those from 32 are ridealong's own. Source: contract 5.4.
public struct TripPropertyFields: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The trip's name.
  public static let tripName = TripPropertyFields(rawValue: 1 << 0)
  /// The id of the vehicle.
  public static let vehicleID = TripPropertyFields(rawValue: 1 << 1)
  /// Whether the trip shares its vehicle.
  public static let tripType = TripPropertyFields(rawValue: 1 << 2)
  /// The status.
  public static let tripStatus = TripPropertyFields(rawValue: 1 << 3)
  /// Where the trip is to begin.
  public static let pickupLocation = TripPropertyFields(rawValue: 1 << 4)
  /// When it begins.
  public static let pickupTime = TripPropertyFields(rawValue: 1 << 5)
  /// Where the trip is to end.
  public static let dropoffLocation = TripPropertyFields(rawValue: 1 << 6)
  /// When it ends.
  public static let dropoffTime = TripPropertyFields(rawValue: 1 << 7)
  /// Where the vehicle is, and whether that can be moved onto the route.
  public static let routeLastVehicleLocation = TripPropertyFields(rawValue: 1 << 8)
  /// The passengers.
  public static let numberOfPassengers = TripPropertyFields(rawValue: 1 << 9)
  /// What the vehicle still visits, without the paths between.
  public static let remainingWaypoints = TripPropertyFields(rawValue: 1 << 10)
  /// The stops on the way.
  public static let intermediateDestinations = TripPropertyFields(rawValue: 1 << 11)
  /// The index of the next or present stop.
  public static let intermediateDestinationIndex = TripPropertyFields(rawValue: 1 << 12)
  /// The metres to the next waypoint.
  public static let remainingDistanceOfActiveRouteInMeters = TripPropertyFields(rawValue: 1 << 13)
  /// The metres after the next waypoint.
  public static let distanceOfRemainingRouteInMeters = TripPropertyFields(rawValue: 1 << 14)
  /// The path to the next waypoint.
  public static let activeRoute = TripPropertyFields(rawValue: 1 << 15)
  /// The traffic on that path.
  public static let activeRouteTraffic = TripPropertyFields(rawValue: 1 << 16)
  /// The path after the next waypoint.
  public static let remainingRoute = TripPropertyFields(rawValue: 1 << 17)
  /// The traffic on that path.
  public static let remainingRouteTraffic = TripPropertyFields(rawValue: 1 << 18)

  /// When the vehicle is expected at the next waypoint.
  public static let etaToNextWaypoint = TripPropertyFields(rawValue: 1 << 32)
  /// Where and when the vehicle really was at the trip's places.
  public static let actualStops = TripPropertyFields(rawValue: 1 << 33)
}
