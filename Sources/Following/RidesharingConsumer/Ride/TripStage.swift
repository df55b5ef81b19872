package import FleetEngine

/// The state of a ride, as a rider sees it.
package enum TripStage: Sendable, Hashable {
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

  package init(_ trip: Trip) {
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

  package var isEnded: Bool { self == .complete || self == .canceled }

  /// Whether the vehicle waits at a place of the trip.
  package var isWaiting: Bool {
    switch self {
    case .atPickup, .atStop: true
    default: false
    }
  }

  package var isPickedUp: Bool {
    switch self {
    case .toStop, .atStop, .toDropoff, .complete: true
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup,
      .canceled, .unknown:
      false
    }
  }

  /// The number of stops that the ride has passed.
  package func stopsPassed(of count: Int) -> Int {
    switch self {
    case .toStop(let index), .atStop(let index): index - 1
    case .toDropoff, .complete: count
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup,
      .canceled, .unknown:
      0
    }
  }
}

/// A part of a ride between two of its places.
package enum Leg: Sendable, Hashable {
  case approach
  /// To a stop, counted from 1.
  case toStop(Int)
  case toDropoff

  package init?(_ trip: Trip) {
    switch TripStage(trip) {
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup: self = .approach
    case .toStop(let number), .atStop(let number): self = .toStop(number)
    case .toDropoff: self = .toDropoff
    case .waitingForVehicle, .complete, .canceled, .unknown: return nil
    }
  }

  package static func all(stops: Int) -> [Leg] {
    [.approach] + (0..<max(0, stops)).map { .toStop($0 + 1) } + [.toDropoff]
  }
}

/// The place that a ride goes to next, with the estimated time of arrival.
package struct NextPlace: Sendable, Hashable {
  package enum Kind: Hashable, Sendable {
    case pickup
    /// A stop, counted from 1.
    case stop(Int)
    case dropoff
  }

  package let kind: Kind
  package let eta: Timestamp?
}

extension Trip {
  /// The number of the next or present stop, from 1; bounded, because servers may send any index.
  package var nextStopNumber: Int { min(max(0, intermediateDestinationIndex), 998) + 1 }

  /// The remaining waypoints that are stops of this trip.
  package var stopsAhead: [TripWaypoint] {
    remainingWaypoints.filter { isOwnWaypoint($0) && $0.type == .intermediateDestination }
  }

  /// The waypoints up to the next one of this trip; empty if that is unknown.
  private var waypointsToNextOwn: ArraySlice<TripWaypoint> {
    remainingWaypoints.firstIndex(where: isOwnWaypoint).map { remainingWaypoints[...$0] } ?? []
  }

  /// The distance from the vehicle to this trip's next waypoint; nil if a part is unknown.
  package var metersToNextOwnWaypoint: Int? {
    guard !isFinishingAnotherTrip || !waypointsToNextOwn.isEmpty else { return nil }
    return meters(toWaypoint: max(0, waypointsToNextOwn.endIndex - 1))
  }

  /// The distance by the route from the vehicle to a remaining waypoint; nil if a part is unknown.
  package func meters(toWaypoint index: Int) -> Int? {
    guard let first = remainingDistanceMeters else { return nil }
    var sum = max(0, first)
    for waypoint in remainingWaypoints.prefix(index + 1).dropFirst() {
      guard let meters = waypoint.distanceMeters else { return nil }
      sum = sum.addingClamped(meters)
    }
    return sum
  }

  /// The distance from the vehicle to the drop-off, as far as it is known.
  package var metersToDropoff: Int? {
    remainingDistanceMeters.map { max(0, $0).addingClamped(Int(distanceOfRemainingRouteInMeters)) }
  }

  /// The meters left: to the pickup; at the pickup, of the whole route; then to the drop-off.
  ///
  /// nil if they are not known.
  package var remainingMeters: Int? {
    switch TripStage(self) {
    case .waitingForVehicle, .complete, .canceled: return nil
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup: return metersToNextOwnWaypoint
    case .atPickup:
      let meters = Int(distanceOfRemainingRouteInMeters)
      return meters > 0 ? meters : nil
    case .toStop, .atStop, .toDropoff, .unknown: return metersToDropoff
    }
  }

  /// When the vehicle arrived where it waits; nil if it is on its way, or if the server does not say.
  package var standingSince: Timestamp? {
    switch TripStage(self) {
    case .atPickup: return actualPickupArrivalPoint?.timestamp
    case .atStop(let number):
      let arrivals = actualIntermediateDestinationArrivalPoints
      return arrivals.indices.contains(number - 1) ? arrivals[number - 1].timestamp : nil
    default: return nil
    }
  }

  package var etaToNextOwnWaypoint: Timestamp? {
    isFinishingAnotherTrip ? waypointsToNextOwn.last?.eta : etaToFirstWaypoint
  }

  /// The ETA at a stop, counted from 1.
  package func etaOfStop(_ number: Int) -> Timestamp? {
    switch TripStage(self) {
    case .toStop(number), .atStop(number): return etaToNextOwnWaypoint
    default: break
    }
    let stops = stopsAhead
    let index = number - 1 - (intermediateDestinations.count - stops.count)
    return stops.indices.contains(index) ? stops[index].eta : nil
  }

  package var nextPlace: NextPlace {
    let kind = nextKind
    return NextPlace(kind: kind, eta: eta(at: kind))
  }

  private var nextKind: NextPlace.Kind {
    let stops = intermediateDestinations.count
    return switch TripStage(self) {
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup: .pickup
    case .atPickup: stops > 0 ? .stop(1) : .dropoff
    case .toStop(let number): .stop(number)
    case .atStop(let number): number < stops ? .stop(number + 1) : .dropoff
    case .toDropoff, .complete, .canceled: .dropoff
    case .unknown:
      // A status newer than this program: the route says where the ride goes.
      switch remainingWaypoints.first(where: isOwnWaypoint)?.type {
      case .pickup: .pickup
      case .intermediateDestination: .stop(max(1, stops - stopsAhead.count + 1))
      case .dropoff, .unknown, nil: .dropoff
      }
    }
  }

  /// The estimated arrival at a place of the trip; nil if it is not known.
  ///
  /// Servers may send the estimate at the next waypoint alone.
  package func eta(at kind: NextPlace.Kind) -> Timestamp? {
    let (known, type): (Timestamp?, WaypointType) =
      switch kind {
      case .pickup: (pickupTime, .pickup)
      case .stop(let number): (etaOfStop(number), .intermediateDestination)
      case .dropoff: (dropoffTime, .dropoff)
      }
    if known != nil || TripStage(self).isEnded { return known }
    if type != .intermediateDestination,
      let waypoint = remainingWaypoints.first(where: { isOwnWaypoint($0) && $0.type == type })
    {
      return waypoint.eta ?? (waypoint == remainingWaypoints.first ? etaToFirstWaypoint : nil)
    }
    let isFirst = remainingWaypoints.first.map { isOwnWaypoint($0) && $0.type == type } ?? true
    return isFirst && kind == nextKind ? etaToFirstWaypoint : nil
  }
}

extension Int {
  /// The sum with a number, between zero and the longest possible distance on Earth in meters.
  package func addingClamped(_ other: Int) -> Int {
    let longest = 1_000_000_000
    let (sum, overflow) = addingReportingOverflow(Swift.max(0, other))
    return overflow ? longest : Swift.min(Swift.max(0, sum), longest)
  }
}
