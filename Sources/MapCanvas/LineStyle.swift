public import CellGrid

/// How a polyline is drawn.
public struct LineStyle: Sendable, Hashable {
  /// A pattern of drawn and left out dots.
  public struct Dash: Sendable, Hashable {
    /// The drawn dots, at least 1.
    public let drawn: Int
    /// The left out dots, at least 1.
    public let gap: Int

    /// Creates a pattern; values below 1 become 1 and ones above 64 become 64.
    public init(drawn: Int, gap: Int) {
      self.drawn = max(1, min(64, drawn))
      self.gap = max(1, min(64, gap))
    }
  }

  /// The color and attributes of its cells.
  public var cellStyle: CellStyle
  /// The width in dots, in 1...3.
  public private(set) var width: Int
  /// The pattern along the line, nil for a solid one.
  ///
  /// Only Braille shows it.
  public var dash: Dash?
  /// The character that stands for it in an ASCII map, such as `#`.
  public var asciiGlyph: Unicode.Scalar
  /// The character that replaces dots where colors cannot tell lines apart, nil for dots all the same.
  ///
  /// It tells traffic apart, such as `▒` and `▓`.
  public var patternGlyph: Unicode.Scalar?

  /// Creates a style; the width is clamped to 1...3 dots.
  public init(
    cellStyle: CellStyle = .plain,
    width: Int = 1,
    dash: Dash? = nil,
    asciiGlyph: Unicode.Scalar = "#",
    patternGlyph: Unicode.Scalar? = nil
  ) {
    self.cellStyle = cellStyle
    self.width = max(1, min(3, width))
    self.dash = dash
    self.asciiGlyph = asciiGlyph
    self.patternGlyph = patternGlyph
  }
}
