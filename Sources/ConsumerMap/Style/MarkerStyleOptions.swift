public import CellGrid
public import MapCanvas

/// How a marker of a trip is drawn.
///
/// Source: contract 5.5, with a short text for an icon.
public struct MarkerStyleOptions: Sendable, Hashable {
  /// The text to show, best three cells; nil for the built-in one, which for a vehicle turns with
  /// its heading and for a stop holds its number.
  public var icon: SafeText?
  /// The color and attributes.
  public var style: CellStyle
  /// The part of the text that lies on the place.
  public var groundAnchor: MapMarker.Anchor
  /// Whether the marker is drawn.
  public var isVisible: Bool
  /// The order among markers.
  public var zIndex: Int

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - icon: The text to show; nil for the built-in one.
  ///   - style: The color and attributes.
  ///   - groundAnchor: The part of the text that lies on the place.
  ///   - isVisible: Whether the marker is drawn.
  ///   - zIndex: The order among markers.
  public init(
    icon: SafeText? = nil,
    style: CellStyle = .plain,
    groundAnchor: MapMarker.Anchor = .center,
    isVisible: Bool = true,
    zIndex: Int = 0
  ) {
    self.icon = icon
    self.style = style
    self.groundAnchor = groundAnchor
    self.isVisible = isVisible
    self.zIndex = zIndex
  }

  /// The usual style of a marker.
  public static func standard(for type: CustomizableMarkerType) -> MarkerStyleOptions {
    switch type {
    case .unknown: MarkerStyleOptions(style: waypoint(75))
    case .tripPickupPoint: MarkerStyleOptions(style: waypoint(36), zIndex: 2)
    case .tripDropoffPoint: MarkerStyleOptions(style: waypoint(231), zIndex: 3)
    case .intermediateDestination: MarkerStyleOptions(style: waypoint(175), zIndex: 1)
    case .tripVehicle:
      MarkerStyleOptions(
        style: CellStyle(foreground: .indexed(231), attributes: [.bold, .reverse]),
        zIndex: 10
      )
    }
  }

  private static func waypoint(_ color: UInt8) -> CellStyle {
    CellStyle(foreground: .indexed(color), attributes: .bold)
  }
}
