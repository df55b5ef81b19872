/// The styles of what a map draws of trips.
@MainActor
public final class MapStyleCoordinator {
  private(set) var polylines: [PolylineType: PolylineStyleOptions] = [:] {
    didSet { if polylines != oldValue { onChange?() } }
  }
  private(set) var markers: [CustomizableMarkerType: MarkerStyleOptions] = [:] {
    didSet { if markers != oldValue { onChange?() } }
  }

  /// Called after a style has changed, so that whoever draws the map does so again.
  public var onChange: (@MainActor () -> Void)?

  init() {}

  /// Sets how a line of trips is drawn; nil resets it.
  public func setPolylineStyleOptions(
    _ options: PolylineStyleOptions?,
    polylineType: PolylineType
  ) {
    polylines[polylineType] = options
  }

  /// The style of a line; of a reset one no option is set.
  public func polylineStyleOptions(with polylineType: PolylineType) -> PolylineStyleOptions {
    polylines[polylineType] ?? PolylineStyleOptions()
  }

  /// Sets how a marker of trips is drawn; nil resets it.
  public func setMarkerStyleOptions(
    _ options: MarkerStyleOptions?,
    markerType: CustomizableMarkerType
  ) {
    markers[markerType] = options
  }

  /// The style of a marker; of a reset one no option is set.
  public func markerStyleOptions(with markerType: CustomizableMarkerType) -> MarkerStyleOptions {
    markers[markerType] ?? MarkerStyleOptions()
  }
}
