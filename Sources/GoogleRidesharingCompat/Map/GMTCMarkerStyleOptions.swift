public import ConsumerMap
public import Foundation
internal import MapCanvas

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutableMarkerStyleOptions = GMTCMarkerStyleOptions

/// The style of a trip's marker.
///
/// Source: contract 5.5.
@MainActor @preconcurrency
public final class GMTCMarkerStyleOptions {
  /// The library's options.
  public private(set) var value: MarkerStyleOptions
  /// A picture of several cells that replaces the icon.
  ///
  /// Only a `UIImageView` is drawn; cells cannot show any other view.
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
  public convenience init() {
    self.init(MarkerStyleOptions())
  }

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
