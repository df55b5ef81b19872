internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// What the camera is to show of a journey.
///
/// Source: the row "Frame by status" of the user interface study, section 1.7.
struct Framing: Sendable, Equatable {
  /// The share of the view, in the middle, in which the vehicle may move without the camera.
  static let calmPart = 0.6
  /// The difference from the ideal zoom at which the camera follows.
  static let calmZoom = 0.5
  /// The part to leave free on each side, so that all that is framed lies in the calm part.
  private static let padding = 0.22
  private static let wholeTripPadding = 0.1
  private static let zoomRange = 2.0...15.0
  private static let surroundingsZoomRange = 2.0...17.0
  private static let surroundingsMeters = 250.0
  /// The zoom at which the whole rest of the trip is still worth a look, some 75 m a dot at the
  /// latitudes of Europe.
  private static let wholeRestZoom = 10.5

  var steering: Steering
  /// The fixed places that are shown.
  var goals: [Coordinate]
  /// The camera that shows them best.
  var ideal: Camera

  /// Finds what to show, or nil if nothing has a place.
  ///
  /// - Parameters:
  ///   - journey: The journey.
  ///   - vehicle: Where the vehicle is shown.
  ///   - size: The map's size in cells.
  init?(of journey: Journey, vehicle: VehicleMotion.Position?, in size: GridSize) {
    guard let trip = journey.trip else { return nil }
    let places = journey.places
    let route = vehicle.map {
      journey.activeRoute.polyline.part(fromMeters: $0.metersFromStart ?? 0) + [$0.coordinate]
    }
    let framing: Framing? =
      switch trip.status {
      case .enrouteToPickup:
        Self.approach(.vehicleToPickup, places.first { $0.type == .tripPickupPoint }, route, size)
      case .arrivedAtPickup:
        Self.surroundings(.pickup, places.first { $0.type == .tripPickupPoint }, size)
      case .enrouteToIntermediateDestination: Self.ride(journey, places, route, size)
      case .arrivedAtIntermediateDestination:
        Self.surroundings(
          .stop(trip.intermediateDestinationIndex + 1),
          places.first { $0.number == trip.intermediateDestinationIndex + 1 },
          size
        )
      case .enrouteToDropoff:
        Self.approach(
          .vehicleToDropoff,
          places.first { $0.type == .tripDropoffPoint },
          route,
          size
        )
      case .new, .complete, .canceled, .unknown: nil
      }
    guard let found = framing ?? Self.wholeTrip(journey, vehicle, size) else { return nil }
    self = found
  }

  /// The framing of the whole trip.
  static func wholeTrip(
    _ journey: Journey,
    _ vehicle: VehicleMotion.Position?,
    _ size: GridSize
  ) -> Framing? {
    let goals = journey.places.map(\.coordinate)
    let all = goals + journey.travelled.coordinates + (vehicle.map { [$0.coordinate] } ?? [])
    return CameraFit.camera(
      showing: all,
      in: size,
      padding: wholeTripPadding,
      zoomRange: zoomRange
    ).map { Framing(steering: .wholeTrip, goals: goals, ideal: $0) }
  }

  private init(steering: Steering, goals: [Coordinate], ideal: Camera) {
    self.steering = steering
    self.goals = goals
    self.ideal = ideal
  }

  private static func surroundings(
    _ steering: Steering,
    _ place: Journey.Place?,
    _ size: GridSize
  ) -> Framing? {
    guard let place else { return nil }
    return CameraFit.camera(
      around: place.coordinate,
      radiusMeters: surroundingsMeters,
      in: size,
      zoomRange: surroundingsZoomRange
    ).map { Framing(steering: steering, goals: [place.coordinate], ideal: $0) }
  }

  private static func approach(
    _ steering: Steering,
    _ place: Journey.Place?,
    _ route: [Coordinate]?,
    _ size: GridSize
  ) -> Framing? {
    guard let place, let route else { return nil }
    return CameraFit.camera(
      showing: route + [place.coordinate],
      in: size,
      padding: padding,
      zoomRange: zoomRange
    ).map { Framing(steering: steering, goals: [place.coordinate], ideal: $0) }
  }

  /// The way to the next stop, with all after it where that fits; a small map shows the next only.
  private static func ride(
    _ journey: Journey,
    _ places: [Journey.Place],
    _ route: [Coordinate]?,
    _ size: GridSize
  ) -> Framing? {
    let number = (journey.trip?.intermediateDestinationIndex ?? 0) + 1
    guard let route, let stop = places.first(where: { $0.number == number }) else { return nil }
    let rest = places.filter(\.isAhead).map(\.coordinate)
    if size.columns >= 45, size.rows >= 10,
      let whole = CameraFit.camera(
        showing: route + journey.remainingRoute + rest,
        in: size,
        padding: padding,
        zoomRange: zoomRange
      ),
      whole.zoom >= wholeRestZoom
    {
      return Framing(steering: .vehicleToStopAndDropoff(number), goals: rest, ideal: whole)
    }
    return approach(.vehicleToStop(number), stop, route, size)
  }
}
