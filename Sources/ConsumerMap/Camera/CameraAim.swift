internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// A trip that a map shows, at a moment.
struct ShownJourney: Sendable {
  var journey: Journey
  /// Where the vehicle is shown; nil without one.
  var vehicle: VehicleMotion.Position?
}

/// What the camera is to show of one trip.
struct CameraAim: Sendable, Equatable {
  /// How its points are put into the view.
  enum Extent: Sendable, Hashable {
    /// All of them, as large as they fit.
    case whole
    /// With room for a vehicle that moves.
    case approach
    /// The surroundings of the one goal.
    case surroundings
  }

  /// The part to leave free on each side, so that all that is framed lies in the calm part.
  static let padding = 0.22
  static let wholeTripPadding = 0.1
  static let zoomRange = 2.0...15.0
  static let surroundingsZoomRange = 2.0...17.0
  private static let surroundingsMeters = 250.0
  /// The zoom at which the whole rest of the trip is still worth a look, some 75 m a dot at the
  /// latitudes of Europe.
  private static let wholeRestZoom = 10.5

  var steering: Steering
  /// The fixed places that are shown.
  var goals: [Coordinate]
  /// All that is to be in sight.
  var points: [Coordinate]
  var extent: Extent

  /// Finds what to show of a trip in its present status, or nil if nothing of it has a place.
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
          places.first { $0.number == trip.intermediateDestinationIndex + 1 }
        )
      case .enrouteToDropoff:
        Self.approach(.vehicleToDropoff, places.first { $0.type == .tripDropoffPoint }, shown)
      case .new, .complete, .canceled, .unknown: nil
      }
    guard let found = aim ?? Self.wholeTrip(shown) else { return nil }
    self = found
  }

  private init(
    _ steering: Steering,
    goals: [Coordinate],
    points: [Coordinate],
    extent: Extent
  ) {
    self.steering = steering
    self.goals = goals
    self.points = points
    self.extent = extent
  }

  /// All that is known of a trip; nil if nothing of it has a place.
  static func wholeTrip(_ shown: ShownJourney) -> CameraAim? {
    let goals = shown.journey.places.map(\.coordinate)
    let points =
      goals + shown.journey.travelled.coordinates + (shown.vehicle.map { [$0.coordinate] } ?? [])
    guard !points.isEmpty else { return nil }
    return CameraAim(.wholeTrip, goals: goals, points: points, extent: .whole)
  }

  /// Places that were chosen before there is a trip; nil for none.
  static func chosen(_ places: [Coordinate]) -> CameraAim? {
    guard !places.isEmpty else { return nil }
    return CameraAim(.chosenPlaces, goals: places, points: places, extent: .whole)
  }

  /// The camera that shows a place with its surroundings, or nil if the map has no cells.
  static func camera(around place: Coordinate, in size: GridSize) -> Camera? {
    CameraFit.camera(
      around: place,
      radiusMeters: surroundingsMeters,
      in: size,
      zoomRange: surroundingsZoomRange
    )
  }

  /// The camera that shows it best, or nil if the map has no cells.
  func camera(in size: GridSize) -> Camera? {
    if extent == .surroundings, let goal = goals.first {
      return Self.camera(around: goal, in: size)
    }
    guard extent == .approach, let goal = goals.first else {
      return CameraFit.camera(
        showing: points,
        in: size,
        padding: Self.wholeTripPadding,
        zoomRange: Self.zoomRange
      )
    }
    // Nearer than the goal is shown once it is reached, the camera would have to go back there.
    let nearest = Self.camera(around: goal, in: size)?.zoom ?? Self.zoomRange.upperBound
    return CameraFit.camera(
      showing: points,
      in: size,
      padding: Self.padding,
      zoomRange: Self.zoomRange.clamped(to: Self.zoomRange.lowerBound...max(2, nearest))
    )
  }

  private static func surroundings(_ steering: Steering, _ place: Journey.Place?) -> CameraAim? {
    guard let place else { return nil }
    let around = [0.0, 90, 180, 270].map {
      place.coordinate.destination(bearing: $0, meters: surroundingsMeters)
    }
    return CameraAim(steering, goals: [place.coordinate], points: around, extent: .surroundings)
  }

  /// The vehicle and the part of its route that lies ahead; nil without a vehicle.
  private static func wayAhead(_ shown: ShownJourney) -> [Coordinate]? {
    shown.vehicle.map {
      shown.journey.activeRoute.polyline.part(fromMeters: $0.metersFromStart ?? 0)
        + [$0.coordinate]
    }
  }

  private static func approach(
    _ steering: Steering,
    _ place: Journey.Place?,
    _ shown: ShownJourney
  ) -> CameraAim? {
    guard let place, let way = wayAhead(shown) else { return nil }
    return CameraAim(
      steering,
      goals: [place.coordinate],
      points: way + [place.coordinate],
      extent: .approach
    )
  }

  /// The way to the next stop, with all after it where that fits; a small map shows the next only.
  private static func ride(
    _ places: [Journey.Place],
    _ shown: ShownJourney,
    _ size: GridSize
  ) -> CameraAim? {
    let number = (shown.journey.trip?.intermediateDestinationIndex ?? 0) + 1
    guard let way = wayAhead(shown), let stop = places.first(where: { $0.number == number }) else {
      return nil
    }
    let rest = places.filter(\.isAhead).map(\.coordinate)
    let whole = CameraAim(
      .vehicleToStopAndDropoff(number),
      goals: rest,
      points: way + shown.journey.remainingRoute + rest,
      extent: .approach
    )
    if size.columns >= 45, size.rows >= 10, let camera = whole.camera(in: size),
      camera.zoom >= wholeRestZoom
    {
      return whole
    }
    return approach(.vehicleToStop(number), stop, shown)
  }
}
