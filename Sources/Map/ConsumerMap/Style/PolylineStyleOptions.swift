public import CellGrid
public import FleetEngine

/// The style of a trip's line.
///
/// A property that was never set, or was reset, has the SDK's value but is drawn in the map's theme.
public struct PolylineStyleOptions: Sendable, Hashable {
  /// The width if none is set.
  public static let defaultStrokeWidth = 2.0
  /// The color if none is set: blue.
  public static let defaultStrokeColor = Color.rgb(red: 0, green: 0, blue: 255)
  /// The order if none is set.
  public static let defaultZIndex: Int32 = 10

  package private(set) var givenStrokeWidth: Double?
  package private(set) var givenStrokeColor: Color?
  private(set) var givenTrafficColors: [SpeedReading: Color] = [:]
  package private(set) var givenZIndex: Int32?

  /// Creates options without set properties.
  public init() {}

  /// The width in dots, drawn as 1 to 3; 0 hides the line, a negative value or NaN resets it.
  public var strokeWidth: Double {
    get { givenStrokeWidth ?? Self.defaultStrokeWidth }
    set { givenStrokeWidth = newValue >= 0 ? newValue : nil }
  }

  /// The color.
  public var strokeColor: Color {
    get { givenStrokeColor ?? Self.defaultStrokeColor }
    set { givenStrokeColor = newValue }
  }

  /// Whether the line is drawn.
  public var isVisible = true

  /// The order among lines, which are below all markers.
  ///
  /// At the same order the active route is above the remaining one.
  public var zIndex: Int32 {
    get { givenZIndex ?? Self.defaultZIndex }
    set { givenZIndex = newValue }
  }

  /// Whether long segments follow great circles instead of straight lines on the map.
  public var isGeodesic = false

  /// Whether traffic has its own colors.
  public var isTrafficEnabled = false

  /// Whether there is anything to draw.
  var isDrawn: Bool { isVisible && strokeWidth > 0 }

  /// Sets the color; nil resets it.
  public mutating func setStrokeColor(_ color: Color?) { givenStrokeColor = color }

  /// Sets the color of a speed; nil resets it, and all unknown speeds have the same color.
  public mutating func setTrafficColor(for speed: SpeedReading, color: Color?) {
    givenTrafficColors[Self.known(speed)] = color
  }

  /// Returns the color of a speed, or the default stroke color while traffic is not shown.
  public func trafficColor(for speed: SpeedReading) -> Color {
    guard isTrafficEnabled else { return Self.defaultStrokeColor }
    return givenTrafficColor(for: speed) ?? Self.defaultTrafficColor(for: speed)
  }

  /// Returns the set color of a speed.
  package func givenTrafficColor(for speed: SpeedReading) -> Color? {
    givenTrafficColors[Self.known(speed)]
  }

  private static func defaultTrafficColor(for speed: SpeedReading) -> Color {
    switch speed {
    case .normal: .rgb(red: 44, green: 153, blue: 255)
    case .slow: .rgb(red: 255, green: 255, blue: 0)
    case .trafficJam: .rgb(red: 255, green: 0, blue: 0)
    case .unknown: .rgb(red: 128, green: 128, blue: 128)
    }
  }

  private static func known(_ speed: SpeedReading) -> SpeedReading {
    if case .unknown = speed { .unknown("") } else { speed }
  }
}
