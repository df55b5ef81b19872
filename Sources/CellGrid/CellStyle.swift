/// A color of a cell.
public enum Color: Sendable, Hashable {
  /// The terminal's own color.
  case standard
  /// One of the 256 colors of the xterm palette; the first 16 are the terminal's.
  case indexed(UInt8)
  /// Red, green and blue of sRGB, shown as the nearest color that the terminal has.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How the glyph of a cell is shown.
public struct CellStyle: Sendable, Hashable {
  /// Attributes beside colors.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates attributes from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = Attributes(rawValue: 2)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
  }

  /// The glyph's color.
  public var foreground: Color
  /// The color behind it.
  public var background: Color
  /// Attributes beside colors.
  public var attributes: Attributes

  /// Creates a style, by default the terminal's own.
  public init(
    foreground: Color = .standard,
    background: Color = .standard,
    attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own style.
  public static let plain = CellStyle()
}
