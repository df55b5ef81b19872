public import CellGrid
internal import Geo
public import MapCanvas

/// What ``MapView/showMyLocation()`` found to look at.
public enum MyLocationAim: Sendable, Hashable {
  /// The trips that are shown.
  case trip
  /// The user's own place; while a trip is shown the camera no longer follows it.
  case myLocation
  /// Nothing: no trip has a place yet, and the user's own is not known.
  case nothing
}

/// That the camera was sent to the user's own place while a trip is shown.
struct OwnPlaceVisit {
  /// Where the camera was sent.
  let center: Coordinate
  /// Whether the camera follows the trips again afterwards.
  let followsAgain: Bool
}

extension MapView {
  /// Whether the camera follows the trips; turning it on frames them at once.
  ///
  /// A camera set by ``moveCamera(to:)`` or ``animate(to:)`` leaves this as it is and holds until
  /// there is something new to follow: a change of a trip, a session shown or hidden, a place chosen,
  /// another size. A gesture such as ``pan(columns:rows:)`` turns it off.
  public var isAllowCameraAutoUpdate: Bool {
    get { autoCamera.isOn }
    set { autoCamera.isOn = newValue }
  }

  /// What the map looked at when it was last asked for its picture, or was moved to since; nil
  /// before it had anything to look at.
  public var camera: Camera? { shown.camera }

  /// Puts the camera somewhere at once; see ``isAllowCameraAutoUpdate`` for how long it stays.
  public func moveCamera(to camera: Camera) {
    autoCamera.jump(to: camera, revision: revision)
    shown.camera = camera
  }

  /// Sends the camera somewhere in half a second, or at once where motion is reduced or there is no
  /// camera yet; see ``isAllowCameraAutoUpdate`` for how long it stays.
  public func animate(to camera: Camera) {
    autoCamera.ease(to: camera, revision: revision)
  }

  /// Moves the camera to where it is by default: what is shown of all active sessions.
  public func resetCamera() {
    autoCamera.frame()
  }

  /// Shows the user's own place, or the trips again where the map shows that place already.
  ///
  /// While a session shows a trip, going to the own place turns ``isAllowCameraAutoUpdate`` off,
  /// because the next change of the trip would take the camera back; going back to the trips turns it
  /// on again. Without an own place it shows the trips as ``resetCamera()`` does.
  ///
  /// - Returns: What there was to show.
  @discardableResult
  public func showMyLocation() -> MyLocationAim {
    let hasTrip = journeySessions.contains { !$0.journey.places.isEmpty }
    let place = myLocation.flatMap { $0.isValid ? $0 : nil }
    if hasTrip, place == nil || isAtMyLocation {
      showTripsAgain()
      return .trip
    }
    guard let place,
      let camera = shown.camera.map({ Camera(center: place, zoom: $0.zoom) })
        ?? CameraAim.camera(around: place, in: size)
    else { return .nothing }
    guard hasTrip else {
      animate(to: camera)
      return .myLocation
    }
    let followed = autoCamera.takeOver(easingTo: camera)
    ownPlaceVisit = OwnPlaceVisit(center: place, followsAgain: followed)
    return .myLocation
  }

  /// Whether the camera is where ``showMyLocation()`` sent it, and nothing has moved it since.
  private var isAtMyLocation: Bool {
    guard let ownPlaceVisit, !isAllowCameraAutoUpdate else { return false }
    return autoCamera.destination?.center == ownPlaceVisit.center
  }

  private func showTripsAgain() {
    let followsAgain = isAtMyLocation && ownPlaceVisit?.followsAgain ?? false
    ownPlaceVisit = nil
    if followsAgain { isAllowCameraAutoUpdate = true } else { resetCamera() }
  }

  /// Moves the map by cells; the camera no longer follows the trips.
  ///
  /// - Parameters:
  ///   - columns: Cells to look farther to the right, negative for left.
  ///   - rows: Cells to look farther down, negative for up.
  /// - Returns: Whether the camera followed the trips until now.
  @discardableResult
  public func pan(columns: Int, rows: Int) -> Bool {
    guard let camera = shown.camera else { return false }
    return takeOver(with: camera.panned(byColumns: columns, rows: rows))
  }

  /// Magnifies the map; the camera no longer follows the trips.
  ///
  /// - Parameters:
  ///   - step: What to add to the zoom.
  ///   - cell: The cell that keeps its place; nil for the middle.
  /// - Returns: Whether the camera followed the trips until now.
  @discardableResult
  public func zoom(by step: Double, at cell: GridPoint? = nil) -> Bool {
    guard let camera = shown.camera else { return false }
    return takeOver(with: camera.zoomed(by: step, around: cell, in: rect))
  }

  /// Magnifies the map as it is by default, so that the surroundings of its middle are shown; the
  /// camera no longer follows the trips.
  @discardableResult
  public func resetZoom() -> Bool {
    guard let camera = shown.camera,
      let zoom = CameraAim.camera(around: camera.center, in: size)?.zoom
    else { return false }
    return takeOver(with: Camera(center: camera.center, zoom: zoom))
  }

  /// Shows all that is known of all trips; the camera no longer follows them.
  @discardableResult
  public func fitTrip() -> Bool {
    guard shown.camera != nil else { return false }
    return autoCamera.fitTrips()
  }

  /// Brings the vehicle into the middle, of several the one of the session that was shown last and
  /// has one; the camera no longer follows the trips.
  @discardableResult
  public func centerOnVehicle() -> Bool {
    guard shown.camera != nil, shown.vehicle != nil else { return false }
    return autoCamera.centerOnVehicle()
  }

  /// Brings a place into the middle unless it is in sight; then the camera no longer follows.
  func bringIntoSight(_ place: Coordinate) -> Bool {
    guard let camera = shown.camera, place.isValid,
      Viewport(camera: camera, rect: rect).cell(of: place) == nil
    else { return false }
    return autoCamera.takeOver(easingTo: Camera(center: place, zoom: camera.zoom))
  }

  /// Tells the delegate what the newest picture shows of the camera.
  func reportCamera(isOnItsWay: Bool) {
    for event in cameraReports.events(for: shown.camera, isOnItsWay: isOnItsWay) {
      switch event {
      case .willMove(let isGesture): delegate?.mapView(self, willMove: isGesture)
      case .didChange(let camera): delegate?.mapView(self, didChange: camera)
      case .idle(let camera): delegate?.mapView(self, idleAt: camera)
      }
    }
  }

  private func takeOver(with camera: Camera) -> Bool {
    // The next move may come before the next picture.
    shown.camera = camera
    cameraReports.isGesture = true
    return autoCamera.takeOver(with: camera)
  }
}
