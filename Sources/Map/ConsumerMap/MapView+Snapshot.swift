internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer
internal import VectorTiles

extension MapView {
  /// The shortest time between two frames.
  private static let frameTime: Duration = .milliseconds(100)
  private static let slowestFrameTime: Duration = .seconds(1)
  /// The frames of a camera movement over a base map, where each frame is drawn completely.
  private static let cameraSteps = 2

  /// The last snapshot.
  public var snapshot: MapSnapshot { shown }

  /// Moves the camera and the vehicles to a later time, on the clock of the trip models, and returns
  /// the map's content.
  @discardableResult
  public func advance(to now: Duration) -> MapSnapshot { advance(to: now, trips: now) }

  /// Advances the map as ``advance(to:)`` does, and its trips to a moment of a recording.
  package func advance(to now: Duration, trips moment: Duration, rate: Double = 1) -> MapSnapshot {
    var builder = SceneBuilder(styles)
    let chosen = chosenPlaces
    var subjects = CameraSubjects(places: chosen.map(\.coordinate), revision: revision)
    let vehicles = drawTrips(with: &builder, at: moment, subjects: &subjects)
    if !areChosenPlacesCleared { for place in chosen { builder.add(place, tripName: nil) } }
    if let place = Journey.Place(myLocation, .unknown) { builder.add(place, tripName: nil) }
    builder.add(overlays)
    autoCamera.steer(subjects, in: size, at: now, motion: cameraMotion)
    var snapshot = MapSnapshot(isAutoCamera: isAllowCameraAutoUpdate)
    snapshot.scene = builder.scene
    snapshot.markerSubjects = builder.subjects
    snapshot.camera = isInitialized ? autoCamera.animation.camera(at: now) ?? defaultCamera : nil
    snapshot.steering = snapshot.camera == nil ? nil : autoCamera.steering
    snapshot.vehicle = vehicles.last?.coordinate
    snapshot.vehicleHeading = vehicles.last?.heading
    snapshot.halt = subjects.trips.last?.journey.trail.present?.duration
    paintBaseMap(in: &snapshot)
    snapshot.nextChange = nextChange(vehicles, at: now, rate: rate)
    snapshot.isMoving = snapshot.nextChange != nil
    shown = snapshot
    reportCamera(isMoving: autoCamera.animation.isMoving(at: now))
    return snapshot
  }

  /// Returns a snapshot in the current colors and over the current base map; the camera stays.
  public func redrawn(_ snapshot: MapSnapshot) -> MapSnapshot {
    var snapshot = snapshot
    snapshot.scene = snapshot.scene.restyled(styles, subjects: snapshot.markerSubjects)
    paintBaseMap(in: &snapshot)
    return snapshot
  }

  private var styles: MapStyles {
    let coordinator = consumerMapStyleCoordinator
    return MapStyles(
      polylines: coordinator.polylines, markers: coordinator.markers, colors: colors,
      colorDepth: appearance.colorDepth)
  }

  /// Draws all trips and returns the vehicles that were drawn.
  private func drawTrips(
    with builder: inout SceneBuilder, at now: Duration, subjects: inout CameraSubjects
  ) -> [VehicleMotion.Position] {
    var vehicles: [VehicleMotion.Position] = []
    func draw(
      _ journey: inout Journey, _ tripName: String, isOld: Bool, isReduced: Bool = true,
      isDrawn: Bool = true
    ) {
      let vehicle = journey.vehicle(at: now, isReduced: isReduced)
      subjects.trips.append(ShownJourney(journey: journey, vehicle: vehicle))
      guard isDrawn else { return }
      builder.add(&journey, vehicle: vehicle, isVehicleOld: isOld, tripName: tripName)
      if let vehicle { vehicles.append(vehicle) }
    }
    for session in journeySessions {
      draw(
        &session.journey, session.tripModel.tripName, isOld: session.isVehicleDoubtful,
        isReduced: isReducedMotion, isDrawn: !session.isCleared)
    }
    for index in endedJourneys.indices {
      let (tripName, isOld) = (
        endedJourneys[index].tripName, endedJourneys[index].isVehicleDoubtful
      )
      draw(&endedJourneys[index].journey, tripName, isOld: isOld)
    }
    return vehicles
  }

  /// The chosen places of kinds that no trip has.
  private var chosenPlaces: [Journey.Place] {
    let shown = Set(journeys.flatMap { $0.places.map(\.type) })
    let stops = intermediateLocations.enumerated().map { index, stop in
      Journey.Place(stop.point, .intermediateDestination, number: index + 1)
    }
    let places =
      [Journey.Place(pickupLocation?.point, .tripPickupPoint)] + stops
      + [Journey.Place(dropoffLocation?.point, .tripDropoffPoint)]
    return places.compactMap { $0 }.filter { !shown.contains($0.type) }
  }

  private var cameraMotion: CameraAnimation.Motion {
    isReducedMotion ? .jump : shown.baseMap == nil ? .smooth : .steps(Self.cameraSteps)
  }

  /// The time of the next frame; nil while nothing moves.
  private func nextChange(
    _ vehicles: [VehicleMotion.Position], at now: Duration, rate: Double
  ) -> Duration? {
    if let move = autoCamera.animation.nextChange(after: now, frameTime: Self.frameTime) {
      return move
    }
    guard rate > 0, let camera = autoCamera.animation.camera(at: now) else { return nil }
    let timesPerDot = vehicles.filter { $0.speed > 0 }.map {
      Duration.seconds(min(60, camera.metersPerDot / ($0.speed * rate)))
    }
    return timesPerDot.min().map { now + max(Self.frameTime, min(Self.slowestFrameTime, $0)) }
  }

  private func paintBaseMap(in snapshot: inout MapSnapshot) {
    snapshot.baseMap = nil
    snapshot.awaitsBaseMap = false
    snapshot.attribution = nil
    snapshot.vehicleStreet = nil
    snapshot.baseMapProblem = baseMapProblem
    guard let baseMap, let camera = snapshot.camera else { return }
    snapshot.baseMap = baseMapPainter.picture(
      of: baseMap, camera: camera, size: size, lines: snapshot.scene.polylines,
      vehicle: snapshot.vehicle, revision: journeys.reduce(0) { $0 + $1.lineRevision },
      ahead: { journeySessions.first?.journey.routeAhead ?? [] })
    let status = baseMap.tiles.status
    awaitsTiles = status.loadingNow > 0
    snapshot.baseMapProblem = (status.lastError?.notice ?? status.blankReason).map { SafeText($0) }
    snapshot.awaitsBaseMap = awaitsTiles && snapshot.baseMap == nil
    guard snapshot.baseMap != nil else { return }
    snapshot.attribution = attribution
    snapshot.vehicleStreet = baseMapPainter.vehicleStreet
  }
}
