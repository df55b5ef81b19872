internal import FleetEngine
internal import Geo
internal import MapCanvas

/// The route that the vehicle has driven with its riders, which the server no longer has.
struct TravelledRoute: Sendable, Equatable {
  /// The maximum number of points; a longer route is simplified, and then its start dropped.
  private let mostPoints: Int
  /// The maximum distance in metres along the route between two reports.
  private static let longestStep = 5_000.0
  /// The tolerance of the simplification in metres.
  private static let tolerance = 5.0

  private(set) var coordinates: [Coordinate] = []
  private(set) var path = MapPath([])

  init(mostPoints: Int = 4_000) {
    self.mostPoints = mostPoints
  }

  /// Applies a trip's new state, with the motion before it.
  mutating func update(_ trip: Trip, after last: VehicleMotion?) {
    switch trip.status {
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination, .enrouteToDropoff:
      break
    case .complete, .canceled:
      guard !coordinates.isEmpty else { return }
    case .new, .enrouteToPickup, .arrivedAtPickup, .unknown:
      self = TravelledRoute(mostPoints: mostPoints)
      return
    }
    guard let place = trip.lastLocation?.location, place.isValid, place != coordinates.last else {
      return
    }
    if coordinates.isEmpty { coordinates = [place] } else { extend(to: place, after: last) }
    bound()
    path = MapPath(coordinates)
  }

  /// Continues along the vehicle's route, or straight if the vehicle has left it.
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
    coordinates = Polyline(coordinates).simplified(toleranceMeters: Self.tolerance).coordinates
    if coordinates.count > mostPoints / 2 {
      coordinates.removeFirst(coordinates.count - mostPoints / 2)
    }
  }
}
