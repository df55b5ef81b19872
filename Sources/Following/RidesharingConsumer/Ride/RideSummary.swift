package import FleetEngine

/// When the program saw a ride at its places.
package struct RideTimes: Sendable, Hashable {
  package private(set) var pickup: Timestamp?
  /// When the ride was first seen at its stops, by their numbers from 1.
  package private(set) var stops: [Int: Timestamp] = [:]
  package private(set) var dropoff: Timestamp?

  package init() {}

  package mutating func record(_ old: TripStage, _ new: TripStage, at wall: Timestamp) {
    guard old != new else { return }
    // A ride that is over at once may have begun at any time before.
    if !old.isPickedUp, new.isPickedUp, new != .complete { pickup = wall }
    if new == .complete { dropoff = wall }
    switch (old, new) {
    case (_, .atStop(let number)): stops[number] = wall
    case (.toStop(let number), .toStop), (.atStop(let number), .toStop),
      (.toStop(let number), .toDropoff), (.atStop(let number), .toDropoff):
      // It did not wait there, or arrived before it was followed.
      if stops[number] == nil { stops[number] = wall }
    default: break
    }
  }
}

/// The times and the length of a ride, as far as the server and the program know them.
///
/// The trip's own times come first, then those that were seen, then those of the vehicle's reports.
package enum RideSummary {
  /// When the ride began; nil before the pickup.
  package static func began(_ trip: Trip, seen: RideTimes = RideTimes()) -> Timestamp? {
    let point = trip.actualPickupPoint
    switch TripStage(trip) {
    case .canceled, .unknown: if point == nil, seen.pickup == nil { return nil }
    case let stage: if !stage.isPickedUp { return nil }
    }
    return trip.pickupTime ?? seen.pickup ?? point?.timestamp
  }

  /// When the ride was at a stop, counted from 1; nil if it was not, or the time is unknown.
  package static func stopped(
    _ number: Int, _ trip: Trip, seen: RideTimes = RideTimes()
  ) -> Timestamp? {
    let arrivals = trip.actualIntermediateDestinationArrivalPoints
    let reported = arrivals.indices.contains(number - 1) ? arrivals[number - 1].timestamp : nil
    return reported ?? seen.stops[number]
  }

  package static func ended(_ trip: Trip, seen: RideTimes = RideTimes()) -> Timestamp? {
    guard trip.status == .complete else { return nil }
    return trip.dropoffTime ?? seen.dropoff ?? trip.actualDropoffPoint?.timestamp
  }

  package static func time(_ trip: Trip, seen: RideTimes = RideTimes()) -> Duration? {
    guard let began = began(trip, seen: seen), let ended = ended(trip, seen: seen), ended > began
    else { return nil }
    return ended - began
  }

  /// The length of the ride's route; nil unless every leg was seen.
  package static func meters(_ trip: Trip, legMeters: [Leg: Int]) -> Int? {
    var sum = 0
    for leg in Leg.all(stops: trip.intermediateDestinations.count).dropFirst() {
      guard let meters = legMeters[leg] else { return nil }
      sum = sum.addingClamped(meters)
    }
    return sum
  }
}
