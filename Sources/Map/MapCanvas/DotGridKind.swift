/// A way to draw dots with characters.
public enum DotGridKind: String, Sendable, Hashable, CaseIterable {
  /// Braille patterns: two dots across and four down in each cell.
  case braille
  /// Sextants, which few fonts have: two dots across and three down.
  case sextant
  /// Quadrants: two dots across and two down.
  case quadrant
  /// Half blocks: one dot across and two down, square on most terminals.
  case half
  /// Lines of the slope of their dots, from box drawing characters and slashes, which the fonts of
  /// the Linux console have.
  case box
  /// Lines of the slope of their dots, from `-`, `|`, `/`, `\`, `+` and, for single dots, `.` and `'`.
  case ascii

  /// The dots across one cell, 1 or 2.
  public var dotsAcross: Int {
    switch self {
    case .braille, .sextant, .quadrant, .box, .ascii: 2
    case .half: 1
    }
  }

  /// The dots down one cell, 1 to 4.
  public var dotsDown: Int {
    switch self {
    case .braille, .box, .ascii: 4
    case .sextant: 3
    case .quadrant, .half: 2
    }
  }

  /// Whether other characters on the map should be ASCII too.
  public var isASCII: Bool { self == .ascii }
  /// Whether a cell shows the slope of its line instead of the dots.
  var showsSlopes: Bool { self == .ascii || self == .box }
  /// Whether lines can have widths and dashes, which need visible dots.
  var hasFineDots: Bool { !showsSlopes }

  /// The bit of each dot in a cell, row by row.
  var bits: [UInt8] {
    switch self {
    case .braille, .box, .ascii: [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    case .sextant, .quadrant, .half: (0..<dotsAcross * dotsDown).map { 1 << $0 }
    }
  }

  /// The character for each pattern of dots.
  ///
  /// The empty pattern is a space: some fonts draw the empty Braille pattern as circles.
  var glyphs: [Unicode.Scalar] {
    switch self {
    case .braille: Self.brailleGlyphs
    case .sextant: Self.sextantGlyphs
    case .quadrant: Self.quadrantGlyphs
    case .half: Self.halfGlyphs
    case .box: LineSlope.boxGlyphs
    case .ascii: LineSlope.asciiGlyphs
    }
  }

  /// A character at the edge of a painted area.
  struct Edge {
    var glyph: Unicode.Scalar
    /// Whether the area is where the character is not.
    var isInverse = false
  }

  /// The character for each pattern of dots in a cell's edge, the first dot in the lowest bit, row by row.
  ///
  /// Braille dots leave gaps, so a block element with about the same dots is used instead of them,
  /// except where it may be two columns wide.
  func edges(usesBlocks: Bool) -> [Edge] {
    guard self == .braille else { return glyphs.map { Edge(glyph: $0) } }
    return usesBlocks ? Self.blockEdges : Self.brailleEdges
  }

  /// The bits of a pattern whose first dot is the lowest bit, row by row.
  func pattern(ofDots dots: UInt8) -> UInt8 {
    guard dotsDown == 4 else { return dots }
    return bits.indices.reduce(0) { dots >> $1 & 1 == 1 ? $0 | bits[$1] : $0 }
  }

  private static let brailleEdges = (UInt8.min...UInt8.max).map { dots in
    Edge(glyph: dots == 0xFF ? "█" : brailleGlyphs[Int(braille.pattern(ofDots: dots))])
  }

  /// The block elements that cover the most dots of a pattern and the fewest others; of several the plainest.
  private static let blockEdges: [Edge] = {
    let quadrants: [UInt8] = [0x05, 0x0A, 0x50, 0xA0]
    func quadrantShape(_ pattern: Int) -> (dots: UInt8, edge: Edge) {
      let dots = (0..<4).reduce(0) { pattern >> $1 & 1 == 1 ? $0 | quadrants[$1] : $0 }
      return (dots, Edge(glyph: quadrantGlyphs[pattern]))
    }
    var shapes = [0, 15, 3, 12, 5, 10].map { quadrantShape($0) }
    // A quarter or three quarters of a cell, from below and, inverse, from above.
    shapes += [
      (0xC0, Edge(glyph: "▂")), (0xFC, Edge(glyph: "▆")),
      (0x03, Edge(glyph: "▆", isInverse: true)), (0x3F, Edge(glyph: "▂", isInverse: true)),
    ]
    shapes += [7, 11, 13, 14, 1, 2, 4, 8, 6, 9].map { quadrantShape($0) }
    return (UInt8.min...UInt8.max).map { dots in
      var nearest = shapes[0]
      for shape in shapes
      where (shape.dots ^ dots).nonzeroBitCount < (nearest.dots ^ dots).nonzeroBitCount {
        nearest = shape
      }
      return nearest.edge
    }
  }()

  private static let brailleGlyphs: [Unicode.Scalar] =
    [" "] + (1...255).map { Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }

  /// In the order of Unicode, which omits the patterns that are block elements.
  private static let sextantGlyphs: [Unicode.Scalar] = (0...63).map { pattern in
    switch pattern {
    case 0: " "
    case 0b010101: "▌"
    case 0b101010: "▐"
    case 63: "█"
    default:
      Unicode.Scalar(
        0x1FB00 + UInt32(pattern) - 1 - (pattern > 0b010101 ? 1 : 0) - (pattern > 0b101010 ? 1 : 0)
      ) ?? "█"
    }
  }

  private static let quadrantGlyphs: [Unicode.Scalar] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  private static let halfGlyphs: [Unicode.Scalar] = [" ", "▀", "▄", "█"]
}
