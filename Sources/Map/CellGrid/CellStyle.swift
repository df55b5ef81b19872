/// How the glyph of a cell is shown.
public struct CellStyle: Sendable, Hashable {
  /// Attributes of a glyph except its colors.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates attributes from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

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
  /// The color behind the glyph.
  public var background: Color
  /// The glyph's attributes.
  public var attributes: Attributes

  /// Creates a style, by default the terminal's own.
  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own style.
  public static let plain = CellStyle()
  /// The terminal's own style in bold.
  package static let bold = CellStyle(attributes: .bold)

  /// The style on top of another one: with its background, unless this style has one or is reversed.
  package func over(_ other: CellStyle) -> CellStyle {
    guard background == .standard, !attributes.contains(.reverse) else { return self }
    return CellStyle(foreground: foreground, background: other.background, attributes: attributes)
  }

  /// The style with the nearest colors that a terminal of a depth shows.
  public func reduced(to depth: ColorDepth) -> CellStyle {
    CellStyle(
      foreground: foreground.reduced(to: depth), background: background.reduced(to: depth),
      attributes: attributes)
  }
}
