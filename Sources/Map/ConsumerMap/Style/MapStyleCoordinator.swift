/// The lines of a trip on a map.
public enum PolylineType: Int, Sendable, Hashable, CaseIterable {
  /// From the vehicle to the next waypoint.
  case activeRoute = 0
  /// From the next waypoint to the drop-off.
  case remainingRoute = 1
}

/// The markers of a map.
public enum CustomizableMarkerType: Int, Sendable, Hashable, CaseIterable {
  /// A marker without a trip, such as the user's location.
  case unknown = -1
  case tripPickupPoint, tripDropoffPoint, tripVehicle, intermediateDestination
}

/// The styles of trips' lines and markers.
@MainActor public final class MapStyleCoordinator {
  private(set) var polylines: [PolylineType: PolylineStyleOptions] = [:] {
    didSet { if polylines != oldValue { onChange?() } }
  }
  private(set) var markers: [CustomizableMarkerType: MarkerStyleOptions] = [:] {
    didSet { if markers != oldValue { onChange?() } }
  }

  /// Called after a change, so that the map is drawn again.
  public var onChange: (@MainActor () -> Void)?

  init() {}

  /// Replaces all styles by those of another map.
  package func adoptStyles(of other: MapStyleCoordinator) {
    (polylines, markers) = (other.polylines, other.markers)
  }

  /// Sets the style of a line; nil resets it.
  public func setPolylineStyleOptions(
    _ options: PolylineStyleOptions?,
    polylineType: PolylineType
  ) {
    polylines[polylineType] = options
  }

  /// Returns the style of a line, without set options if it was reset.
  public func polylineStyleOptions(with polylineType: PolylineType) -> PolylineStyleOptions {
    polylines[polylineType] ?? PolylineStyleOptions()
  }

  /// Sets the style of a marker; nil resets it.
  public func setMarkerStyleOptions(
    _ options: MarkerStyleOptions?, markerType: CustomizableMarkerType
  ) { markers[markerType] = options }

  /// Returns the style of a marker, without set options if it was reset.
  public func markerStyleOptions(with markerType: CustomizableMarkerType) -> MarkerStyleOptions {
    markers[markerType] ?? MarkerStyleOptions()
  }
}
