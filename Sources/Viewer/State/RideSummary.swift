internal import FleetEngine
internal import RidesharingConsumer

/// What a ride was, as far as the server and the viewer know.
enum RideSummary {
  /// When it began; nil where it has not.
  static func began(_ trip: Trip) -> Timestamp? {
    trip.actualPickupPoint?.timestamp ?? (trip.status == .complete ? trip.pickupTime : nil)
  }

  /// When it ended at its drop-off; nil where it has not.
  static func ended(_ trip: Trip) -> Timestamp? {
    guard trip.status == .complete else { return nil }
    return trip.actualDropoffPoint?.timestamp ?? trip.dropoffTime
  }

  /// How long it took; nil where a part of it is not known.
  static func time(_ trip: Trip) -> Duration? {
    guard let began = began(trip), let ended = ended(trip), ended > began else { return nil }
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
