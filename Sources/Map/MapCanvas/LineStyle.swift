public import CellGrid
internal import Geo

/// How a polyline is drawn.
public struct LineStyle: Sendable, Hashable {
  /// A repeating pattern of drawn dots and gaps.
  public struct Dash: Sendable, Hashable {
    /// The drawn dots, 1 to 64.
    public let drawn: Int
    /// The dots of the gap, 1 to 64.
    public let gap: Int

    /// Creates a pattern; values are clamped to 1...64.
    public init(drawn: Int, gap: Int) {
      self.drawn = max(1, min(64, drawn))
      self.gap = max(1, min(64, gap))
    }
  }

  /// The style of its cells.
  public var cellStyle: CellStyle
  /// The width in dots, in 1...3.
  public private(set) var width: Int
  /// Whether the line is wider from zoom 15 on, as streets are.
  public var growsWithZoom = false
  /// The zoom from which the line is drawn.
  public var minimumZoom = 0.0
  /// The dashes, which maps without visible dots do not show; nil for a solid line.
  public var dash: Dash?
  /// Whether only the points of the path are drawn, as dots of the line's width.
  public var showsPoints = false
  /// The line's character in an ASCII map, such as `:`.
  ///
  /// Without one characters show its slope; they are doubled if the width is two dots, and `#` if it is three.
  public var asciiGlyph: Unicode.Scalar?
  /// The character that replaces dots on terminals without colors, such as `▒` for traffic;
  /// nil for dots.
  public var patternGlyph: Unicode.Scalar?

  /// Creates a style; the width is clamped to 1...3 dots.
  public init(
    cellStyle: CellStyle = .plain, width: Int = 1, dash: Dash? = nil,
    asciiGlyph: Unicode.Scalar? = nil, patternGlyph: Unicode.Scalar? = nil
  ) {
    self.cellStyle = cellStyle
    self.width = max(1, min(3, width))
    self.dash = dash
    self.asciiGlyph = asciiGlyph
    self.patternGlyph = patternGlyph
  }

  /// The width in Braille dots at a zoom.
  func width(atZoom zoom: Double) -> Double {
    let growth = growsWithZoom && zoom.isFinite ? 0.6 * max(0, zoom - 15) : 0
    return min(Self.widest, Double(width) * Maths.exp2(growth))
  }

  private static let widest = 16.0
}
