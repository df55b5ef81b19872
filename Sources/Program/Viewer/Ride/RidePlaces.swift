public import FleetEngine
internal import Geo
internal import RidesharingConsumer

struct PlaceMove: Equatable, Sendable {
  let kind: NextPlace.Kind
  let place: Coordinate
  let meters: Int

  /// The move as a sentence without its end.
  func sentence(_ settings: ViewerSettings) -> String {
    let distance = Quantities.distance(meters: meters, units: settings.units)
    return "\(kind.label) moved by \(distance)"
  }
}

/// The places of a ride, to detect that the server moves them.
struct RidePlaces: Equatable, Sendable {
  /// The shortest move that counts, in meters; shorter ones add up until they reach it.
  static let shortestMove = 25.0

  private var pickup: Coordinate?
  private var stops: [Coordinate?] = []
  private var dropoff: Coordinate?

  /// Returns the places that were moved since the last call, in the order of the ride.
  ///
  /// Passed places count as not moved, and so do all stops when one is added or removed.
  mutating func update(_ trip: Trip) -> [PlaceMove] {
    let stage = TripStage(trip)
    var moves: [PlaceMove] = []
    func move(
      _ kind: NextPlace.Kind, _ known: inout Coordinate?, _ point: Coordinate?, _ isAhead: Bool
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

/// The places of a trip that the server has moved since the last line about it.
public struct MovedPlaces: Sendable {
  private var places = RidePlaces()
  /// The moves that no line has reported yet.
  private(set) var pending: [PlaceMove] = []
  private static let maximumPending = 100

  /// Creates a value without a trip.
  public init() {}

  /// Adds the places that have moved since the last update of the trip.
  public mutating func update(_ trip: Trip) {
    pending = (pending + places.update(trip)).suffix(Self.maximumPending)
  }

  /// Forgets the moves that a line has reported.
  public mutating func markReported() { pending = [] }
}
