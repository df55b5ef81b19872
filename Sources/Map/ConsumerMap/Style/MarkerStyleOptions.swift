public import CellGrid
public import MapCanvas

/// The style of a trip's marker.
///
/// A property that was never set has the SDK's value but is drawn in the map's theme.
public struct MarkerStyleOptions: Sendable, Hashable {
  /// Creates options without set properties.
  public init() {}

  /// The point of the icon that is placed at the location; by default its center.
  public var groundAnchor = UnitPoint.center

  /// Whether the marker is drawn.
  public var isVisible = true

  /// A picture of several cells that replaces the icon; nil or empty for none.
  public var iconView: IconView?

  /// A short text, truncated to `IconView.maximumColumns`; nil or empty for the built-in icon.
  public var icon: SafeText? { didSet { icon = icon?.prefix(columns: IconView.maximumColumns) } }

  /// The color of the icon, which the SDK does not have; nil for the theme's.
  public var iconColor: Color?

  /// The order among markers, which are above all lines.
  ///
  /// At the same order the vehicle is the highest, then drop-off, pickup and stops.
  public var zIndex: Int32 = 0

  /// Whether the marker lies flat on the map; the vehicle's built-in icon then turns with its heading.
  public var isFlat = false

  /// The set icon; nil for the built-in one.
  var glyph: MarkerGlyph? {
    if let iconView, !iconView.isEmpty { return .view(iconView) }
    guard let icon, !icon.isEmpty else { return nil }
    return .text(icon)
  }
}
