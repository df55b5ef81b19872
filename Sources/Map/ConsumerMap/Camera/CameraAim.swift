internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas

struct ShownJourney: Sendable {
  var journey: Journey
  /// The vehicle's estimated position; nil without one.
  var vehicle: VehicleMotion.Position?
}

/// The subject of a map's camera; stops are numbered from 1.
public enum Steering: Sendable, Hashable {
  /// The user's choice.
  case free
  case chosenPlaces
  /// A number of trips, each as it would be shown alone.
  case trips(Int)
  case wholeTrip
  case vehicleToPickup
  /// The surroundings of the pickup.
  case pickup
  case vehicleToStop(Int)
  /// The vehicle, the next stop and the rest of the trip.
  case vehicleToStopAndDropoff(Int)
  /// The surroundings of a stop.
  case stop(Int)
  case vehicleToDropoff
}

/// The points of one trip that the camera shows.
struct CameraAim: Sendable, Equatable {
  enum Extent: Sendable, Hashable {
    case whole
    /// With room for a moving vehicle.
    case approach
    /// The surroundings of a single goal.
    case surroundings
  }

  /// The free part on each side, so that the framed points are in the calm part.
  static let padding = 0.22
  static let wholeTripPadding = 0.1
  static let zoomRange = 2.0...15.0
  static let surroundingsZoomRange = 2.0...17.0
  private static let surroundingsMeters = 250.0
  /// The minimum zoom for the whole rest of the trip, about 75 m per dot in Europe.
  private static let wholeRestZoom = 10.5

  var steering: Steering
  var goals: [Coordinate]
  var points: [Coordinate]
  var extent: Extent
}

extension CameraAim {
  /// Chooses what to show for a trip's status; nil if the trip has no place.
  init?(of shown: ShownJourney, in size: GridSize) {
    guard let trip = shown.journey.trip else { return nil }
    let places = shown.journey.places
    let aim: CameraAim? =
      switch trip.status {
      case .enrouteToPickup:
        Self.approach(.vehicleToPickup, places.first { $0.type == .tripPickupPoint }, shown)
      case .arrivedAtPickup:
        Self.surroundings(.pickup, places.first { $0.type == .tripPickupPoint })
      case .enrouteToIntermediateDestination: Self.ride(places, shown, size)
      case .arrivedAtIntermediateDestination:
        Self.surroundings(
          .stop(trip.intermediateDestinationIndex + 1),
          places.first { $0.number == trip.intermediateDestinationIndex + 1 })
      case .enrouteToDropoff:
        Self.approach(.vehicleToDropoff, places.first { $0.type == .tripDropoffPoint }, shown)
      case .new, .complete, .canceled, .unknown: nil
      }
    guard let found = aim ?? Self.wholeTrip(shown) else { return nil }
    self = found
  }

  /// All places of a trip; nil without any.
  static func wholeTrip(_ shown: ShownJourney) -> CameraAim? {
    let goals = shown.journey.places.map(\.coordinate)
    let points =
      goals + shown.journey.traveled.coordinates + (shown.vehicle.map { [$0.coordinate] } ?? [])
    guard !points.isEmpty else { return nil }
    return CameraAim(steering: .wholeTrip, goals: goals, points: points, extent: .whole)
  }

  static func chosen(_ places: [Coordinate]) -> CameraAim? {
    guard !places.isEmpty else { return nil }
    return CameraAim(steering: .chosenPlaces, goals: places, points: places, extent: .whole)
  }

  /// Returns the camera for the surroundings of a place; nil if the map has no cells.
  static func camera(around place: Coordinate, in size: GridSize) -> Camera? {
    CameraFit.camera(
      around: place, radiusMeters: surroundingsMeters, in: size, zoomRange: surroundingsZoomRange)
  }

  /// Returns the best camera; nil if the map has no cells.
  func camera(in size: GridSize) -> Camera? {
    if extent == .surroundings, let goal = goals.first {
      return Self.camera(around: goal, in: size)
    }
    guard extent == .approach, let goal = goals.first else {
      return CameraFit.camera(
        showing: points, in: size, padding: Self.wholeTripPadding, margins: .markers,
        zoomRange: Self.zoomRange)
    }
    // Not closer than the surroundings of the goal, which are shown on arrival.
    let nearest = Self.camera(around: goal, in: size)?.zoom ?? Self.zoomRange.upperBound
    return CameraFit.camera(
      showing: points, in: size, padding: Self.padding, margins: .markers,
      zoomRange: Self.zoomRange.clamped(to: Self.zoomRange.lowerBound...max(2, nearest)))
  }

  private static func surroundings(_ steering: Steering, _ place: Journey.Place?) -> CameraAim? {
    guard let place else { return nil }
    let around = [0.0, 90, 180, 270].map {
      place.coordinate.destination(bearing: $0, meters: surroundingsMeters)
    }
    return CameraAim(
      steering: steering, goals: [place.coordinate], points: around, extent: .surroundings)
  }

  /// The vehicle and its route ahead; nil without a vehicle.
  private static func routeAhead(_ shown: ShownJourney) -> [Coordinate]? {
    shown.vehicle.map {
      shown.journey.activeRoute.polyline.part(fromMeters: $0.metersFromStart ?? 0)
        + [$0.coordinate]
    }
  }

  private static func approach(
    _ steering: Steering, _ place: Journey.Place?, _ shown: ShownJourney
  ) -> CameraAim? {
    guard let place, let route = routeAhead(shown) else { return nil }
    return CameraAim(
      steering: steering, goals: [place.coordinate], points: route + [place.coordinate],
      extent: .approach)
  }

  /// The route to the next stop, with the rest of the trip if the map is large enough.
  private static func ride(
    _ places: [Journey.Place], _ shown: ShownJourney, _ size: GridSize
  ) -> CameraAim? {
    let number = (shown.journey.trip?.intermediateDestinationIndex ?? 0) + 1
    guard let route = routeAhead(shown), let stop = places.first(where: { $0.number == number })
    else { return nil }
    let rest = places.filter(\.isAhead).map(\.coordinate)
    let whole = CameraAim(
      steering: .vehicleToStopAndDropoff(number), goals: rest,
      points: route + shown.journey.remainingRoute + rest, extent: .approach)
    if size.columns >= 45, size.rows >= 10, let camera = whole.camera(in: size),
      camera.zoom >= wholeRestZoom
    {
      return whole
    }
    return approach(.vehicleToStop(number), stop, shown)
  }
}
