public import CellGrid
internal import Geo
internal import MapCanvas

/// A map that shows trips and follows them with its camera.
///
/// It owns the camera, the sessions and the styles; what it shows at a moment is a value. Cells
/// count from the map's own top left. Source: contract 5.6.
@MainActor
public final class MapView {
  /// What the camera is to do at the next moment.
  private enum Order {
    case frame
    case fitTrip
    case centerOnVehicle
  }

  /// The shortest time between two pictures.
  private static let frameTime: Duration = .milliseconds(100)
  private static let slowestFrameTime: Duration = .seconds(1)

  /// Who is told what happens on the map.
  public weak var delegate: (any MapViewDelegate)?
  /// The styles of what the map draws.
  public let consumerMapStyleCoordinator = MapStyleCoordinator()
  /// The sessions that the map shows, in the order in which they were shown; the camera follows the
  /// last.
  public private(set) var activeSessions: [any MapViewSession] = []
  /// The map's size in cells.
  public private(set) var size = GridSize(columns: 0, rows: 0)
  /// Whether nothing moves by itself: the vehicle jumps to its reports, the camera to its aims.
  public var isReducedMotion = false
  /// Whether the camera follows the trip; turning it on frames the trip at once.
  public var isAllowCameraAutoUpdate = true {
    didSet {
      if isAllowCameraAutoUpdate, !oldValue { order = .frame }
    }
  }

  private var pilot = CameraPilot()
  private var order: Order?
  private var framing: Framing?
  private var framedRevision = -1
  private var isInitialized = false
  private var shown = MapSnapshot()
  private var shownMarkerTypes: [CustomizableMarkerType] = []

  /// Creates a map without a size.
  public init() {}

  /// Shows a session.
  ///
  /// - Parameter session: The session; one that is shown already stays as it is.
  public func show(_ session: any MapViewSession) {
    guard !activeSessions.contains(where: { $0 === session }) else { return }
    session.hostMapView?.hide(session)
    activeSessions.append(session)
    session.didAddToMapView(self)
    forgetFraming()
  }

  /// Ceases to show a session.
  ///
  /// - Parameter session: The session; one that is not shown is left alone.
  public func hide(_ session: any MapViewSession) {
    guard let index = activeSessions.firstIndex(where: { $0 === session }) else { return }
    activeSessions.remove(at: index)
    session.didRemoveFromMapView(self)
    forgetFraming()
  }

  /// Ceases to show all sessions.
  public func hideAllMapViewSessions() {
    for session in activeSessions { hide(session) }
  }

  /// Sets the map's size.
  ///
  /// - Parameter size: The size in cells.
  public func resize(to size: GridSize) {
    guard size != self.size else { return }
    self.size = size
    if isAllowCameraAutoUpdate { order = .frame }
    guard !isInitialized, size.columns > 0, size.rows > 0 else { return }
    isInitialized = true
    delegate?.mapViewDidInitialize(self)
  }

  /// Moves the camera to where it is by default for what is shown.
  public func resetCamera() {
    order = .frame
  }

  /// Moves the map by cells; the camera no longer follows the trip.
  ///
  /// - Parameters:
  ///   - columns: Cells to look farther to the right, negative for left.
  ///   - rows: Cells to look farther down, negative for up.
  /// - Returns: Whether the camera followed the trip until now.
  @discardableResult
  public func pan(columns: Int, rows: Int) -> Bool {
    guard let camera = shown.camera else { return false }
    return takeOver(with: camera.panned(byColumns: columns, rows: rows))
  }

  /// Magnifies the map; the camera no longer follows the trip.
  ///
  /// - Parameters:
  ///   - step: What to add to the zoom.
  ///   - cell: The cell that keeps its place; nil for the middle.
  /// - Returns: Whether the camera followed the trip until now.
  @discardableResult
  public func zoom(by step: Double, at cell: GridPoint? = nil) -> Bool {
    guard let camera = shown.camera else { return false }
    return takeOver(with: camera.zoomed(by: step, around: cell, in: rect))
  }

  /// Shows the whole trip; the camera no longer follows it.
  ///
  /// - Returns: Whether the camera followed the trip until now.
  @discardableResult
  public func fitTrip() -> Bool {
    guard shown.camera != nil else { return false }
    defer { order = .fitTrip }
    return takeOver()
  }

  /// Brings the vehicle into the middle; the camera no longer follows the trip.
  ///
  /// - Returns: Whether the camera followed the trip until now; false without a vehicle.
  @discardableResult
  public func centerOnVehicle() -> Bool {
    guard shown.camera != nil, shown.vehicle != nil else { return false }
    defer { order = .centerOnVehicle }
    return takeOver()
  }

  /// Tells the delegate of a tap.
  ///
  /// - Parameter cell: The cell that was tapped.
  /// - Returns: Whether there was a marker and the delegate says that nothing else is to happen.
  public func tap(at cell: GridPoint) -> Bool {
    guard let delegate, let camera = shown.camera else { return false }
    let viewport = Viewport(camera: camera, rect: rect)
    let hits = zip(shown.scene.markers, shownMarkerTypes).filter { marker, _ in
      guard let place = viewport.cell(of: marker.coordinate) else { return false }
      return place.row == cell.row && abs(place.column - cell.column) <= 1
    }
    guard let hit = hits.max(by: { $0.0.isBelow($1.0) }) else { return false }
    return delegate.mapView(self, didTapConsumerMarker: hit.0, markerType: hit.1)
  }

  /// What the map shows at a moment.
  ///
  /// Asking moves the camera on, so moments should not go back.
  ///
  /// - Parameters:
  ///   - now: The moment, on the clock of the trip models.
  ///   - vehicleIsStale: Whether the vehicle's place is old, which draws it hollow.
  /// - Returns: The picture.
  public func snapshot(at now: Duration, vehicleIsStale: Bool = false) -> MapSnapshot {
    var builder = SceneBuilder(
      polylineStyles: consumerMapStyleCoordinator.polylines,
      markerStyles: consumerMapStyleCoordinator.markers,
      vehicleIsStale: vehicleIsStale
    )
    var vehicle: VehicleMotion.Position?
    for session in activeSessions.compactMap({ $0 as? JourneySharingSession }) {
      vehicle = session.journey.vehicle(at: now, isReduced: isReducedMotion)
      session.draw(into: &builder, vehicle: vehicle)
    }
    steer(vehicle, at: now)
    var snapshot = MapSnapshot(isAutoCamera: isAllowCameraAutoUpdate)
    snapshot.scene = builder.scene
    snapshot.camera = isInitialized ? pilot.camera(at: now) : nil
    snapshot.steering =
      snapshot.camera == nil ? nil : isAllowCameraAutoUpdate ? framing?.steering : .free
    snapshot.vehicle = vehicle?.coordinate
    snapshot.nextChange = nextChange(vehicle, at: now)
    snapshot.isMoving = snapshot.nextChange != nil
    shown = snapshot
    shownMarkerTypes = builder.markerTypes
    return snapshot
  }

  private var rect: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  private func forgetFraming() {
    framedRevision = -1
    if isAllowCameraAutoUpdate { order = .frame }
  }

  private func takeOver(with camera: Camera) -> Bool {
    pilot.jump(to: camera)
    // The next move may come before the next picture.
    shown.camera = camera
    return takeOver()
  }

  private func takeOver() -> Bool {
    defer { isAllowCameraAutoUpdate = false }
    order = nil
    return isAllowCameraAutoUpdate
  }

  /// Sends the camera where it has to go now, if anywhere.
  private func steer(_ vehicle: VehicleMotion.Position?, at now: Duration) {
    let session = activeSessions.last { $0 is JourneySharingSession } as? JourneySharingSession
    guard let journey = session?.journey, size.columns > 0, size.rows > 0 else { return }
    switch order {
    case .fitTrip:
      if let whole = Framing.wholeTrip(journey, vehicle, size) { go(to: whole.ideal, now) }
    case .centerOnVehicle:
      if let vehicle, let zoom = pilot.target?.zoom {
        go(to: Camera(center: vehicle.coordinate, zoom: zoom), now)
      }
    case .frame, nil:
      follow(journey, vehicle, at: now)
      return
    }
    order = nil
  }

  private func follow(_ journey: Journey, _ vehicle: VehicleMotion.Position?, at now: Duration) {
    guard isAllowCameraAutoUpdate || order == .frame || pilot.target == nil else { return }
    let isCalm = isCalm(vehicle)
    guard order == .frame || journey.revision != framedRevision || !isCalm else { return }
    guard let next = Framing(of: journey, vehicle: vehicle, in: size) else { return }
    defer {
      framing = next
      framedRevision = journey.revision
      order = nil
    }
    guard let target = pilot.target, order == nil, let framing,
      framing.steering == next.steering, framing.goals == next.goals
    else { return go(to: next.ideal, now) }
    // In a map of few cells the ideal itself may not be calm; nothing is won by following it then.
    let isNearIdeal =
      abs(next.ideal.zoom - target.zoom) < Framing.calmZoom / 4
      && Viewport(camera: target, rect: rect).shows(next.ideal.center, inMiddle: 0.1)
    let isZoomOff = abs(next.ideal.zoom - target.zoom) > Framing.calmZoom
    if isZoomOff || (!isCalm && !isNearIdeal) { go(to: next.ideal, now) }
  }

  /// Whether the vehicle is where it does not move the camera.
  private func isCalm(_ vehicle: VehicleMotion.Position?) -> Bool {
    guard let vehicle, let target = pilot.target, let framing else { return true }
    switch framing.steering {
    case .vehicleToPickup, .vehicleToStop, .vehicleToStopAndDropoff, .vehicleToDropoff:
      return Viewport(camera: target, rect: rect)
        .shows(vehicle.coordinate, inMiddle: Framing.calmPart)
    case .free, .wholeTrip, .pickup, .stop: return true
    }
  }

  private func go(to camera: Camera, _ now: Duration) {
    guard camera != pilot.target else { return }
    pilot.go(to: camera, at: now, isMotionReduced: isReducedMotion)
  }

  private func nextChange(_ vehicle: VehicleMotion.Position?, at now: Duration) -> Duration? {
    if pilot.isMoving(at: now) { return now + Self.frameTime }
    guard let vehicle, vehicle.speed > 0, let camera = pilot.camera(at: now) else { return nil }
    let dot = Duration.seconds(min(60, camera.metersPerDot / vehicle.speed))
    return now + max(Self.frameTime, min(Self.slowestFrameTime, dot))
  }
}

extension JourneySharingSession {
  /// Draws the journey, keeping what was prepared for it.
  func draw(into builder: inout SceneBuilder, vehicle: VehicleMotion.Position?) {
    builder.add(&journey, vehicle: vehicle)
  }
}
