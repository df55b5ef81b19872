public import CellGrid
public import Geo

/// What a marker shows.
public enum MarkerGlyph: Sendable, Hashable {
  /// A short text, such as `(P)`.
  case text(SafeText)
  /// An arrow in brackets that points to the heading in degrees clockwise from true north; hollow
  /// for a position that is old.
  case vehicle(heading: Double?, isHollow: Bool)

  /// The text for a kind of dots.
  func text(for kind: DotGridKind) -> SafeText {
    switch self {
    case .text(let text): text
    case .vehicle(let heading, let isHollow):
      SafeText(
        "[\(HeadingGlyph.vehicle(heading: heading, isHollow: isHollow, isASCII: kind.isASCII))]"
      )
    }
  }
}

/// Something at one place of a map.
public struct MapMarker: Sendable, Hashable {
  /// The part of a marker's text that lies on its place.
  public enum Anchor: Sendable, Hashable {
    /// The middle of the text.
    case center
    /// The first cell of the text.
    case leading
    /// The last cell of the text.
    case trailing
  }

  /// Where it is.
  public var coordinate: Coordinate
  /// What it shows, best in one to three cells.
  public var glyph: MarkerGlyph
  /// The part of the text that lies on the coordinate.
  public var anchor: Anchor
  /// The color and attributes of its cells.
  public var style: CellStyle
  /// The order among markers, of which the highest is never covered.
  ///
  /// All of them cover lines.
  public var zIndex: Int
  /// The name to show at the map's edge with an arrow while the marker is out of sight, nil for
  /// none.
  public var edgeHint: SafeText?

  /// Creates a marker.
  ///
  /// - Parameters:
  ///   - coordinate: Where it is; at an invalid coordinate nothing is drawn.
  ///   - glyph: What it shows.
  ///   - anchor: The part of the text that lies on the coordinate.
  ///   - style: The color and attributes of its cells.
  ///   - zIndex: The order among markers.
  ///   - edgeHint: The name to show at the map's edge while it is out of sight.
  public init(
    coordinate: Coordinate,
    glyph: MarkerGlyph,
    anchor: Anchor = .center,
    style: CellStyle = .plain,
    zIndex: Int = 0,
    edgeHint: SafeText? = nil
  ) {
    self.coordinate = coordinate
    self.glyph = glyph
    self.anchor = anchor
    self.style = style
    self.zIndex = zIndex
    self.edgeHint = edgeHint
  }
}
