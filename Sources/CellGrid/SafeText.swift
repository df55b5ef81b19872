internal import TrustLimits

/// Text that cannot harm a terminal: clean, bounded, with a known width.
///
/// Text from a server, a file or another program becomes safe where it enters, and frames, logs,
/// reports and error texts accept nothing else. Two safe texts joined are safe again.
/// Source: the rules of the user interface study, section 6.4.
public struct SafeText: Sendable, Hashable, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, CustomStringConvertible
{
  /// The characters as cells of the plain style, one each.
  public private(set) var glyphs: [Cell]
  /// The columns that the text takes.
  public private(set) var width: Int

  /// Cleans and bounds a text.
  public init(_ text: String) {
    self.glyphs = []
    self.width = 0
    for scalar in text.unicodeScalars.prefix(Limits.Text.bytes) {
      glyphs.append(Cell(scalar))
      width += 1
    }
  }

  /// Cleans a text of the program's own.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The clean text.
  public var description: String {
    var view = String.UnicodeScalarView()
    for glyph in glyphs { view.append(glyph.base) }
    return String(view)
  }

  /// Two texts one after the other.
  public static func + (one: SafeText, other: SafeText) -> SafeText {
    var result = one
    result.glyphs += other.glyphs
    result.width += other.width
    return result
  }
}
