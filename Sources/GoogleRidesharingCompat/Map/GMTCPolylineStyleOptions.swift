public import ConsumerMap
public import Foundation

/// How a line of a trip is drawn.
///
/// Source: contract 5.5.
public class GMTCPolylineStyleOptions {
  /// The library's options.
  public fileprivate(set) var value: PolylineStyleOptions

  /// Creates the object of options, a copy of them.
  public init(_ value: PolylineStyleOptions) {
    self.value = value
  }

  /// Creates the usual options.
  public convenience init() {
    self.init(PolylineStyleOptions())
  }

  /// Copies options.
  public convenience init(options: GMTCPolylineStyleOptions) {
    self.init(options.value)
  }

  /// The width in dots.
  public var strokeWidth: CGFloat { CGFloat(value.strokeWidth) }
  /// The color; it is never nil, and setting nil resets it.
  public var strokeColor: UIColor? { UIColor(value.strokeColor) }
  /// Whether the line is drawn.
  public var isVisible: Bool { value.isVisible }
  /// The order among lines.
  public var zIndex: Int32 { value.zIndex }
  /// Whether long segments follow great circles.
  public var isGeodesic: Bool { value.isGeodesic }
  /// Whether slow traffic and jams show in their own colors.
  public var isTrafficEnabled: Bool { value.isTrafficEnabled }

  /// The color of a speed, which is the line's own while traffic is not shown.
  public func trafficColorFor(_ speed: GMTSSpeedType) -> UIColor? {
    UIColor(value.trafficColor(for: speed.value))
  }
}

/// How a line of a trip is drawn, to be changed.
///
/// Source: contract 5.5.
public final class GMTCMutablePolylineStyleOptions: GMTCPolylineStyleOptions {
  /// The width in dots, of which a map draws 1 to 3; a negative value resets it to 2.
  public override var strokeWidth: CGFloat {
    get { super.strokeWidth }
    set { value.strokeWidth = Double(newValue) }
  }

  /// The color; it is never nil, and setting nil resets it.
  public override var strokeColor: UIColor? {
    get { super.strokeColor }
    set { value.setStrokeColor(newValue?.value) }
  }

  /// Whether the line is drawn.
  public override var isVisible: Bool {
    get { super.isVisible }
    set { value.isVisible = newValue }
  }

  /// The order among lines.
  public override var zIndex: Int32 {
    get { super.zIndex }
    set { value.zIndex = newValue }
  }

  /// Whether long segments follow great circles.
  public override var isGeodesic: Bool {
    get { super.isGeodesic }
    set { value.isGeodesic = newValue }
  }

  /// Whether slow traffic and jams show in their own colors.
  public override var isTrafficEnabled: Bool {
    get { super.isTrafficEnabled }
    set { value.isTrafficEnabled = newValue }
  }

  /// Sets the color of a speed; nil resets it to the usual one.
  public func setTrafficColorFor(_ speed: GMTSSpeedType, color: UIColor?) {
    value.setTrafficColor(for: speed.value, color: color?.value)
  }
}
