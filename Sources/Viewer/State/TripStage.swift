internal import FleetEngine
internal import RidesharingConsumer

/// Where a ride stands, as a rider would say it.
enum TripStage: Equatable {
  case waitingForVehicle
  case vehicleAssigned
  case finishingAnotherTrip
  case toPickup
  case atPickup
  case toStop(Int)
  case atStop(Int)
  case toDropoff
  case complete
  case canceled
  case unknown(String)

  init(_ trip: Trip) {
    switch trip.status {
    case .new where trip.vehicleID == nil: self = .waitingForVehicle
    case .new where trip.isFinishingAnotherTrip: self = .finishingAnotherTrip
    case .new: self = .vehicleAssigned
    case .enrouteToPickup where trip.isFinishingAnotherTrip: self = .finishingAnotherTrip
    case .enrouteToPickup: self = .toPickup
    case .arrivedAtPickup: self = .atPickup
    case .enrouteToIntermediateDestination: self = .toStop(trip.nextStopNumber)
    case .arrivedAtIntermediateDestination: self = .atStop(trip.nextStopNumber)
    case .enrouteToDropoff: self = .toDropoff
    case .complete: self = .complete
    case .canceled: self = .canceled
    case .unknown(let text): self = .unknown(text)
    }
  }

  /// Whether the ride is over.
  var isEnded: Bool { self == .complete || self == .canceled }

  /// Whether the pickup lies behind.
  var isPickedUp: Bool {
    switch self {
    case .toStop, .atStop, .toDropoff, .complete: true
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup,
      .canceled, .unknown:
      false
    }
  }

  /// The number of stops that lie behind.
  func stopsPassed(of count: Int) -> Int {
    switch self {
    case .toStop(let index): index - 1
    case .atStop(let index): index - 1
    case .toDropoff, .complete: count
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup,
      .canceled, .unknown:
      0
    }
  }
}
