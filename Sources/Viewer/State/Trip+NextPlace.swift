internal import FleetEngine
internal import RidesharingConsumer

/// A place that a ride goes to next, as people call it, with the time it is expected there.
struct NextPlace: Equatable {
  /// What the place is to the ride.
  enum Kind: Hashable, Sendable {
    case pickup
    /// A stop, counted from 1.
    case stop(Int)
    case dropoff

    /// The place's name for people.
    var label: String {
      switch self {
      case .pickup: Catalogue.pickup
      case .stop(let number): Catalogue.stop(number)
      case .dropoff: Catalogue.dropoff
      }
    }
  }

  let kind: Kind
  let eta: Timestamp?

  /// The place's name for people.
  var label: String { kind.label }
}

extension Trip {
  /// The number of the next or present stop, from 1; bounded, because a server may say anything.
  var nextStopNumber: Int { min(max(0, intermediateDestinationIndex), 998) + 1 }

  /// The waypoints up to and with the next one of this trip; empty where that is not known.
  private var waypointsToNextOwn: ArraySlice<TripWaypoint> {
    remainingWaypoints.firstIndex(where: isOwnWaypoint).map { remainingWaypoints[...$0] } ?? []
  }

  /// Metres from the vehicle to this trip's next waypoint; nil where a part of it is not known.
  var metersToNextOwnWaypoint: Int? {
    guard !isFinishingAnotherTrip || !waypointsToNextOwn.isEmpty else { return nil }
    return meters(toWaypoint: max(0, waypointsToNextOwn.endIndex - 1))
  }

  /// Metres by the route from the vehicle to a remaining waypoint, the last at most; nil where a
  /// part is not known.
  func meters(toWaypoint index: Int) -> Int? {
    guard let first = remainingDistanceMeters else { return nil }
    var sum = max(0, first)
    for waypoint in remainingWaypoints.prefix(index + 1).dropFirst() {
      guard let meters = waypoint.distanceMeters else { return nil }
      sum = sum.addingClamped(meters)
    }
    return sum
  }

  /// Metres from the vehicle to the drop-off, as far as they are known.
  var metersToDropoff: Int? {
    remainingDistanceMeters.map {
      max(0, $0).addingClamped(Int(distanceOfRemainingRouteInMeters))
    }
  }

  /// When the vehicle is expected at this trip's next waypoint.
  var etaToNextOwnWaypoint: Timestamp? {
    isFinishingAnotherTrip ? waypointsToNextOwn.last?.eta : etaToFirstWaypoint
  }

  /// When the vehicle is expected at a stop, counted from 1; nil where that is not known.
  func etaOfStop(_ number: Int) -> Timestamp? {
    switch TripStage(self) {
    case .toStop(number), .atStop(number): return etaToNextOwnWaypoint
    default: break
    }
    let stops = remainingWaypoints.filter {
      isOwnWaypoint($0) && $0.type == .intermediateDestination
    }
    let index = number - 1 - (intermediateDestinations.count - stops.count)
    return stops.indices.contains(index) ? stops[index].eta : nil
  }

  /// Where the ride goes next.
  var nextPlace: NextPlace {
    switch TripStage(self) {
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup:
      NextPlace(kind: .pickup, eta: pickupTime)
    case .atPickup: placeAfter(stop: 0)
    case .toStop(let number): NextPlace(kind: .stop(number), eta: etaOfStop(number))
    case .atStop(let number): placeAfter(stop: number)
    case .toDropoff, .complete, .canceled, .unknown:
      NextPlace(kind: .dropoff, eta: dropoffTime)
    }
  }

  private func placeAfter(stop number: Int) -> NextPlace {
    number < intermediateDestinations.count
      ? NextPlace(kind: .stop(number + 1), eta: etaOfStop(number + 1))
      : NextPlace(kind: .dropoff, eta: dropoffTime)
  }
}

extension Int {
  /// The sum with a number, neither below zero nor beyond what a distance on Earth can be.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(Swift.max(0, other))
    return overflow ? Self.longestMeters : Swift.min(Swift.max(0, sum), Self.longestMeters)
  }

  private static let longestMeters = 1_000_000_000
}
