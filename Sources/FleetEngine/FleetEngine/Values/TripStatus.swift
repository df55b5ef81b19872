/// The status of a trip.
public enum TripStatus: FleetEngineEnum {
  /// The trip exists and no vehicle drives for it yet.
  case new
  /// The vehicle drives to the pickup.
  case enrouteToPickup
  /// The vehicle waits at the pickup.
  case arrivedAtPickup
  /// The vehicle drives to the drop-off.
  case enrouteToDropoff
  /// The trip ended at its drop-off.
  case complete
  /// The trip was canceled.
  case canceled
  /// The vehicle waits at a stop.
  case arrivedAtIntermediateDestination
  /// The vehicle drives to a stop.
  case enrouteToIntermediateDestination
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values in the order of a ride, with their names and numbers.
  public static let knownValues: [KnownValue<Self>] = [
    .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToIntermediateDestination,
    .arrivedAtIntermediateDestination, .enrouteToDropoff, .complete, .canceled,
  ].compactMap { (status: Self) in status.wireValue }

  /// The name and the number; a value that has them belongs to ``knownValues``.
  private var wireValue: KnownValue<Self>? {
    switch self {
    case .new: KnownValue(self, "NEW", 1)
    case .enrouteToPickup: KnownValue(self, "ENROUTE_TO_PICKUP", 2)
    case .arrivedAtPickup: KnownValue(self, "ARRIVED_AT_PICKUP", 3)
    case .enrouteToDropoff: KnownValue(self, "ENROUTE_TO_DROPOFF", 4)
    case .complete: KnownValue(self, "COMPLETE", 5)
    case .canceled: KnownValue(self, "CANCELED", 6)
    case .arrivedAtIntermediateDestination:
      KnownValue(self, "ARRIVED_AT_INTERMEDIATE_DESTINATION", 7)
    case .enrouteToIntermediateDestination:
      KnownValue(self, "ENROUTE_TO_INTERMEDIATE_DESTINATION", 8)
    case .unknown: nil
    }
  }

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_TRIP_STATUS"
}
