/// All that a map shows, as a value.
public struct MapScene: Sendable, Hashable {
  /// The lines, in any order.
  public var polylines: [MapPolyline]
  /// The markers, in any order.
  public var markers: [MapMarker]

  /// Creates a scene, by default an empty one.
  public init(polylines: [MapPolyline] = [], markers: [MapMarker] = []) {
    self.polylines = polylines
    self.markers = markers
  }
}
