/// Who steers a map's camera, and by what.
///
/// Stops count from 1.
public enum Steering: Sendable, Hashable {
  /// The user.
  case free
  /// The pickup and the drop-off that were chosen before there is a trip.
  case chosenPlaces
  /// Several trips, each as it would be shown alone.
  case trips(Int)
  /// All places of the trip.
  case wholeTrip
  /// The vehicle and the pickup.
  case vehicleToPickup
  /// The surroundings of the pickup.
  case pickup
  /// The vehicle and the next stop.
  case vehicleToStop(Int)
  /// The vehicle, the next stop and all after it.
  case vehicleToStopAndDropoff(Int)
  /// The surroundings of a stop.
  case stop(Int)
  /// The vehicle and the drop-off.
  case vehicleToDropoff
}
