/// A way to draw dots with characters.
///
/// Every kind has its own number of dots per cell and a table of glyphs; all else is shared.
public enum DotGridKind: Sendable, Hashable, CaseIterable {
  /// Braille patterns: two dots across and four down in each cell.
  case braille
  /// Plain ASCII: one dot per cell, shown by the line's own character.
  case ascii

  /// The dots across one cell.
  public var dotsAcross: Int { self == .braille ? 2 : 1 }
  /// The dots down one cell.
  public var dotsDown: Int { self == .braille ? 4 : 1 }
  /// Whether only ASCII characters may be drawn beside the dots too.
  public var isASCII: Bool { self == .ascii }
  /// Whether lines can have widths and dashes: a single dot per cell cannot show them.
  var hasFineDots: Bool { dotsAcross * dotsDown > 1 }

  /// The bit of each dot of a cell, row by row.
  var bits: [UInt8] {
    switch self {
    case .braille: [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    case .ascii: [0x01]
    }
  }

  /// The character for each pattern of dots, nil where the line's own character stands.
  ///
  /// The empty pattern is a space, never an empty Braille cell, which some fonts draw as circles.
  var glyphs: [Unicode.Scalar?] {
    switch self {
    case .braille: Self.brailleGlyphs
    case .ascii: [" ", nil]
    }
  }

  private static let brailleGlyphs: [Unicode.Scalar?] =
    [" "] + (1...255).map { Unicode.Scalar(0x2800 + UInt32($0)) }
}
