public import CellGrid
public import FleetEngine
public import Geo
internal import MapCanvas
internal import RidesharingConsumer
internal import Synchronization
internal import VectorTiles

/// A map that shows trips and follows them with its camera.
///
/// It owns the camera, the sessions and the styles; what it shows at a moment is a value. Cells
/// count from the map's own top left.
@MainActor
public final class MapView {
  /// Who is told what happens on the map.
  ///
  /// Whoever is set first, before or after the map has a size, is told once that it is initialized.
  public weak var delegate: (any MapViewDelegate)? {
    didSet { notifyInitialized() }
  }
  /// The styles of what the map draws.
  public let consumerMapStyleCoordinator = MapStyleCoordinator()
  /// What the map offers its user.
  public var settings = MapViewSettings()
  /// The sessions that the map shows, in the order in which they were shown.
  public private(set) var activeSessions: [any MapViewSession] = []
  /// The map's size in cells.
  public private(set) var size = GridSize(columns: 0, rows: 0)
  /// Whether nothing moves by itself: vehicles jump to their reports, the camera to its aims.
  public var isReducedMotion = false
  /// How many times faster than the clock the followed world goes, so that vehicles glide as fast as
  /// their reports move; 1 for the real one.
  public var worldSpeed = 1.0
  /// The terminal's background and colors, which decide how lines and markers look whose style has
  /// no option set; the street map has a style of its own.
  public var appearance = Appearance() {
    didSet {
      guard appearance != oldValue else { return }
      theme = MapTheme(appearance)
      onChange?()
    }
  }
  /// Where the user is; nil or invalid where that is not known.
  ///
  /// It is marked on the map, and the camera goes there for ``showMyLocation()`` only.
  public var myLocation: Coordinate? {
    didSet { if myLocation != oldValue { onChange?() } }
  }
  /// The pickup that was chosen before there is a trip; shown until a session shows a trip's own.
  public var pickupLocation: TerminalLocation? {
    didSet { chosenPlaceChanged() }
  }
  /// The stops that were chosen before there is a trip, in order; shown until a session shows a trip's
  /// own.
  public var intermediateLocations: [TerminalLocation] = [] {
    didSet { chosenPlaceChanged() }
  }
  /// The drop-off that was chosen before there is a trip; shown until a session shows a trip's own.
  public var dropoffLocation: TerminalLocation? {
    didSet { chosenPlaceChanged() }
  }

  /// The street map under the trips; nil for none.
  ///
  /// Its tiles come when they may: ``baseMapChanged()`` is what their store is to call then.
  public var baseMap: BaseMap? {
    didSet {
      baseMapPainter.reset()
      attribution = baseMap?.tiles.metadata.plainAttribution.map { SafeText($0) }
      baseMapProblem = nil
      onChange?()
    }
  }
  /// Why there is no street map though there should be one; nil while all is well.
  public var baseMapProblem: SafeText? {
    didSet { if baseMapProblem != oldValue { onChange?() } }
  }
  /// Called when there is another picture to ask for, beside what the sessions' models tell.
  public var onChange: (() -> Void)?

  /// The markers and lines that an app has put on the map, by keys of its own choice; drawn in the
  /// order of the keys.
  public var overlays: [Int: MapOverlay] = [:] {
    didSet { onChange?() }
  }

  /// Where the camera is and what moves it.
  var autoCamera = AutoCamera()
  /// The last time that the camera was sent to the user's own place; nil once it is back.
  var ownPlaceVisit: OwnPlaceVisit?
  /// What was shown last.
  var shown = MapSnapshot()
  /// What of the camera the delegate has been told.
  var cameraReports = CameraReports()
  private var theme = MapTheme(Appearance())
  private var baseMapPainter = BaseMapPainter()
  private var attribution: SafeText?
  private var areChosenPlacesCleared = false
  /// What is drawn of trips that are no longer followed.
  var stills: [StillJourney] = []
  private var isInitialized = false
  private var isInitializationTold = false
  private nonisolated let isChangeOnItsWay = Atomic<Bool>(false)

  /// Creates a map without a size.
  public init() {}

  /// Shows a session, beside those that are shown already.
  ///
  /// Before the map has a size the session follows its trip already, and is drawn from then on.
  ///
  /// - Parameter session: The session; one that is shown already stays as it is, one that another
  ///   map shows leaves that.
  public func show(_ session: any MapViewSession) {
    guard !activeSessions.contains(where: { $0 === session }) else { return }
    session.hostMapView?.hide(session)
    let tripName = (session as? JourneySharingSession)?.tripModel.tripName
    stills.removeAll { $0.tripName == tripName }
    activeSessions.append(session)
    session.didAddToMapView(self)
    autoCamera.frameAnew()
  }

  /// Removes a session; one that is not shown is left alone.
  public func hide(_ session: any MapViewSession) {
    guard activeSessions.contains(where: { $0 === session }) else { return }
    remove(session)
    autoCamera.frameAnew()
  }

  /// Ceases to show a session and leaves the camera where it is.
  func remove(_ session: any MapViewSession) {
    activeSessions.removeAll { $0 === session }
    session.didRemoveFromMapView(self)
  }

  /// Ceases to show all sessions.
  public func hideAllMapViewSessions() {
    for session in activeSessions { hide(session) }
    stills = []
  }

  /// Takes all lines and markers off the map: those of trips, of chosen places, and ``overlays``.
  ///
  /// Sessions stay active and the camera goes on following them. They are drawn again after
  /// ``redrawRidesharingOverlays()``; a session that is shown and a place that is chosen later are
  /// drawn at once. The user's own place stays.
  public func clear() {
    for session in journeySessions { session.isCleared = true }
    stills = []
    areChosenPlacesCleared = true
    if !overlays.isEmpty { overlays = [:] }
  }

  /// Prepares all lines and markers anew from what is known of the trips, and draws them all.
  public func redrawRidesharingOverlays() {
    for session in journeySessions { session.redraw() }
    areChosenPlacesCleared = false
  }

  /// Sets the map's size in cells.
  public func resize(to size: GridSize) {
    guard size != self.size else { return }
    self.size = size
    if isAllowCameraAutoUpdate { autoCamera.frame() }
    guard !isInitialized, size.columns > 0, size.rows > 0 else { return }
    isInitialized = true
    notifyInitialized()
  }

  /// What the map showed after its last step.
  public var snapshot: MapSnapshot { shown }

  /// Takes a step to a moment, as ``advance(to:)`` does.
  public func snapshot(at now: Duration) -> MapSnapshot { advance(to: now) }

  /// Moves the camera and the vehicles on to a later moment, on the clock of the trip models, and
  /// returns what the map shows then.
  @discardableResult
  public func advance(to now: Duration) -> MapSnapshot {
    var builder = SceneBuilder(
      polylineStyles: consumerMapStyleCoordinator.polylines,
      markerStyles: consumerMapStyleCoordinator.markers,
      theme: theme
    )
    let chosen = chosenPlaces
    var subjects = CameraSubjects(places: chosen.map(\.coordinate), revision: revision)
    var drawn: [VehicleMotion.Position] = []
    for session in journeySessions {
      let vehicle = session.journey.vehicle(at: now, isReduced: isReducedMotion)
      subjects.trips.append(ShownJourney(journey: session.journey, vehicle: vehicle))
      guard !session.isCleared else { continue }
      session.draw(into: &builder, vehicle: vehicle)
      if let vehicle { drawn.append(vehicle) }
    }
    for index in stills.indices {
      let vehicle = stills[index].journey.vehicle(at: now, isReduced: true)
      subjects.trips.append(ShownJourney(journey: stills[index].journey, vehicle: vehicle))
      builder.add(
        &stills[index].journey,
        vehicle: vehicle,
        isVehicleHollow: stills[index].isVehicleDoubtful,
        tripName: stills[index].tripName
      )
      if let vehicle { drawn.append(vehicle) }
    }
    if !areChosenPlacesCleared {
      for place in chosen { builder.add(place, tripName: nil) }
    }
    if let place = myPlace { builder.add(place, tripName: nil) }
    builder.add(overlays)
    autoCamera.steer(subjects, in: size, at: now, motion: cameraMotion)
    var snapshot = MapSnapshot(isAutoCamera: isAllowCameraAutoUpdate)
    snapshot.scene = builder.scene
    snapshot.markerSubjects = builder.subjects
    snapshot.camera = isInitialized ? autoCamera.pilot.camera(at: now) : nil
    snapshot.steering = snapshot.camera == nil ? nil : autoCamera.steering
    snapshot.vehicle = drawn.last?.coordinate
    paintBaseMap(in: &snapshot)
    snapshot.nextChange = nextChange(drawn, at: now)
    snapshot.isMoving = snapshot.nextChange != nil
    shown = snapshot
    reportCamera(isOnItsWay: autoCamera.pilot.isMoving(at: now))
    return snapshot
  }

  /// The lines and markers of a snapshot over the street map, in the colors of now; the camera
  /// stays.
  public func redrawn(_ snapshot: MapSnapshot) -> MapSnapshot {
    var snapshot = snapshot
    snapshot.scene = snapshot.scene.restyled(
      theme,
      subjects: snapshot.markerSubjects,
      polylineStyles: consumerMapStyleCoordinator.polylines,
      markerStyles: consumerMapStyleCoordinator.markers
    )
    paintBaseMap(in: &snapshot)
    return snapshot
  }

  /// The name of the street nearest to a place; nil without a street map, or where its tile is not
  /// loaded.
  public func street(near place: Coordinate) -> SafeText? {
    baseMap.flatMap { baseMapPainter.street(near: place, on: $0) }
  }

  /// Says, on any thread, that the street map's tiles have changed, as their store does.
  ///
  /// However often it is called, ``onChange`` is called once until it has been.
  public nonisolated func baseMapChanged() {
    guard !isChangeOnItsWay.exchange(true, ordering: .relaxed) else { return }
    // Not structured: a store's threads do not wait for the map.
    Task { @MainActor [weak self] in
      self?.isChangeOnItsWay.store(false, ordering: .relaxed)
      self?.onChange?()
    }
  }

  /// The cells of the map.
  var rect: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  /// The sessions that show trips.
  var journeySessions: [JourneySharingSession] {
    activeSessions.compactMap { $0 as? JourneySharingSession }
  }

  /// Counts the changes of all trips that are shown.
  var revision: Int { journeys.reduce(0) { $0 + $1.revision } }

  /// The chosen places that no trip has of its own.
  private var chosenPlaces: [Journey.Place] {
    let shown = Set(journeys.flatMap { $0.places.map(\.type) })
    let stops = intermediateLocations.enumerated().map { index, stop in
      Self.place(stop.point, .intermediateDestination, index + 1)
    }
    let chosen =
      [Self.place(pickupLocation?.point, .tripPickupPoint)] + stops
      + [Self.place(dropoffLocation?.point, .tripDropoffPoint)]
    return chosen.compactMap { $0 }.filter { !shown.contains($0.type) }
  }

  private var myPlace: Journey.Place? { Self.place(myLocation, .unknown) }

  private static func place(
    _ coordinate: Coordinate?,
    _ type: CustomizableMarkerType,
    _ number: Int = 0
  ) -> Journey.Place? {
    guard let coordinate, coordinate.isValid else { return nil }
    return Journey.Place(coordinate: coordinate, type: type, number: number, isAhead: true)
  }

  private func chosenPlaceChanged() {
    areChosenPlacesCleared = false
    autoCamera.frameAnew()
  }

  private func notifyInitialized() {
    guard isInitialized, !isInitializationTold, let delegate else { return }
    isInitializationTold = true
    delegate.mapViewDidInitialize(self)
    delegate.mapViewDidInitializeCustomerState(self)
  }

  private func paintBaseMap(in snapshot: inout MapSnapshot) {
    snapshot.baseMap = nil
    snapshot.attribution = nil
    snapshot.vehicleStreet = nil
    snapshot.baseMapProblem = baseMapProblem
    guard let baseMap, let camera = snapshot.camera else { return }
    snapshot.baseMap = baseMapPainter.picture(
      of: baseMap,
      camera: camera,
      size: size,
      lines: snapshot.scene.polylines,
      vehicle: snapshot.vehicle,
      revision: journeys.reduce(0) { $0 + $1.lineRevision },
      ahead: { journeySessions.first?.journey.wayAhead ?? [] }
    )
    snapshot.baseMapProblem = baseMap.tiles.status.lastError.map { SafeText($0.notice) }
    guard snapshot.baseMap != nil else { return }
    snapshot.attribution = attribution
    snapshot.vehicleStreet = baseMapPainter.vehicleStreet
  }
}
