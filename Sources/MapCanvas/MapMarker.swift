public import CellGrid
public import Geo

/// What a marker shows.
public enum MarkerGlyph: Sendable, Hashable {
  /// A short text, such as `(P)`.
  case text(SafeText)
  /// An arrow in brackets that points to the heading in degrees clockwise from true north; hollow
  /// for a position that is old.
  case vehicle(heading: Double?, isHollow: Bool)

  /// A picture of several cells.
  case view(IconView)

  /// The rows of text, all of one width.
  func rows(isASCII: Bool) -> [SafeText] {
    switch self {
    case .text(let text): [isASCII ? text.inASCII : text]
    case .view(let view): isASCII ? view.rows.map(\.inASCII) : view.rows
    case .vehicle(let heading, let isHollow):
      [
        SafeText(
          "[\(HeadingGlyph.vehicle(heading: heading, isHollow: isHollow, isASCII: isASCII))]"
        )
      ]
    }
  }
}

extension SafeText {
  /// A map's attribution with ASCII characters only.
  public var attributionInASCII: SafeText {
    SafeText(description.replacing("©", with: "(c)")).inASCII
  }

  /// A map's attribution in fewer columns, without "contributors", which OpenStreetMap does not
  /// require.
  func shortenedAttribution(to columns: Int) -> SafeText {
    guard width > columns else { return self }
    return SafeText(description.replacing(" contributors", with: ""))
  }

  /// The text with a question mark for each column of other characters than ASCII ones.
  var inASCII: SafeText {
    var text = ""
    for glyph in glyphs {
      if glyph.base.isASCII {
        text.unicodeScalars.append(glyph.base)
      } else {
        text += String(repeating: "?", count: Int(glyph.width))
      }
    }
    return SafeText(text)
  }
}

/// Something at one place of a map.
public struct MapMarker: Sendable, Hashable {
  /// Where it is.
  public var coordinate: Coordinate
  /// What it shows, best in one to three cells of one row.
  public var glyph: MarkerGlyph
  /// The point of what it shows that is on the coordinate.
  public var anchor: UnitPoint
  /// The color and attributes of its cells.
  public var style: CellStyle
  /// The order among markers, of which the highest is never covered.
  ///
  /// All of them cover lines.
  public var zIndex: Int
  /// The order among markers of one z-index.
  public var rank: Int
  /// The name to show at the map's edge with an arrow while the marker is out of sight, nil for
  /// none.
  public var edgeHint: SafeText?

  /// Creates a marker; nothing is drawn at an invalid coordinate.
  public init(
    coordinate: Coordinate,
    glyph: MarkerGlyph,
    anchor: UnitPoint = .center,
    style: CellStyle = .plain,
    zIndex: Int = 0,
    rank: Int = 0,
    edgeHint: SafeText? = nil
  ) {
    self.coordinate = coordinate
    self.glyph = glyph
    self.anchor = anchor
    self.style = style
    self.zIndex = zIndex
    self.rank = rank
    self.edgeHint = edgeHint
  }

  /// Whether another marker goes first where there is room for one.
  package func isBelow(_ other: MapMarker) -> Bool {
    (zIndex, rank) < (other.zIndex, other.rank)
  }
}
