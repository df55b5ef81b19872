public import CellGrid
public import MapCanvas

/// How a marker of a trip is drawn.
///
/// A property that was never set says what the SDK says and is drawn as the map's theme has it; a
/// property that was set is drawn as set.
public struct MarkerStyleOptions: Sendable, Hashable {
  /// Creates options of which none is set.
  public init() {}

  /// The point of the icon that lies on the place; by default its middle.
  public var groundAnchor = UnitPoint.center

  /// Whether the marker is drawn.
  public var isVisible = true

  /// A picture of several cells; nil, or one with nothing in it, falls back to the icon.
  public var iconView: IconView?

  /// A short text; nil, or an empty one, for the built-in icon, which tells the places apart and
  /// shows a vehicle whose place is old hollow.
  ///
  /// It is cut to the columns of `IconView.maximumColumns`.
  public var icon: SafeText? {
    didSet { icon = icon?.prefix(columns: IconView.maximumColumns) }
  }

  /// The color of the icon; nil for the theme's.
  ///
  /// Images bring their own colors, so that the SDK has no such option.
  public var iconColor: Color?

  /// The order among markers, all of which lie on all lines.
  ///
  /// At the same order the vehicle is the highest, then drop-off, pickup and stops.
  public var zIndex: Int32 = 0

  /// Whether the marker lies flat on the map, so that the vehicle's built-in icon turns with its
  /// heading; else it stands and never turns.
  public var isFlat = false
}
