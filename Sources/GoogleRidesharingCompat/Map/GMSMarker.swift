internal import CellGrid
public import Geo
public import MapCanvas

/// A marker on a map, of the name that it has in the Maps SDK, as it was drawn last.
public final class GMSMarker: GMTSValue<MapMarker>, @unchecked Sendable {
  /// Where it is.
  public var position: Coordinate { value.coordinate }
  /// Its name at the map's edge, nil for none.
  public var title: String? { value.edgeHint?.description }
  /// The order among markers.
  public var zIndex: Int32 { Int32(clamping: value.zIndex) }
}
