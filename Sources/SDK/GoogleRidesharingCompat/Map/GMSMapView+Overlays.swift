internal import ConsumerMap

extension GMSMapView {
  /// Removes all markers and lines; `redrawRidesharingOverlays()` draws those of trips again.
  public func clear() {
    let removed = overlays.values
    overlays = [:]
    selectedMarker = nil
    for overlay in removed { overlay.wasCleared() }
    map.clear()
    map.onChange?()
  }

  func add(_ overlay: GMSOverlay) {
    lastOverlayID += 1
    overlay.overlayID = lastOverlayID
    overlays[lastOverlayID] = overlay
    redraw(overlay)
  }

  func remove(_ overlay: GMSOverlay) {
    let id = overlay.overlayID
    overlays[id] = nil
    overlay.overlayID = 0
    if selectedMarker === overlay { selectedMarker = nil }
    setDrawing(nil, for: id)
    setDrawing(nil, for: -id)
  }

  /// Draws an overlay, and the texts next to a selected marker with the negative ID.
  func redraw(_ overlay: GMSOverlay) {
    let id = overlay.overlayID
    guard overlays[id] === overlay else { return }
    setDrawing(overlay.drawn, for: id)
    guard let marker = overlay as? GMSMarker else { return }
    setDrawing(selectedMarker === marker ? marker.drawnInfo : nil, for: -id)
  }

  /// Returns the marker of a key in the library's map, and whether the key is that of its texts.
  func marker(of id: Int) -> (marker: GMSMarker, isInfo: Bool)? {
    (overlays[abs(id)] as? GMSMarker).map { ($0, id < 0) }
  }

  private func setDrawing(_ drawing: MapOverlay?, for id: Int) {
    if map.overlays[id] != drawing { map.overlays[id] = drawing }
  }
}
