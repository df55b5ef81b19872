public import ConsumerMap
public import Foundation
internal import MapCanvas

/// The lines of a trip on a map.
public typealias GMTCPolylineType = PolylineType
/// The markers of a trip on a map whose style can be set.
public typealias GMTCCustomizableMarkerType = CustomizableMarkerType
/// The markers of a trip on a map that can be tapped; the SDK's numbers are not published.
public typealias GMTCMapViewMarkerType = CustomizableMarkerType

/// The styles of a trip's lines and markers.
///
/// Options are copied: changing them after they were set has no effect on the map. See
/// docs/protocol.md, "Styles".
@MainActor @preconcurrency public final class GMTCConsumerMapStyleCoordinator {
  /// The library's coordinator.
  public let coordinator: MapStyleCoordinator

  /// Wraps a coordinator of the library.
  public init(_ coordinator: MapStyleCoordinator) { self.coordinator = coordinator }

  /// Sets the style of a line; nil resets it.
  public func setPolylineStyleOptions(
    _ polylineStyleOptions: GMTCPolylineStyleOptions?, polylineType: GMTCPolylineType
  ) { coordinator.setPolylineStyleOptions(polylineStyleOptions?.value, polylineType: polylineType) }

  /// Returns the style of a line.
  public func polylineStyleOptions(with polylineType: GMTCPolylineType) -> GMTCPolylineStyleOptions
  { GMTCPolylineStyleOptions(coordinator.polylineStyleOptions(with: polylineType)) }

  /// Sets the style of a marker; nil resets it.
  public func setMarkerStyleOptions(
    _ markerStyleOptions: GMTCMarkerStyleOptions?, markerType: GMTCCustomizableMarkerType
  ) { coordinator.setMarkerStyleOptions(markerStyleOptions?.value, markerType: markerType) }

  /// Returns the style of a marker.
  public func markerStyleOptions(
    with markerType: GMTCCustomizableMarkerType
  ) -> GMTCMarkerStyleOptions {
    GMTCMarkerStyleOptions(coordinator.markerStyleOptions(with: markerType))
  }
}

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutablePolylineStyleOptions = GMTCPolylineStyleOptions

/// The style of a trip's line.
///
/// See docs/protocol.md, "Styles".
public final class GMTCPolylineStyleOptions {
  /// The library's options.
  public private(set) var value: PolylineStyleOptions

  /// Wraps a copy of the library's options.
  public init(_ value: PolylineStyleOptions) { self.value = value }

  /// Creates default options.
  public convenience init() { self.init(PolylineStyleOptions()) }

  /// Copies options.
  public convenience init(options: GMTCPolylineStyleOptions) { self.init(options.value) }

  /// The width in dots, drawn as 1 to 3; a negative value resets it to 2.
  public var strokeWidth: CGFloat {
    get { CGFloat(value.strokeWidth) }
    set { value.strokeWidth = Double(newValue) }
  }
  /// The color; never nil, and setting nil resets it.
  public var strokeColor: UIColor? {
    get { UIColor(value.strokeColor) }
    set { value.setStrokeColor(newValue?.value) }
  }
  /// Whether the line is drawn.
  public var isVisible: Bool {
    get { value.isVisible }
    set { value.isVisible = newValue }
  }
  /// The order among lines.
  public var zIndex: Int32 {
    get { value.zIndex }
    set { value.zIndex = newValue }
  }
  /// Whether long segments follow great circles.
  public var isGeodesic: Bool {
    get { value.isGeodesic }
    set { value.isGeodesic = newValue }
  }
  /// Whether slow traffic and jams have their own colors.
  public var isTrafficEnabled: Bool {
    get { value.isTrafficEnabled }
    set { value.isTrafficEnabled = newValue }
  }

  /// Returns the color of a speed, the default blue while traffic is not shown.
  public func trafficColorFor(_ speed: GMTSSpeedType) -> UIColor? {
    UIColor(value.trafficColor(for: speed.value))
  }

  /// Sets the color of a speed; nil resets it.
  public func setTrafficColorFor(_ speed: GMTSSpeedType, color: UIColor?) {
    value.setTrafficColor(for: speed.value, color: color?.value)
  }
}

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutableMarkerStyleOptions = GMTCMarkerStyleOptions

/// The style of a trip's marker.
///
/// See docs/protocol.md, "Styles".
@MainActor @preconcurrency public final class GMTCMarkerStyleOptions {
  /// The library's options.
  public private(set) var value: MarkerStyleOptions
  /// A view that replaces the icon; only a `UIImageView` is drawn.
  public var iconView: UIView? {
    didSet {
      value.iconView = (iconView as? UIImageView)?.image.map { IconView(rows: $0.value.rows) }
    }
  }
  /// The icon, drawn as its first row of text; nil for the built-in icon.
  ///
  /// A vehicle's image shows the built-in icon in the image's color.
  public var icon: UIImage? {
    didSet {
      value.icon = icon.flatMap { $0.value.isVehicle ? nil : $0.value.rows.first }
      value.iconColor = icon?.value.color
    }
  }

  /// Wraps a copy of the library's options.
  public init(_ value: MarkerStyleOptions) {
    self.value = value
    iconView = value.iconView.map { UIImageView(image: UIImage($0.rows)) }
    icon = value.icon.map(UIImage.init(text:))
  }

  /// Creates default options.
  public convenience init() { self.init(MarkerStyleOptions()) }

  /// Copies options.
  public init(options: GMTCMarkerStyleOptions) {
    value = options.value
    iconView = options.iconView
    icon = options.icon
  }

  /// The point of the icon that is placed at the location, in 0...1 of its width and height.
  public var groundAnchor: CGPoint {
    get { CGPoint(x: value.groundAnchor.x, y: value.groundAnchor.y) }
    set { value.groundAnchor = UnitPoint(x: Double(newValue.x), y: Double(newValue.y)) }
  }
  /// Whether the marker is drawn.
  public var isVisible: Bool {
    get { value.isVisible }
    set { value.isVisible = newValue }
  }
  /// The order among markers.
  public var zIndex: Int32 {
    get { value.zIndex }
    set { value.zIndex = newValue }
  }
  /// Whether the marker lies flat on the map; the built-in vehicle then turns with its heading.
  public var isFlat: Bool {
    get { value.isFlat }
    set { value.isFlat = newValue }
  }
}
