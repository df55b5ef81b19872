internal import CellGrid
public import MapCanvas

/// A marker or line that an app puts on a map itself.
///
/// It belongs to no trip: trips and styles never change it, and the camera does not follow it.
public enum MapOverlay: Sendable, Hashable {
  /// A marker; where it is as high as a trip's, the trip's is placed first. One that cannot be tapped
  /// lets taps through.
  case marker(MapMarker, isTappable: Bool)
  /// A line; lines of trips have the z-index 10 by default.
  case line(MapPolyline)
}

extension SceneBuilder {
  /// Draws what an app has put on the map, in the order of its IDs.
  mutating func add(_ overlays: [Int: MapOverlay]) {
    for (id, overlay) in overlays.sorted(by: { $0.key < $1.key }) {
      switch overlay {
      case .marker(var marker, let isTappable):
        marker.rank = MapTheme.overlayRank
        add(marker, isTappable ? MarkerSubject(.unknown, overlayID: id) : nil)
      case .line(var line):
        line.rank = MapTheme.overlayRank
        line.role = .overlay
        add(line)
      }
    }
  }
}
