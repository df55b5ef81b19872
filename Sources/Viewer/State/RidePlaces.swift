internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// A place of a ride that the server has moved.
struct PlaceMove: Equatable, Sendable {
  let kind: NextPlace.Kind
  /// Where the place is now.
  let place: Coordinate
  /// How far it moved, in meters.
  let meters: Int
}

/// Where a ride's places were when their last move was noticed.
struct RidePlaces: Equatable, Sendable {
  /// The shortest move that is noticed, in meters; shorter ones add up until they reach it.
  static let shortestMove = 25.0

  private var pickup: Coordinate?
  private var stops: [Coordinate?] = []
  private var dropoff: Coordinate?

  /// Finds the places that were moved since the last call, and remembers where they are.
  ///
  /// Places that the ride has passed, and stops that were added or removed, count as not moved.
  ///
  /// - Parameter trip: The trip as the server describes it now.
  /// - Returns: The moves in the order of the ride.
  mutating func update(_ trip: Trip) -> [PlaceMove] {
    let stage = TripStage(trip)
    var moves: [PlaceMove] = []
    func move(
      _ kind: NextPlace.Kind,
      _ known: inout Coordinate?,
      _ point: Coordinate?,
      _ isAhead: Bool
    ) {
      guard let point, point.isValid else { return }
      guard let old = known, isAhead else {
        known = point
        return
      }
      let meters = old.meters(to: point)
      guard meters >= Self.shortestMove else { return }
      moves.append(PlaceMove(kind: kind, place: point, meters: Int(meters.rounded())))
      known = point
    }
    move(.pickup, &pickup, trip.pickupPoint?.point, !stage.isPickedUp && !stage.isEnded)
    let points = trip.intermediateDestinations.map(\.point)
    if points.count == stops.count {
      let passed = stage.stopsPassed(of: points.count)
      for index in points.indices {
        move(.stop(index + 1), &stops[index], points[index], index >= passed && !stage.isEnded)
      }
    } else {
      stops = points.map { $0.flatMap { $0.isValid ? $0 : nil } }
    }
    move(.dropoff, &dropoff, trip.dropoffPoint?.point, !stage.isEnded)
    return moves
  }
}
