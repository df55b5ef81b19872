/// A set of a trip's properties.
///
/// The bits up to 18 are the SDK's; the bits from 32 are ridealong's own. See docs/protocol.md,
/// "SDK data types".
public struct TripPropertyFields: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The trip's name.
  public static let tripName = Self(rawValue: 1 << 0)
  /// The vehicle's ID.
  public static let vehicleID = Self(rawValue: 1 << 1)
  /// Whether the trip shares its vehicle.
  public static let tripType = Self(rawValue: 1 << 2)
  /// The status.
  public static let tripStatus = Self(rawValue: 1 << 3)
  /// The planned pickup.
  public static let pickupLocation = Self(rawValue: 1 << 4)
  /// The expected or actual time of the pickup.
  public static let pickupTime = Self(rawValue: 1 << 5)
  /// The planned drop-off.
  public static let dropoffLocation = Self(rawValue: 1 << 6)
  /// The expected or actual time of the drop-off.
  public static let dropoffTime = Self(rawValue: 1 << 7)
  /// The vehicle's location, and whether it can be snapped to the route.
  public static let routeLastVehicleLocation = Self(rawValue: 1 << 8)
  /// The number of passengers.
  public static let numberOfPassengers = Self(rawValue: 1 << 9)
  /// The vehicle's remaining waypoints, without the paths between them.
  public static let remainingWaypoints = Self(rawValue: 1 << 10)
  /// The stops between pickup and drop-off.
  public static let intermediateDestinations = Self(rawValue: 1 << 11)
  /// The index of the current or next stop.
  public static let intermediateDestinationIndex = Self(rawValue: 1 << 12)
  /// The meters to the next waypoint.
  public static let remainingDistanceOfActiveRouteInMeters = Self(rawValue: 1 << 13)
  /// The meters after the next waypoint.
  public static let distanceOfRemainingRouteInMeters = Self(rawValue: 1 << 14)
  /// The path to the next waypoint.
  public static let activeRoute = Self(rawValue: 1 << 15)
  /// The traffic on that path.
  public static let activeRouteTraffic = Self(rawValue: 1 << 16)
  /// The path after the next waypoint.
  public static let remainingRoute = Self(rawValue: 1 << 17)
  /// The traffic on that path.
  public static let remainingRouteTraffic = Self(rawValue: 1 << 18)

  /// The ETA to the next waypoint.
  public static let etaToNextWaypoint = Self(rawValue: 1 << 32)
  /// The actual places and times of the pickup, stops and drop-off.
  public static let actualStops = Self(rawValue: 1 << 33)
}
