internal import FleetEngine
internal import Geo

/// The route that the vehicle has driven with its riders, which the server no longer has.
struct TraveledRoute: Sendable, Equatable {
  /// The maximum number of points; a longer route is simplified, and then its start dropped.
  private let mostPoints: Int
  /// The maximum distance in meters along the route between two reports.
  private static let longestStep = 5_000.0
  /// The tolerance of the simplification in meters.
  private static let tolerance = 5.0

  var path = PreparedPath()
  var coordinates: [Coordinate] { path.coordinates }

  init(mostPoints: Int = 4_000) { self.mostPoints = mostPoints }

  /// Applies a trip's new state, with the motion before it.
  mutating func update(_ trip: Trip, after last: VehicleMotion?) {
    switch trip.status {
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination, .enrouteToDropoff:
      break
    case .complete, .canceled: guard !coordinates.isEmpty else { return }
    case .new, .enrouteToPickup, .arrivedAtPickup, .unknown:
      self = TraveledRoute(mostPoints: mostPoints)
      return
    }
    guard let place = trip.lastLocation?.location, place.isValid, place != coordinates.last else {
      return
    }
    path = PreparedPath(bounded(coordinates + addition(to: place, after: last)))
  }

  /// The way along the vehicle's route, or straight if the vehicle has left it.
  private func addition(to place: Coordinate, after last: VehicleMotion?) -> [Coordinate] {
    if !coordinates.isEmpty, let last, let route = last.route {
      let reach = last.startMeters...(last.startMeters + Self.longestStep)
      if let end = route.nearestPosition(to: place, within: reach),
        end.metersOff <= VehicleMotion.snapMeters
      {
        return route.part(fromMeters: last.startMeters, toMeters: end.metersFromStart)
      }
    }
    return [place]
  }

  private func bounded(_ coordinates: [Coordinate]) -> [Coordinate] {
    guard coordinates.count > mostPoints else { return coordinates }
    let simple = Polyline(coordinates).simplified(toleranceMeters: Self.tolerance).coordinates
    return Array(simple.suffix(mostPoints / 2))
  }
}
