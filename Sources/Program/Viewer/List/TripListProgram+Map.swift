internal import CellGrid
internal import ConsumerMap
internal import FleetEngine

extension TripListProgram {
  /// Takes the map over from an opened trip, and looks where the list did before.
  func showMap() {
    mapView.hideAllMapViewSessions()
    mapView.isAllowCameraAutoUpdate = false
    mapView.isReducedMotion = settings.isMotionReduced
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    if let camera = state.view.camera { mapView.moveCamera(to: camera) }
    if state.map == nil { state.map = MapSnapshot(isAutoCamera: false) }
  }

  /// Moves the camera and the map to the present moment.
  func advanceMap(now: Duration) {
    mapView.resize(to: state.parts.map.size)
    settings.adjust(mapView)
    if let camera = state.nextCamera() {
      mapView.animate(to: camera)
      chooseBaseMap()
    }
    state.map = mapView.advance(to: now)
  }

  /// Has a base map chosen for the vehicles that the camera shows now.
  private func chooseBaseMap() {
    guard let chooseMap, !isChoosingMap else { return }
    let places = state.vehicles.map(\.place)
    guard !places.isEmpty else { return }
    isChoosingMap = true
    // An unstructured task: the list never waits for the base map.
    Task { [weak self] in
      let tip = await chooseMap(places)
      guard let self else { return }
      isChoosingMap = false
      guard let tip, state.notice == nil else { return }
      state.say(tip, now: clock.monotonicNow(), for: .seconds(20))
      wake()
    }
  }
}
