internal import FleetEngine
internal import RidesharingConsumer

/// A part of a ride between two of its places.
enum Leg: Hashable {
  /// The vehicle's way to the pickup.
  case approach
  /// The way to a stop, counted from 1.
  case toStop(Int)
  /// The way to the drop-off.
  case toDropoff

  /// The leg that the vehicle is on, or that begins where it waits.
  init?(_ trip: Trip) {
    switch TripStage(trip) {
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup: self = .approach
    case .toStop(let number), .atStop(let number): self = .toStop(number)
    case .toDropoff: self = .toDropoff
    case .waitingForVehicle, .complete, .canceled, .unknown: return nil
    }
  }

  /// The legs of a ride with some stops, in their order.
  static func all(stops: Int) -> [Leg] {
    [.approach] + (0..<max(0, stops)).map { .toStop($0 + 1) } + [.toDropoff]
  }
}
