public import ConsumerMap

/// The styles of what a map draws of trips.
///
/// Options are copied: changing them after they were set changes nothing on the map. Source:
/// contract 5.5.
@MainActor
@preconcurrency
public final class GMTCConsumerMapStyleCoordinator {
  /// The library's coordinator.
  public let coordinator: MapStyleCoordinator

  /// Creates the object of a coordinator.
  public init(_ coordinator: MapStyleCoordinator) {
    self.coordinator = coordinator
  }

  /// Sets the style of a line.
  ///
  /// - Parameters:
  ///   - polylineStyleOptions: The style; nil resets it to the usual one.
  ///   - polylineType: The line.
  public func setPolylineStyleOptions(
    _ polylineStyleOptions: GMTCPolylineStyleOptions?,
    polylineType: GMTCPolylineType
  ) {
    coordinator.setPolylineStyleOptions(
      polylineStyleOptions?.value,
      polylineType: polylineType.value
    )
  }

  /// The style of a line.
  public func polylineStyleOptions(
    with polylineType: GMTCPolylineType
  ) -> GMTCPolylineStyleOptions {
    GMTCPolylineStyleOptions(coordinator.polylineStyleOptions(with: polylineType.value))
  }

  /// Sets the style of a marker.
  ///
  /// - Parameters:
  ///   - markerStyleOptions: The style; nil resets it to the usual one.
  ///   - markerType: The marker.
  public func setMarkerStyleOptions(
    _ markerStyleOptions: GMTCMarkerStyleOptions?,
    markerType: GMTCCustomizableMarkerType
  ) {
    coordinator.setMarkerStyleOptions(markerStyleOptions?.value, markerType: markerType.value)
  }

  /// The style of a marker.
  public func markerStyleOptions(
    with markerType: GMTCCustomizableMarkerType
  ) -> GMTCMarkerStyleOptions {
    GMTCMarkerStyleOptions(coordinator.markerStyleOptions(with: markerType.value))
  }
}
