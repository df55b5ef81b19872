public import CellGrid
internal import MapCanvas

extension MapView {
  /// How far from a marker's cells a tap still means it, in columns; a row counts as two.
  private static let reach = 2

  /// Taps the map: the marker that is drawn nearest to a cell is chosen, if one is within reach.
  ///
  /// A marker out of sight is tapped at its name on the map's edge. A tap that chooses no marker is
  /// reported to the delegate with its place.
  ///
  /// - Parameter cell: The cell that was tapped.
  /// - Returns: What came of it; nil where there was no marker.
  @discardableResult
  public func tap(at cell: GridPoint) -> MarkerTap? {
    guard let camera = shown.camera, rect.contains(cell) else { return nil }
    let rects = MapRenderer().markerRects(of: shown.scene, camera: camera, rect: rect)
    // Markers behind those stand for nothing that could be chosen.
    let hits = rects.prefix(shown.markerSubjects.count).enumerated().compactMap { index, rect in
      rect.map { (index: index, distance: Self.distance(from: cell, to: $0)) }
    }
    let nearest = hits.filter { $0.distance <= Self.reach }.min { one, other in
      // Of two that are as near the higher one.
      (one.distance, -shown.scene.markers[one.index].zIndex)
        < (other.distance, -shown.scene.markers[other.index].zIndex)
    }
    guard let nearest else {
      delegate?.mapView(
        self,
        didTapAt: Viewport(camera: camera, rect: self.rect).coordinate(at: cell)
      )
      return nil
    }
    return choose(at: nearest.index)
  }

  /// Chooses a marker, as a tap on it does.
  ///
  /// The delegate is told. Unless it says that this was all, the marker is brought into sight, for
  /// which the camera ceases to follow the trips.
  ///
  /// - Parameter subject: What the marker stands for.
  /// - Returns: What came of it; nil where the map shows no such marker.
  @discardableResult
  public func choose(_ subject: MarkerSubject) -> MarkerTap? {
    shown.markerSubjects.firstIndex(of: subject).flatMap { choose(at: $0) }
  }

  private func choose(at index: Int) -> MarkerTap? {
    guard shown.camera != nil, shown.scene.markers.indices.contains(index),
      shown.markerSubjects.indices.contains(index)
    else { return nil }
    let (marker, subject) = (shown.scene.markers[index], shown.markerSubjects[index])
    let isHandled =
      if let id = subject.overlayID {
        delegate?.mapView(self, didTapOverlay: id) ?? false
      } else {
        delegate?.mapView(self, didTapConsumerMarker: marker, markerType: subject.type) ?? false
      }
    return MarkerTap(
      subject: subject,
      isHandled: isHandled,
      endsAutoCamera: isHandled ? false : bringIntoSight(marker.coordinate)
    )
  }

  private static func distance(from cell: GridPoint, to rect: Rect) -> Int {
    let columns = max(rect.minColumn - cell.column, 0, cell.column - (rect.maxColumn - 1))
    let rows = max(rect.minRow - cell.row, 0, cell.row - (rect.maxRow - 1))
    return columns + 2 * rows
  }
}
