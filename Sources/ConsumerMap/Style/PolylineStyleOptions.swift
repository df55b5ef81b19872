public import CellGrid
public import FleetEngine

/// How a line of a trip is drawn.
///
/// A property that was never set, or was reset, says what the SDK says and is drawn as the map's
/// theme has it; a property that was set is drawn as set.
public struct PolylineStyleOptions: Sendable, Hashable {
  /// The width of a line whose width is not set.
  public static let defaultStrokeWidth = 2.0
  /// The color of a line whose color is not set: blue.
  public static let defaultStrokeColor = Color.rgb(red: 0, green: 0, blue: 255)
  /// The order of a line whose order is not set.
  public static let defaultZIndex: Int32 = 10

  package private(set) var givenStrokeWidth: Double?
  package private(set) var givenStrokeColor: Color?
  private(set) var givenTrafficColors: [SpeedReading: Color] = [:]
  package private(set) var givenZIndex: Int32?

  /// Creates options of which none is set.
  public init() {}

  /// The width in dots, of which a map draws 1 to 3, and none at 0; a negative value or not a
  /// number resets it.
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

  /// The order among lines, all of which lie under all markers.
  ///
  /// At the same order the active route lies on the remaining one.
  public var zIndex: Int32 {
    get { givenZIndex ?? Self.defaultZIndex }
    set { givenZIndex = newValue }
  }

  /// Whether long segments follow great circles; else they are straight on the map.
  public var isGeodesic = false

  /// Whether traffic shows in its own colors.
  public var isTrafficEnabled = false

  /// Sets the color; nil resets it.
  public mutating func setStrokeColor(_ color: Color?) {
    givenStrokeColor = color
  }

  /// Sets the color of a speed; nil resets it, and all unknown speeds count as one.
  public mutating func setTrafficColor(for speed: SpeedReading, color: Color?) {
    givenTrafficColors[Self.known(speed)] = color
  }

  /// The color of a speed; while traffic is not shown, the color of a line whose color is not set.
  public func trafficColor(for speed: SpeedReading) -> Color {
    guard isTrafficEnabled else { return Self.defaultStrokeColor }
    return givenTrafficColor(for: speed) ?? Self.defaultTrafficColor(for: speed)
  }

  /// The color that was set for a speed.
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
