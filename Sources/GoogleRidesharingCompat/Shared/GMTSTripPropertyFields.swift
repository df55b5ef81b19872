public import RidesharingConsumer

/// Properties of a trip, as a set.
///
/// Source: contract 5.4.
public struct GMTSTripPropertyFields: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The SDK's part of a set of the library, whose own bits are dropped.
  public init(_ value: TripPropertyFields) {
    let known = (UInt64(1) << 19) - 1
    self.init(rawValue: UInt(value.rawValue & known))
  }

  /// The trip's name.
  public static let tripName = Self(.tripName)
  /// The id of the vehicle.
  public static let vehicleID = Self(.vehicleID)
  /// Whether the trip shares its vehicle.
  public static let tripType = Self(.tripType)
  /// The status.
  public static let tripStatus = Self(.tripStatus)
  /// Where the trip is to begin.
  public static let pickupLocation = Self(.pickupLocation)
  /// When it begins.
  public static let pickupTime = Self(.pickupTime)
  /// Where the trip is to end.
  public static let dropoffLocation = Self(.dropoffLocation)
  /// When it ends.
  public static let dropoffTime = Self(.dropoffTime)
  /// Where the vehicle is.
  public static let routeLastVehicleLocation = Self(.routeLastVehicleLocation)
  /// The passengers.
  public static let numberOfPassengers = Self(.numberOfPassengers)
  /// What the vehicle still visits.
  public static let remainingWaypoints = Self(.remainingWaypoints)
  /// The stops on the way.
  public static let intermediateDestinations = Self(.intermediateDestinations)
  /// The index of the next or present stop.
  public static let intermediateDestinationIndex = Self(.intermediateDestinationIndex)
  /// The metres to the next waypoint.
  public static let remainingDistanceOfActiveRouteInMeters = Self(
    .remainingDistanceOfActiveRouteInMeters
  )
  /// The metres after the next waypoint.
  public static let distanceOfRemainingRouteInMeters = Self(.distanceOfRemainingRouteInMeters)
  /// The path to the next waypoint.
  public static let activeRoute = Self(.activeRoute)
  /// The traffic on that path.
  public static let activeRouteTraffic = Self(.activeRouteTraffic)
  /// The path after the next waypoint.
  public static let remainingRoute = Self(.remainingRoute)
  /// The traffic on that path.
  public static let remainingRouteTraffic = Self(.remainingRouteTraffic)
}
