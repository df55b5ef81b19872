public import ConsumerMap
public import Foundation
internal import MapCanvas

/// How a marker of a trip is drawn.
///
/// Source: contract 5.5.
@MainActor
@preconcurrency
public class GMTCMarkerStyleOptions {
  /// The library's options.
  public fileprivate(set) var value: MarkerStyleOptions
  fileprivate var view: UIView?
  fileprivate var image: UIImage?

  /// Creates the object of options, a copy of them.
  public init(_ value: MarkerStyleOptions) {
    self.value = value
    view = value.iconView.map { UIImageView(image: UIImage($0.rows)) }
    image = value.icon.map(UIImage.init(text:))
  }

  /// Creates the usual options.
  public convenience init() {
    self.init(MarkerStyleOptions())
  }

  /// Copies options.
  public convenience init(options: GMTCMarkerStyleOptions) {
    self.init(options.value)
    view = options.view
    image = options.image
  }

  /// The point of the icon that lies on the place, in 0...1 of its width and height.
  public var groundAnchor: CGPoint {
    CGPoint(x: value.groundAnchor.x, y: value.groundAnchor.y)
  }
  /// Whether the marker is drawn.
  public var isVisible: Bool { value.isVisible }
  /// A picture of several cells in the place of the icon, nil for none.
  public var iconView: UIView? { view }
  /// The icon; nil for the built-in one.
  public var icon: UIImage? { image }
  /// The order among markers.
  public var zIndex: Int32 { value.zIndex }
  /// Whether the marker lies flat on the map, so that the built-in vehicle turns with its heading.
  public var isFlat: Bool { value.isFlat }
}

/// How a marker of a trip is drawn, to be changed.
///
/// Source: contract 5.5.
@MainActor
@preconcurrency
public final class GMTCMutableMarkerStyleOptions: GMTCMarkerStyleOptions {
  /// The point of the icon that lies on the place, in 0...1 of its width and height.
  public override var groundAnchor: CGPoint {
    get { super.groundAnchor }
    set { value.groundAnchor = UnitPoint(x: Double(newValue.x), y: Double(newValue.y)) }
  }

  /// Whether the marker is drawn.
  public override var isVisible: Bool {
    get { super.isVisible }
    set { value.isVisible = newValue }
  }

  /// A picture of several cells in the place of the icon, nil for none.
  ///
  /// It has to be a `UIImageView`, as no other view has anything that cells could show.
  public override var iconView: UIView? {
    get { super.iconView }
    set {
      view = newValue
      value.iconView = (newValue as? UIImageView)?.image.map { IconView(rows: $0.value.rows) }
    }
  }

  /// The icon, whose first row is drawn in its color if it has one; nil for the built-in one,
  /// which an image of a vehicle shows too.
  public override var icon: UIImage? {
    get { super.icon }
    set {
      image = newValue
      value.icon = newValue.flatMap { $0.value.isVehicle ? nil : $0.value.rows.first }
      value.iconColor = newValue?.value.color
    }
  }

  /// The order among markers.
  public override var zIndex: Int32 {
    get { super.zIndex }
    set { value.zIndex = newValue }
  }

  /// Whether the marker lies flat on the map, so that the built-in vehicle turns with its heading.
  public override var isFlat: Bool {
    get { super.isFlat }
    set { value.isFlat = newValue }
  }
}
