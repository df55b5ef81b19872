public import CellGrid
public import FleetEngine

/// How a line of a trip is drawn.
///
/// Source: contract 5.5, with widths in dots and the colors of a terminal.
public struct PolylineStyleOptions: Sendable, Hashable {
  /// The width in dots, of which a map draws 1 to 3; a negative value or none resets it to 2.
  public var strokeWidth: Double {
    didSet {
      if !(strokeWidth >= 0) { strokeWidth = Self.standardWidth }
    }
  }
  /// The color.
  public var strokeColor: Color
  /// Attributes beside the color.
  public var attributes: CellStyle.Attributes
  /// Whether the line is drawn.
  public var isVisible: Bool
  /// The order among lines.
  public var zIndex: Int
  /// Whether slow traffic and jams show in their own colors.
  public var isTrafficEnabled: Bool
  private var trafficColors: [SpeedReading: Color] = [:]

  static let standardWidth = 2.0
  private static let standardColor = Color.indexed(74)

  /// Creates a style, by default the one of an active route.
  ///
  /// - Parameters:
  ///   - strokeWidth: The width in dots; a negative value counts as 2.
  ///   - strokeColor: The color; nil for the usual one.
  ///   - attributes: Attributes beside the color.
  ///   - isVisible: Whether the line is drawn.
  ///   - zIndex: The order among lines.
  ///   - isTrafficEnabled: Whether slow traffic and jams show in their own colors.
  public init(
    strokeWidth: Double = 2,
    strokeColor: Color? = nil,
    attributes: CellStyle.Attributes = [],
    isVisible: Bool = true,
    zIndex: Int = 10,
    isTrafficEnabled: Bool = false
  ) {
    self.strokeWidth = strokeWidth >= 0 ? strokeWidth : Self.standardWidth
    self.strokeColor = strokeColor ?? Self.standardColor
    self.attributes = attributes
    self.isVisible = isVisible
    self.zIndex = zIndex
    self.isTrafficEnabled = isTrafficEnabled
  }

  /// The usual style of a line.
  public static func standard(for type: PolylineType) -> PolylineStyleOptions {
    switch type {
    case .activeRoute: PolylineStyleOptions()
    case .remainingRoute: PolylineStyleOptions(strokeWidth: 1, attributes: .dim, zIndex: 9)
    }
  }

  /// Sets the color of a speed; nil resets it to the usual one.
  ///
  /// - Parameters:
  ///   - speed: How fast traffic moves.
  ///   - color: The color.
  public mutating func setTrafficColor(for speed: SpeedReading, color: Color?) {
    trafficColors[speed] = color
  }

  /// The color of a speed, which is the line's own while traffic is not shown.
  public func trafficColor(for speed: SpeedReading) -> Color {
    guard isTrafficEnabled else { return strokeColor }
    if let color = trafficColors[speed] { return color }
    switch speed {
    case .slow: return .indexed(221)
    case .trafficJam: return .indexed(166)
    case .normal, .unknown: return strokeColor
    }
  }

  var dots: Int { Int(max(1, min(3, strokeWidth.rounded()))) }
}
