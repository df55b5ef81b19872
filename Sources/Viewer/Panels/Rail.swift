internal import FleetEngine
internal import RidesharingConsumer

/// The whole ride on one line: its places, and how far the vehicle is between them.
struct Rail: Equatable {
  /// A place on the rail.
  struct Stop: Equatable {
    let leg: Leg
    /// The share of the rail before it, in 0...1.
    let position: Double
  }

  /// The places in their order, the pickup first.
  let stops: [Stop]
  /// The share of the rail before the vehicle, in 0...1; nil where there is none.
  let vehicle: Double?
  /// The index of the place that the vehicle goes to, where it goes to one.
  let nextStop: Int?

  /// How much room a leg without a known length gets, in metres.
  private static let assumedMeters = 1_000.0

  init(_ trip: Trip, legMeters: [Leg: Int]) {
    let stage = TripStage(trip)
    let count = min(trip.intermediateDestinations.count, 9)
    let isApproachShown = !stage.isPickedUp && !stage.isEnded && stage != .waitingForVehicle
    let legs = Leg.all(stops: count)
    let lengths = legs.map { leg -> Double in
      if leg == .approach, !isApproachShown { return 0 }
      return max(1, legMeters[leg].map(Double.init) ?? Self.assumedMeters)
    }
    let total = max(1, lengths.reduce(0, +))
    var sum = 0.0
    var places: [Stop] = []
    for (leg, length) in zip(legs, lengths) {
      sum += length
      places.append(Stop(leg: leg, position: sum / total))
    }
    stops = places
    guard let leg = Leg(trip), let index = legs.firstIndex(of: leg), trip.lastLocation != nil else {
      vehicle = nil
      nextStop = nil
      return
    }
    let start = index == 0 ? 0 : places[index - 1].position
    let remaining = trip.remainingDistanceMeters.map(Double.init) ?? lengths[index]
    let done = lengths[index] > 0 ? 1 - min(1, max(0, remaining / lengths[index])) : 1
    switch stage {
    case .atPickup, .atStop: vehicle = places[index].position
    default: vehicle = start + (places[index].position - start) * done
    }
    nextStop = index
  }
}
