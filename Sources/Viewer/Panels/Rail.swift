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

  /// Where a vehicle is.
  struct Vehicle: Equatable {
    /// The index of the leg that it is on, which is that of the place at its end.
    let leg: Int
    /// The share of the leg that lies behind it, in 0...1.
    let done: Double
  }

  /// The places in their order, the pickup first.
  let stops: [Stop]
  /// The metres of the way to each place, those that are not known assumed.
  let lengths: [Double]
  /// The vehicle; nil where there is none.
  let vehicle: Vehicle?

  /// How much room a leg without a known length gets, in metres.
  private static let assumedMeters = 1_000.0
  /// The most stops that are shown.
  private static let maximumStops = 9

  init(_ trip: Trip, legMeters: [Leg: Int]) {
    let stage = TripStage(trip)
    let count = min(trip.intermediateDestinations.count, Self.maximumStops)
    let isApproachShown = !stage.isPickedUp && !stage.isEnded && stage != .waitingForVehicle
    let legs = Leg.all(stops: count)
    let lengths = legs.map { leg -> Double in
      if leg == .approach, !isApproachShown { return 0 }
      return max(1, legMeters[leg].map(Double.init) ?? Self.assumedMeters)
    }
    self.lengths = lengths
    let total = max(1, lengths.reduce(0, +))
    var sum = 0.0
    var places: [Stop] = []
    for (leg, length) in zip(legs, lengths) {
      sum += length
      places.append(Stop(leg: leg, position: sum / total))
    }
    stops = places
    guard let leg = Leg(trip), let index = legs.firstIndex(of: leg),
      trip.lastLocation?.location != nil
    else {
      vehicle = nil
      return
    }
    switch stage {
    case .atPickup, .atStop: vehicle = Vehicle(leg: index, done: 1)
    default:
      let remaining = trip.metersToNextOwnWaypoint.map(Double.init) ?? lengths[index]
      vehicle = Vehicle(leg: index, done: 1 - min(1, max(0, remaining / lengths[index])))
    }
  }
}

/// A rail laid out in columns, in which nothing lies over anything else.
struct RailTrack: Equatable {
  let width: Int
  /// The first columns of the places.
  let stops: [Int]
  /// The columns between each place and the one before it.
  let legs: [Range<Int>]
  /// The first column of the vehicle; nil where there is none.
  let vehicle: Int?

  init(_ rail: Rail, width: Int, stopWidths: [Int], vehicleWidth: Int) {
    self.width = width
    /// The room that a leg needs before its place.
    func room(_ index: Int) -> Int { rail.vehicle?.leg == index ? vehicleWidth : 0 }
    var starts = zip(rail.stops, stopWidths).map { stop, stopWidth in
      min(width - stopWidth, Int((stop.position * Double(width)).rounded()) - stopWidth / 2)
    }
    var end = 0
    for index in starts.indices {
      starts[index] = max(starts[index], end + room(index))
      end = starts[index] + stopWidths[index]
    }
    var limit = width
    for index in starts.indices.reversed() {
      starts[index] = max(0, min(starts[index], limit - stopWidths[index]))
      limit = starts[index] - room(index)
    }
    stops = starts
    let legs = starts.indices.map { index in
      let first = index == 0 ? 0 : starts[index - 1] + stopWidths[index - 1]
      return first..<max(first, starts[index])
    }
    self.legs = legs
    vehicle = rail.vehicle.map { vehicle in
      let first = legs[vehicle.leg].lowerBound
      let last = max(first, legs[vehicle.leg].upperBound - vehicleWidth)
      return first + Int((Double(last - first) * vehicle.done).rounded())
    }
  }
  /// The columns of a part of a leg, at least one of them where the leg has any.
  ///
  /// - Parameters:
  ///   - leg: The leg's index.
  ///   - from: Where the part begins, as the share of the leg that is left there.
  ///   - to: Where it ends, as the share that is left there; smaller.
  /// - Returns: The columns, of the leg only.
  func columns(of leg: Int, from: Double, to: Double) -> Range<Int> {
    let columns = legs[leg]
    func column(_ share: Double) -> Int {
      columns.upperBound - Int((min(1, max(0, share)) * Double(columns.count)).rounded())
    }
    let first = min(column(from), columns.upperBound - 1)
    guard first >= columns.lowerBound else { return columns }
    return first..<max(first + 1, column(to))
  }
}
