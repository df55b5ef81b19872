public import CellGrid
public import Geo
internal import TrustLimits

/// A picture of several cells for a marker: a rectangle of text.
public struct IconView: Sendable, Hashable {
  /// The most columns of a picture.
  public static let maximumColumns = Limits.Style.iconColumns
  /// The most rows of a picture.
  public static let maximumRows = Limits.Style.iconRows

  /// The rows from the top, all of the same width.
  public let rows: [SafeText]
  /// The width in columns.
  public let columns: Int

  /// Creates a picture, cut to ``maximumColumns`` and ``maximumRows``.
  public init(rows: [SafeText]) {
    let cut = rows.prefix(Self.maximumRows).map { $0.prefix(columns: Self.maximumColumns) }
    let columns = cut.map(\.width).max() ?? 0
    self.rows = cut.map { $0.padded(to: columns) }
    self.columns = columns
  }

  /// Whether the picture has no columns.
  public var isEmpty: Bool { columns == 0 }
}

/// A point of a rectangle, as fractions of its width and height.
public struct UnitPoint: Sendable, Hashable {
  /// From 0 at the left edge to 1 at the right edge.
  public let x: Double
  /// From 0 at the top to 1 at the bottom.
  public let y: Double

  /// Creates a point; values are clamped to 0...1, and NaN becomes 0.5.
  public init(x: Double, y: Double) {
    self.x = x.isNaN ? 0.5 : max(0, min(1, x))
    self.y = y.isNaN ? 0.5 : max(0, min(1, y))
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the left edge.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the right edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)

  /// The cell of a rectangle at the point; between two cells, the one to the left or above.
  func cell(columns: Int, rows: Int) -> (column: Int, row: Int) {
    (Int(x * Double(columns - 1)), Int(y * Double(rows - 1)))
  }
}

/// The symbol of a marker.
public enum MarkerGlyph: Sendable, Hashable {
  /// A short text, such as `(*)`.
  case text(SafeText)
  /// The name of a place, such as `P`, with equal ends: blanks on a color of its own, else `(P)`.
  case place(SafeText)
  /// An arrow for a heading in degrees clockwise from true north, or `?` for an old position; its ends are blanks on a
  /// color of its own, else brackets.
  case vehicle(heading: Double?, isOld: Bool)
  /// The number of vehicles that are too close to each other, with the ends of one vehicle.
  case vehicles(Int)
  case view(IconView)

  /// The rows of text in a style, all of the same width.
  package func rows(in style: CellStyle, isASCII: Bool) -> [SafeText] {
    // Without colors brackets remain, because a picture of the characters alone has no attributes.
    let isPill =
      style.background != .standard
      || style.foreground != .standard && style.attributes.contains(.reverse)
    func pill(_ text: SafeText, _ start: SafeText, _ end: SafeText) -> [SafeText] {
      [isPill ? " " + text + " " : start + text + end]
    }
    switch self {
    case .text(let text): return [isASCII ? text.inASCII : text]
    case .view(let view): return isASCII ? view.rows.map(\.inASCII) : view.rows
    case .place(let name): return pill(isASCII ? name.inASCII : name, "(", ")")
    case .vehicle(let heading, let isOld):
      let arrow = HeadingGlyph.vehicle(heading: heading, isOld: isOld, isASCII: isASCII)
      return pill(SafeText(String(arrow)), "[", "]")
    case .vehicles(let count): return pill(SafeText(String(min(count, 999))), "[", "]")
    }
  }
}

extension SafeText {
  /// A map's attribution in ASCII characters.
  public var attributionInASCII: SafeText {
    SafeText(description.replacing("©", with: "(c)")).inASCII
  }

  /// A map's attribution with ever fewer parts, the longest form first; the owner of the map stays.
  ///
  /// OpenStreetMap does not require the word "contributors".
  public var attributionForms: [SafeText] {
    let words = description.replacing(" contributors", with: "").split(separator: " ")
    var parts: [String] = []
    for (index, word) in words.enumerated() {
      let isNew =
        index == 0 || words[index - 1].hasSuffix(",") || word.hasPrefix("©")
        || word.hasPrefix("(c)")
      if isNew { parts.append(String(word)) } else { parts[parts.count - 1] += " \(word)" }
    }
    var forms = [self, SafeText(parts.joined(separator: " "))]
    var owner = parts.firstIndex { $0.contains("OpenStreetMap") } ?? 0
    while parts.count > 1 {
      let isLast = owner == parts.count - 1
      parts.remove(at: parts.count - (isLast ? 2 : 1))
      if isLast { owner -= 1 }
      let text = parts.joined(separator: " ")
      forms.append(SafeText(text.hasSuffix(",") ? String(text.dropLast()) : text))
    }
    return forms
  }

  /// The text with a question mark for each column of a character that is not ASCII.
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

/// The name next to a marker.
package struct MarkerName: Sendable, Hashable {
  /// The name's forms, the longest first.
  package var forms: [SafeText]
  package var style: CellStyle
  /// Whether it is shown wherever it is, even over other texts.
  package var isRequired: Bool

  package init(_ forms: [SafeText], style: CellStyle, isRequired: Bool = false) {
    (self.forms, self.style, self.isRequired) = (forms.filter { !$0.isEmpty }, style, isRequired)
  }
}

/// A symbol at a place of a map.
public struct MapMarker: Sendable, Hashable {
  /// The marker's place.
  public var coordinate: Coordinate
  /// The symbol, best in one to three cells of one row.
  public var glyph: MarkerGlyph
  /// The point of the symbol that is on the coordinate.
  public var anchor: UnitPoint
  /// The style of its cells.
  public var style: CellStyle
  /// The order among markers, which all cover lines; the highest is never covered.
  public var zIndex: Int
  /// The order among markers of one z-index.
  public var rank: Int
  /// The name to show with an arrow at the map's edge while the marker is out of sight, if any.
  public var edgeHint: SafeText?
  /// The name next to the symbol, left out where there is no room; nil for none.
  package var name: MarkerName?

  /// Creates a marker, which is not drawn if its coordinate is invalid.
  public init(
    coordinate: Coordinate, glyph: MarkerGlyph, anchor: UnitPoint = .center,
    style: CellStyle = .plain, zIndex: Int = 0, rank: Int = 0, edgeHint: SafeText? = nil
  ) {
    self.coordinate = coordinate
    self.glyph = glyph
    self.anchor = anchor
    self.style = style
    self.zIndex = zIndex
    self.rank = rank
    self.edgeHint = edgeHint
  }

  /// Whether the other marker comes first if there is room for only one.
  package func isBelow(_ other: MapMarker) -> Bool { (zIndex, rank) < (other.zIndex, other.rank) }
}
