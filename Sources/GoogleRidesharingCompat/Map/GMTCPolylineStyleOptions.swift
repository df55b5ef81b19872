public import ConsumerMap
public import Foundation

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutablePolylineStyleOptions = GMTCPolylineStyleOptions

/// The style of a trip's line.
///
/// Source: contract 5.5.
public final class GMTCPolylineStyleOptions {
  /// The library's options.
  public private(set) var value: PolylineStyleOptions

  /// Wraps a copy of the library's options.
  public init(_ value: PolylineStyleOptions) {
    self.value = value
  }

  /// Creates default options.
  public convenience init() {
    self.init(PolylineStyleOptions())
  }

  /// Copies options.
  public convenience init(options: GMTCPolylineStyleOptions) {
    self.init(options.value)
  }

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

  /// Returns the color of a speed, the line's own color while traffic is not shown.
  public func trafficColorFor(_ speed: GMTSSpeedType) -> UIColor? {
    UIColor(value.trafficColor(for: speed.value))
  }

  /// Sets the color of a speed; nil resets it.
  public func setTrafficColorFor(_ speed: GMTSSpeedType, color: UIColor?) {
    value.setTrafficColor(for: speed.value, color: color?.value)
  }
}
