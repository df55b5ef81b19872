internal import FleetEngine
internal import RidesharingConsumer

/// What a ride was, as far as the server and the viewer know.
///
/// The times are the trip's own from when they are no longer estimates, then those that were seen, and
/// only then those of the vehicle's last report, which may be old.
enum RideSummary {
  /// When it began; nil where it has not.
  static func began(_ trip: Trip, seen: RideTimes = RideTimes()) -> Timestamp? {
    let point = trip.actualPickupPoint
    switch TripStage(trip) {
    case .canceled, .unknown: if point == nil, seen.pickup == nil { return nil }
    case let stage: if !stage.isPickedUp { return nil }
    }
    return trip.pickupTime ?? seen.pickup ?? point?.timestamp
  }

  /// When it was at a stop, counted from 1; nil where it was not, or nobody knows.
  static func stopped(_ number: Int, _ trip: Trip, seen: RideTimes = RideTimes()) -> Timestamp? {
    let arrivals = trip.actualIntermediateDestinationArrivalPoints
    let told = arrivals.indices.contains(number - 1) ? arrivals[number - 1].timestamp : nil
    return told ?? seen.stops[number]
  }

  /// When it ended at its drop-off; nil where it has not.
  static func ended(_ trip: Trip, seen: RideTimes = RideTimes()) -> Timestamp? {
    guard trip.status == .complete else { return nil }
    return trip.dropoffTime ?? seen.dropoff ?? trip.actualDropoffPoint?.timestamp
  }

  /// How long it took; nil where a part of it is not known.
  static func time(_ trip: Trip, seen: RideTimes = RideTimes()) -> Duration? {
    guard let began = began(trip, seen: seen), let ended = ended(trip, seen: seen), ended > began
    else { return nil }
    return ended - began
  }

  /// How long its way was, in metres; nil where not every leg was seen.
  static func meters(_ trip: Trip, legMeters: [Leg: Int]) -> Int? {
    var sum = 0
    for leg in Leg.all(stops: trip.intermediateDestinations.count).dropFirst() {
      guard let meters = legMeters[leg] else { return nil }
      sum = sum.addingClamped(meters)
    }
    return sum
  }
}
