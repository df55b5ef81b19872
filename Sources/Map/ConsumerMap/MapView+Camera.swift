public import CellGrid
internal import Geo
public import MapCanvas

/// The subject of ``MapView/showMyLocation()``.
public enum MyLocationAim: Sendable, Hashable {
  case trip
  /// The user's location; the camera no longer follows a trip.
  case myLocation
  /// No trip has a place, and the user's location is unknown.
  case nothing
}

/// A move of the camera to the user's location while a trip is shown.
struct MyLocationVisit {
  let center: Coordinate
  /// Whether the camera follows the trips again when it returns.
  let followsAgain: Bool
}

extension MapView {
  /// Whether the camera follows the trips; setting it to true frames them immediately.
  ///
  /// A camera set by ``moveCamera(to:)`` or ``animate(to:)`` does not change it, and remains until a
  /// trip, the sessions, a chosen place or the map's size changes. A gesture such as
  /// ``pan(columns:rows:)`` sets it to false.
  public var isAllowCameraAutoUpdate: Bool {
    get { autoCamera.isOn }
    set { autoCamera.isOn = newValue }
  }

  /// The camera of the last snapshot or the last move since.
  ///
  /// Nil before there was anything to show, without a ``defaultCamera``.
  public var camera: Camera? { shown.camera }

  /// Moves the camera immediately; see ``isAllowCameraAutoUpdate`` for how long it stays.
  public func moveCamera(to camera: Camera) {
    autoCamera.jump(to: camera, revision: revision)
    shown.camera = camera
  }

  /// Moves the camera in half a second, or immediately if motion is reduced or there is no camera yet.
  ///
  /// See ``isAllowCameraAutoUpdate`` for how long it stays.
  public func animate(to camera: Camera) { autoCamera.ease(to: camera, revision: revision) }

  /// Moves the camera to its default, which frames all active sessions.
  public func resetCamera() { autoCamera.frame() }

  /// Shows the user's location, or the trips again if the map already shows the location.
  ///
  /// While there is a trip, moving to the location sets ``isAllowCameraAutoUpdate`` to false, because
  /// the trip's next change would move the camera back; returning to the trips restores it. Without a
  /// location it shows the trips as ``resetCamera()`` does.
  @discardableResult public func showMyLocation() -> MyLocationAim {
    let hasTrip = journeySessions.contains { !$0.journey.places.isEmpty }
    let place = myLocation.flatMap { $0.isValid ? $0 : nil }
    if hasTrip, place == nil || isAtMyLocation {
      showTripsAgain()
      return .trip
    }
    // The zoom of the default camera is nobody's choice.
    let present = autoCamera.animation.target == nil ? nil : shown.camera
    guard let place,
      let camera = present.map({ Camera(center: place, zoom: $0.zoom) })
        ?? CameraAim.camera(around: place, in: size)
    else { return .nothing }
    guard hasTrip else {
      animate(to: camera)
      return .myLocation
    }
    let followed = autoCamera.takeOver(.ease(camera))
    myLocationVisit = MyLocationVisit(center: place, followsAgain: followed)
    return .myLocation
  }

  /// Whether ``showMyLocation()`` was the last to move the camera.
  private var isAtMyLocation: Bool {
    guard let myLocationVisit, !isAllowCameraAutoUpdate else { return false }
    return autoCamera.destination?.center == myLocationVisit.center
  }

  private func showTripsAgain() {
    let followsAgain = isAtMyLocation && myLocationVisit?.followsAgain ?? false
    myLocationVisit = nil
    if followsAgain { isAllowCameraAutoUpdate = true } else { resetCamera() }
  }

  /// Moves the camera by cells to the right and down, after which it no longer follows the trips.
  ///
  /// This and the following gestures return whether the camera followed the trips before.
  @discardableResult public func pan(columns: Int, rows: Int) -> Bool {
    guard let camera = shown.camera else { return false }
    return takeOver(with: camera.panned(byColumns: columns, rows: rows))
  }

  /// Adds a step to the zoom, around a cell or else the center of the uncovered part.
  @discardableResult public func zoom(by step: Double, at cell: GridPoint? = nil) -> Bool {
    guard let camera = shown.camera else { return false }
    let free = autoCamera.uncovered(size)
    let middle = GridPoint(column: free.columns / 2, row: free.rows / 2)
    let place = cell ?? (free == size ? nil : middle)
    return takeOver(with: camera.zoomed(by: step, around: place, in: rect))
  }

  /// Sets the default zoom, which shows the surroundings of the center.
  @discardableResult public func resetZoom() -> Bool {
    guard let camera = shown.camera,
      let zoom = CameraAim.camera(around: camera.center, in: size)?.zoom
    else { return false }
    return takeOver(with: Camera(center: camera.center, zoom: zoom))
  }

  /// Shows all places of all trips, after which the camera no longer follows them.
  @discardableResult public func fitTrip() -> Bool {
    guard shown.camera != nil else { return false }
    return autoCamera.takeOver(.fitTrips)
  }

  /// Centers the vehicle of the last session that has one.
  @discardableResult public func centerOnVehicle() -> Bool {
    guard shown.camera != nil, shown.vehicle != nil else { return false }
    return autoCamera.takeOver(.centerOnVehicle)
  }

  /// Centers a place outside the view; returns whether the camera followed the trips before.
  func bringIntoView(_ place: Coordinate) -> Bool {
    guard let camera = shown.camera, place.isValid,
      Viewport(camera: camera, rect: rect).cell(of: place) == nil
    else { return false }
    return autoCamera.takeOver(.ease(Camera(center: place, zoom: camera.zoom)))
  }

  /// Notifies the delegate of the last snapshot's camera.
  func reportCamera(isMoving: Bool) {
    for event in cameraReports.events(for: shown.camera, isMoving: isMoving) {
      switch event {
      case .willMove(let isGesture): delegate?.mapView(self, willMove: isGesture)
      case .didChange(let camera): delegate?.mapView(self, didChange: camera)
      case .idle(let camera): delegate?.mapView(self, idleAt: camera)
      }
    }
  }

  private func takeOver(with camera: Camera) -> Bool {
    // The next move may come before the next snapshot.
    shown.camera = camera
    cameraReports.isGesture = true
    return autoCamera.takeOver(with: camera)
  }
}
