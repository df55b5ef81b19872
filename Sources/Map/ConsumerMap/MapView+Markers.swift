public import CellGrid
internal import MapCanvas

extension MapView {
  /// The maximum distance of a tap from a marker in columns; a row counts as two.
  private static let reach = 2

  /// Taps a cell, which chooses the nearest marker within reach; returns nil if there is none.
  ///
  /// A marker outside the view is tapped at its hint on the map's edge. A tap that hits no marker is
  /// reported to the delegate with its place.
  @discardableResult public func tap(at cell: GridPoint) -> MarkerTap? {
    guard let camera = shown.camera, rect.contains(cell) else { return nil }
    let rects = MapRenderer().markerRects(of: shown.scene, camera: camera, rect: rect)
    // Markers after those have no subject and cannot be chosen.
    let hits = rects.prefix(shown.markerSubjects.count).enumerated().compactMap { index, rect in
      rect.map { (index: index, distance: Self.distance(from: cell, to: $0)) }
    }
    let nearest = hits.filter { $0.distance <= Self.reach }.min { one, other in
      // At the same distance the higher one is chosen.
      (one.distance, -shown.scene.markers[one.index].zIndex)
        < (other.distance, -shown.scene.markers[other.index].zIndex)
    }
    guard let nearest else {
      let place = Viewport(camera: camera, rect: rect).coordinate(at: cell)
      delegate?.mapView(self, didTapAt: place)
      return nil
    }
    return choose(at: nearest.index)
  }

  /// Chooses a marker, as a tap on it does; returns nil if the map does not show it.
  ///
  /// Unless the delegate handles the tap, a marker outside the view is brought into view, which stops
  /// the camera from following the trips.
  @discardableResult public func choose(_ subject: MarkerSubject) -> MarkerTap? {
    shown.markerSubjects.firstIndex(of: subject).flatMap { choose(at: $0) }
  }

  private func choose(at index: Int) -> MarkerTap? {
    guard shown.camera != nil, shown.scene.markers.indices.contains(index),
      shown.markerSubjects.indices.contains(index)
    else { return nil }
    let (marker, subject) = (shown.scene.markers[index], shown.markerSubjects[index])
    let isHandled =
      if let id = subject.overlayID { delegate?.mapView(self, didTapOverlay: id) ?? false } else {
        delegate?.mapView(self, didTapConsumerMarker: marker, markerType: subject.type) ?? false
      }
    return MarkerTap(
      subject: subject, isHandled: isHandled,
      endsAutoCamera: isHandled ? false : bringIntoView(marker.coordinate))
  }

  private static func distance(from cell: GridPoint, to rect: Rect) -> Int {
    let columns = max(rect.minColumn - cell.column, 0, cell.column - (rect.maxColumn - 1))
    let rows = max(rect.minRow - cell.row, 0, cell.row - (rect.maxRow - 1))
    return columns + 2 * rows
  }
}

/// The subject of a marker, independent of its look and place.
public struct MarkerSubject: Sendable, Hashable {
  /// The kind of marker.
  public var type: CustomizableMarkerType
  /// The number of a stop, from 1; 0 for other kinds.
  public var stopNumber: Int
  /// The full name of the marker's trip; nil for the user's location and chosen places.
  public var tripName: String?
  /// The ID of an app's marker in ``MapView/overlays``; nil for other kinds.
  public var overlayID: Int?

  /// Creates a subject.
  public init(
    _ type: CustomizableMarkerType, stopNumber: Int = 0, tripName: String? = nil,
    overlayID: Int? = nil
  ) {
    self.type = type
    self.stopNumber = stopNumber
    self.tripName = tripName
    self.overlayID = overlayID
  }
}

/// The result of tapping or choosing a marker.
public struct MarkerTap: Sendable, Hashable {
  /// The subject of the marker.
  public var subject: MarkerSubject
  /// Whether the map's delegate handled the tap.
  public var isHandled: Bool
  /// Whether the camera stopped following the trips to bring the marker into view.
  public var endsAutoCamera: Bool

  /// Creates a result.
  public init(subject: MarkerSubject, isHandled: Bool, endsAutoCamera: Bool) {
    self.subject = subject
    self.isHandled = isHandled
    self.endsAutoCamera = endsAutoCamera
  }
}
