/// The status of a trip.
///
/// Source: contract 1.7.
public enum TripStatus: WireEnum {
  /// The trip exists and nobody drives for it yet.
  case new
  /// The vehicle drives to the pickup.
  case enrouteToPickup
  /// The vehicle waits at the pickup.
  case arrivedAtPickup
  /// The vehicle drives to the drop-off.
  case enrouteToDropoff
  /// The trip has ended at its drop-off.
  case complete
  /// The trip was given up.
  case canceled
  /// The vehicle waits at a stop.
  case arrivedAtIntermediateDestination
  /// The vehicle drives to a stop.
  case enrouteToIntermediateDestination
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.new, "NEW", 1),
    WireValue(.enrouteToPickup, "ENROUTE_TO_PICKUP", 2),
    WireValue(.arrivedAtPickup, "ARRIVED_AT_PICKUP", 3),
    WireValue(.enrouteToDropoff, "ENROUTE_TO_DROPOFF", 4),
    WireValue(.complete, "COMPLETE", 5),
    WireValue(.canceled, "CANCELED", 6),
    WireValue(.arrivedAtIntermediateDestination, "ARRIVED_AT_INTERMEDIATE_DESTINATION", 7),
    WireValue(.enrouteToIntermediateDestination, "ENROUTE_TO_INTERMEDIATE_DESTINATION", 8),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_TRIP_STATUS"
}
