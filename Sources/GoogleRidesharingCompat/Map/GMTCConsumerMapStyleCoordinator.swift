public import ConsumerMap

/// The lines of a trip on a map.
public typealias GMTCPolylineType = PolylineType
/// The markers of a trip on a map whose style can be set.
public typealias GMTCCustomizableMarkerType = CustomizableMarkerType
/// The markers of a trip on a map that can be tapped; the SDK's numbers are not published.
public typealias GMTCMapViewMarkerType = CustomizableMarkerType

/// The styles of a trip's lines and markers.
///
/// Options are copied: changing them after they were set has no effect on the map. Source:
/// contract 5.5.
@MainActor @preconcurrency
public final class GMTCConsumerMapStyleCoordinator {
  /// The library's coordinator.
  public let coordinator: MapStyleCoordinator

  /// Wraps a coordinator of the library.
  public init(_ coordinator: MapStyleCoordinator) {
    self.coordinator = coordinator
  }

  /// Sets the style of a line; nil resets it.
  public func setPolylineStyleOptions(
    _ polylineStyleOptions: GMTCPolylineStyleOptions?,
    polylineType: GMTCPolylineType
  ) {
    coordinator.setPolylineStyleOptions(polylineStyleOptions?.value, polylineType: polylineType)
  }

  /// Returns the style of a line.
  public func polylineStyleOptions(with polylineType: GMTCPolylineType) -> GMTCPolylineStyleOptions
  {
    GMTCPolylineStyleOptions(coordinator.polylineStyleOptions(with: polylineType))
  }

  /// Sets the style of a marker; nil resets it.
  public func setMarkerStyleOptions(
    _ markerStyleOptions: GMTCMarkerStyleOptions?,
    markerType: GMTCCustomizableMarkerType
  ) {
    coordinator.setMarkerStyleOptions(markerStyleOptions?.value, markerType: markerType)
  }

  /// Returns the style of a marker.
  public func markerStyleOptions(
    with markerType: GMTCCustomizableMarkerType
  ) -> GMTCMarkerStyleOptions {
    GMTCMarkerStyleOptions(coordinator.markerStyleOptions(with: markerType))
  }
}
