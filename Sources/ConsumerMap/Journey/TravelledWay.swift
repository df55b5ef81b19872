internal import FleetEngine
internal import Geo
internal import MapCanvas

/// The way that the vehicle was seen to go with its riders, from report to report.
///
/// The server forgets a route once it is driven; what was seen of it stays true.
struct TravelledWay: Sendable, Equatable {
  /// The most points that are kept; beyond them the way is simplified, and then its start dropped.
  private let mostPoints: Int
  /// How far along its route, in metres, a vehicle may get between two reports.
  private static let longestStep = 5_000.0
  private static let simplification = 5.0

  /// The points of the way in their order.
  private(set) var coordinates: [Coordinate] = []
  /// The way as it is drawn.
  private(set) var path = MapPath([])

  init(mostPoints: Int = 4_000) {
    self.mostPoints = mostPoints
  }

  /// Takes a trip's new state, before the motion that follows from it.
  mutating func update(_ trip: Trip, after last: VehicleMotion?) {
    switch trip.status {
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination, .enrouteToDropoff:
      break
    case .complete, .canceled:
      guard !coordinates.isEmpty else { return }
    case .new, .enrouteToPickup, .arrivedAtPickup, .unknown:
      self = TravelledWay(mostPoints: mostPoints)
      return
    }
    guard let place = trip.lastLocation?.location, place.isValid, place != coordinates.last else {
      return
    }
    if coordinates.isEmpty { coordinates = [place] } else { extend(to: place, after: last) }
    bound()
    path = MapPath(coordinates)
  }

  /// Goes on along the route that the vehicle followed, or straight where it left that.
  private mutating func extend(to place: Coordinate, after last: VehicleMotion?) {
    if let last, let route = last.route {
      let reach = last.startMeters...(last.startMeters + Self.longestStep)
      if let end = route.nearestPosition(to: place, within: reach),
        end.metersOff <= VehicleMotion.snapMeters
      {
        coordinates += route.part(fromMeters: last.startMeters, toMeters: end.metersFromStart)
        return
      }
    }
    coordinates.append(place)
  }

  private mutating func bound() {
    guard coordinates.count > mostPoints else { return }
    coordinates = Polyline(coordinates).simplified(toleranceMeters: Self.simplification).coordinates
    if coordinates.count > mostPoints / 2 {
      coordinates.removeFirst(coordinates.count - mostPoints / 2)
    }
  }
}
