public import CellGrid
public import FleetEngine
public import Geo
public import MapCanvas
internal import RidesharingConsumer
internal import Synchronization
internal import VectorTiles

/// A map that shows trips and follows them with its camera.
///
/// It owns the camera, the sessions and the styles; ``advance(to:)`` returns its content as a value.
/// Cells count from the map's top left.
@MainActor public final class MapView {
  /// Receives the map's events; the first delegate is notified when the map has a size.
  public weak var delegate: (any MapViewDelegate)? { didSet { notifyInitialized() } }
  /// The styles of trips' lines and markers.
  public let consumerMapStyleCoordinator = MapStyleCoordinator()
  /// The map's controls.
  public var settings = MapViewSettings()
  /// The sessions that the map shows, in the order in which they were shown.
  public private(set) var activeSessions: [any MapViewSession] = []
  /// The map's size in cells.
  public private(set) var size = GridSize(columns: 0, rows: 0)
  /// Whether vehicles and the camera jump instead of moving smoothly.
  public var isReducedMotion = false
  /// The speed of a simulated world relative to the clock; 1 for the real world.
  public var worldSpeed = 1.0
  /// The terminal's background and colors, which determine the default styles.
  public var appearance = Appearance() {
    didSet {
      guard appearance != oldValue else { return }
      colors = ColorTable(appearance)
      onChange?()
    }
  }
  /// The user's location, which the map marks; nil or invalid if unknown.
  public var myLocation: Coordinate? { didSet { if myLocation != oldValue { onChange?() } } }
  /// The chosen pickup location, shown until a session has a pickup.
  public var pickupLocation: TerminalLocation? { didSet { chosenPlaceDidChange() } }
  /// The chosen stops in order, shown until a session has stops.
  public var intermediateLocations: [TerminalLocation] = [] { didSet { chosenPlaceDidChange() } }
  /// The chosen drop-off location, shown until a session has a drop-off.
  public var dropoffLocation: TerminalLocation? { didSet { chosenPlaceDidChange() } }

  /// The base map below the trips; its tile store has to call ``baseMapChanged()``.
  public var baseMap: BaseMap? {
    didSet {
      baseMapPainter = BaseMapPainter()
      attribution = baseMap?.tiles.metadata.plainAttribution.map { SafeText($0) }
      baseMapProblem = nil
      onChange?()
    }
  }
  /// Why the base map is missing; nil without a problem.
  public var baseMapProblem: SafeText? { didSet { if baseMapProblem != oldValue { onChange?() } } }
  /// Called when the next snapshot differs, except for changes of the sessions' trips.
  public var onChange: (() -> Void)?

  /// The app's markers and lines by IDs of its choice, drawn in the order of the IDs.
  public var overlays: [Int: MapOverlay] = [:] { didSet { onChange?() } }

  /// The camera while there is nothing to show; nil for none, so that the map stays empty.
  public var defaultCamera: Camera? { didSet { if defaultCamera != oldValue { onChange?() } } }

  var autoCamera = AutoCamera()
  /// The last move to the user's location; nil after the camera has returned.
  var myLocationVisit: MyLocationVisit?
  var shown = MapSnapshot()
  /// The camera events that the delegate has received.
  var cameraReports = CameraReports()
  var colors = ColorTable(Appearance())
  var baseMapPainter = BaseMapPainter()
  private(set) var attribution: SafeText?
  private(set) var areChosenPlacesCleared = false
  /// The trips that are drawn but no longer followed.
  var endedJourneys: [EndedJourney] = []
  /// Whether the map has ever had a size.
  private(set) var isInitialized = false
  private var isDelegateNotified = false
  private nonisolated let isChangePending = Atomic<Bool>(false)
  /// Whether tiles of the view were on their way when it was drawn.
  var awaitsTiles = false

  /// Creates a map without a size.
  public init() {}

  /// Shows a session in addition to the current ones.
  ///
  /// A session that is already shown stays as it is; one of another map is removed from that map.
  /// Without a size the map follows the trip but does not draw it.
  public func show(_ session: any MapViewSession) {
    guard !activeSessions.contains(where: { $0 === session }) else { return }
    session.hostMapView?.hide(session)
    let tripName = (session as? JourneySharingSession)?.tripModel.tripName
    endedJourneys.removeAll { $0.tripName == tripName }
    activeSessions.append(session)
    session.didAddToMapView(self)
    autoCamera.reframe()
  }

  /// Removes a session; one that is not shown is ignored.
  public func hide(_ session: any MapViewSession) {
    guard activeSessions.contains(where: { $0 === session }) else { return }
    remove(session)
    autoCamera.reframe()
  }

  /// Removes a session without moving the camera.
  private func remove(_ session: any MapViewSession) {
    activeSessions.removeAll { $0 === session }
    session.didRemoveFromMapView(self)
  }

  /// Removes all sessions.
  public func hideAllMapViewSessions() {
    for session in activeSessions { hide(session) }
    endedJourneys = []
  }

  /// Stops following a session's trip but continues to draw its last state.
  ///
  /// The drawing remains until the trip is shown again or the map is cleared. A session that is not
  /// shown is ignored.
  public func hideKeepingPicture(_ session: JourneySharingSession) {
    guard activeSessions.contains(where: { $0 === session }) else { return }
    let still = EndedJourney(
      journey: session.journey, tripName: session.tripModel.tripName,
      isVehicleDoubtful: session.isVehicleDoubtful)
    let isDrawn = !session.isCleared
    remove(session)
    if isDrawn { endedJourneys.append(still) }
  }

  /// Removes all lines and markers of trips, chosen places and ``overlays``.
  ///
  /// Sessions stay active, and the camera continues to follow them. The user's location remains.
  /// ``redrawRidesharingOverlays()`` draws the trips again; sessions and places that are set later are
  /// drawn immediately.
  public func clear() {
    for session in journeySessions { session.isCleared = true }
    endedJourneys = []
    areChosenPlacesCleared = true
    if !overlays.isEmpty { overlays = [:] }
  }

  /// Prepares and draws all lines and markers of trips and chosen places again.
  public func redrawRidesharingOverlays() {
    for session in journeySessions { session.redraw() }
    areChosenPlacesCleared = false
  }

  /// Sets the map's size in cells.
  ///
  /// The automatic camera keeps what it shows out of the columns at the right and the rows at the lower
  /// edge that the app covers; an odd number counts as the next even one.
  public func resize(to size: GridSize, coveredColumns: Int = 0, coveredRows: Int = 0) {
    func even(_ count: Int, of all: Int) -> Int {
      let count = max(0, min(count, all))
      return count + count % 2
    }
    autoCamera.covered = GridSize(
      columns: even(coveredColumns, of: size.columns), rows: even(coveredRows, of: size.rows))
    guard size != self.size else { return }
    self.size = size
    if isAllowCameraAutoUpdate { autoCamera.frame() }
    guard !isInitialized, size.columns > 0, size.rows > 0 else { return }
    isInitialized = true
    notifyInitialized()
  }

  /// Returns the name of the street nearest to a place; nil without a base map or a loaded tile.
  public func street(near place: Coordinate) -> SafeText? {
    baseMap.flatMap { baseMapPainter.street(near: place, on: $0) }
  }

  /// Whether all tiles of the view have come that were on their way when it was drawn, so that a redraw
  /// need not wait for more of them.
  package var hasAwaitedTiles: Bool { awaitsTiles && (baseMap?.tiles.status.loadingNow ?? 0) == 0 }

  /// Calls ``onChange`` at the main actor's next turn because tiles have changed; on any thread.
  public nonisolated func baseMapChanged() {
    guard !isChangePending.exchange(true, ordering: .relaxed) else { return }
    // Unstructured: the threads of a tile store do not wait for the map.
    Task { @MainActor [weak self] in
      self?.isChangePending.store(false, ordering: .relaxed)
      self?.onChange?()
    }
  }

  /// Draws twice: to ask for the tiles of the base map, and when all of them are there.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the base map and for its tiles.
  ///   - expectsBaseMap: Whether to wait for a base map that is not there yet.
  package func drawCompletely(
    within time: Duration, _ clock: ServiceClock, expectsBaseMap: Bool = false, _ draw: () -> Void
  ) async {
    await wait(for: time, clock) { !expectsBaseMap || baseMap != nil || baseMapProblem != nil }
    let painter = baseMapPainter
    draw()
    await wait(for: time, clock) { (baseMap?.tiles.status.loading ?? 0) == 0 }
    // Names keep their places, so those of an incomplete map are forgotten.
    baseMapPainter = painter
    draw()
  }

  /// Waits until a condition of the base map holds, up to a time; it is checked at each change.
  private func wait(for time: Duration, _ clock: ServiceClock, until isDone: () -> Bool) async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let previous = onChange
    onChange = { change.yield() }
    defer { onChange = previous }
    // An unstructured task: it ends when the condition holds.
    let deadline = Task {
      // A cancelled wait means that nothing is awaited any more.
      try? await clock.sleep(time)
      change.finish()
    }
    defer { deadline.cancel() }
    var iterator = changes.makeAsyncIterator()
    while !isDone(), await iterator.next() != nil {}
  }

  var rect: Rect { size.bounds }

  var journeySessions: [JourneySharingSession] {
    activeSessions.compactMap { $0 as? JourneySharingSession }
  }

  /// The states of all trips that are drawn.
  var journeys: [Journey] { journeySessions.map(\.journey) + endedJourneys.map(\.journey) }

  /// The number of changes of all trips.
  var revision: Int { journeys.reduce(0) { $0 + $1.revision } }

  private func chosenPlaceDidChange() {
    areChosenPlacesCleared = false
    autoCamera.reframe()
  }

  private func notifyInitialized() {
    guard isInitialized, !isDelegateNotified, let delegate else { return }
    isDelegateNotified = true
    delegate.mapViewDidInitialize(self)
    delegate.mapViewDidInitializeCustomerState(self)
  }
}

/// The controls that a map offers.
public struct MapViewSettings: Sendable, Hashable {
  /// Whether the user may call ``MapView/showMyLocation()``; false by default.
  public var myLocationButton = false
}

/// A trip that is drawn in its last state and no longer followed.
struct EndedJourney {
  var journey: Journey
  let tripName: String
  let isVehicleDoubtful: Bool
}

extension GridSize {
  /// The cells of a grid of this size.
  package var bounds: Rect { Rect(column: 0, row: 0, columns: columns, rows: rows) }
}
