/// The styles of what a map draws of trips.
///
/// Source: contract 5.5.
@MainActor
public final class MapStyleCoordinator {
  private(set) var polylines: [PolylineType: PolylineStyleOptions] = [:]
  private(set) var markers: [CustomizableMarkerType: MarkerStyleOptions] = [:]

  init() {}

  /// Sets the style of a line.
  ///
  /// - Parameters:
  ///   - options: The style; nil resets it to the usual one.
  ///   - polylineType: The line.
  public func setPolylineStyleOptions(
    _ options: PolylineStyleOptions?,
    polylineType: PolylineType
  ) {
    polylines[polylineType] = options
  }

  /// The style of a line.
  public func polylineStyleOptions(with polylineType: PolylineType) -> PolylineStyleOptions {
    polylines[polylineType] ?? .standard(for: polylineType)
  }

  /// Sets the style of a marker.
  ///
  /// - Parameters:
  ///   - options: The style; nil resets it to the usual one.
  ///   - markerType: The marker.
  public func setMarkerStyleOptions(
    _ options: MarkerStyleOptions?,
    markerType: CustomizableMarkerType
  ) {
    markers[markerType] = options
  }

  /// The style of a marker.
  public func markerStyleOptions(with markerType: CustomizableMarkerType) -> MarkerStyleOptions {
    markers[markerType] ?? .standard(for: markerType)
  }
}
