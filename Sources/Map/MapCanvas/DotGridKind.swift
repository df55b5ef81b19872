package import CellGrid

/// A way to draw dots with characters.
public enum DotGridKind: String, Sendable, Hashable, CaseIterable {
  /// Braille patterns: two dots across and four down in each cell.
  case braille
  /// Octants, which only new terminals draw: two dots across and four down.
  case octant
  /// Sextants, which few fonts have: two dots across and three down.
  case sextant
  /// Quadrants: two dots across and two down.
  case quadrant
  /// Half blocks: one dot across and two down, square on most terminals.
  case half
  /// Whole cells in the colors of a painted map, which are ASCII.
  case cell
  /// Lines of the slope of their dots, from box drawing characters and slashes, which the fonts of
  /// the Linux console have.
  case box
  /// Lines of the slope of their dots, from `-`, `|`, `/`, `\`, `+` and, for single dots, `.` and `'`.
  case ascii

  /// The dots for terminals with all characters: blocks where the map is painted, else Braille, whose lines need no
  /// color.
  package static func usual(_ appearance: Appearance, _ blocks: BlockElements) -> DotGridKind {
    guard appearance.paintsGround else { return .braille }
    return switch blocks {
    case .quadrant: .quadrant
    case .sextant: .sextant
    case .octant: .octant
    }
  }

  /// The dots across one cell, 1 or 2.
  public var dotsAcross: Int {
    switch self {
    case .braille, .octant, .sextant, .quadrant, .box, .ascii: 2
    case .half, .cell: 1
    }
  }

  /// The dots down one cell, 1 to 4.
  public var dotsDown: Int {
    switch self {
    case .braille, .octant, .box, .ascii: 4
    case .sextant: 3
    case .quadrant, .half: 2
    case .cell: 1
    }
  }

  /// The size of a dot in Braille dots.
  var dotWidth: Double { 2 / Double(dotsAcross) }
  var dotHeight: Double { 4 / Double(dotsDown) }

  /// Whether other characters on the map should be ASCII too.
  public var isASCII: Bool { self == .ascii || self == .cell }
  /// Whether a cell shows the slope of its line instead of the dots.
  var showsSlopes: Bool { self == .ascii || self == .box }
  /// Whether lines can have widths and dashes, which need visible dots.
  var hasFineDots: Bool { !showsSlopes }
  /// Whether lines are Braille patterns.
  var isBraille: Bool { self == .braille }
  /// Whether dots fill their cells without gaps.
  public var isSolid: Bool {
    switch self {
    case .octant, .sextant, .quadrant, .half, .cell: true
    case .braille, .box, .ascii: false
    }
  }

  /// The bit of each dot in a cell, row by row.
  var bits: [UInt8] {
    switch self {
    case .braille, .box, .ascii: [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    case .octant, .sextant, .quadrant, .half, .cell: (0..<dotsAcross * dotsDown).map { 1 << $0 }
    }
  }

  /// All dots of a cell.
  var allDots: UInt8 { .max >> UInt8(8 - dotsAcross * dotsDown) }

  /// The character for each pattern of dots.
  ///
  /// The empty pattern is a space: some fonts draw the empty Braille pattern as circles.
  var glyphs: [Unicode.Scalar] {
    switch self {
    case .braille: Self.brailleGlyphs
    case .octant: BlockElements.octants
    case .sextant: BlockElements.sextants
    case .quadrant: BlockElements.quadrants
    case .half: Self.halfGlyphs
    case .cell: [" ", "#"]
    case .box: LineSlope.boxGlyphs
    case .ascii: LineSlope.asciiGlyphs
    }
  }

  /// A character at the edge of a painted area.
  struct Edge: Hashable {
    var glyph: Unicode.Scalar
    /// Whether the area is where the character is not.
    var isInverse = false
  }

  /// The character for each pattern of dots in a cell's edge, the first dot in the lowest bit, row by row.
  ///
  /// Braille dots leave gaps, so a block element with about the same dots is used instead of them,
  /// except where it may be two columns wide.
  func edges(usesBlocks: Bool) -> [Edge] {
    guard isBraille else { return glyphs.map { Edge(glyph: $0) } }
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

  private static let blockEdges = Mosaic.edges(of: Mosaic.blocks)

  private static let brailleGlyphs: [Unicode.Scalar] =
    [" "] + (1...255).map { Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }

  private static let halfGlyphs: [Unicode.Scalar] = [" ", "▀", "▄", "█"]
}

/// A character that divides a cell into two parts, compared with dots.
private struct Mosaic {
  /// How much of each of 2 × 4 dots the character covers, in sixteenths.
  private var coverage = SIMD8<Int16>(repeating: 0)
  private let edge: DotGridKind.Edge

  /// Samples a shape at sixteen points of each dot; the cell is a square from 0 to 1, `y` downwards.
  private init(_ edge: DotGridKind.Edge, _ covers: (_ x: Double, _ y: Double) -> Bool) {
    self.edge = edge
    for row in 0..<16 {
      for column in 0..<8 where covers((Double(column) + 0.5) / 8, (Double(row) + 0.5) / 16) {
        coverage[row / 4 * 2 + column / 4] += 1
      }
    }
  }

  /// Halves, then quarters of a cell and quadrants, so that of equals the plainest is used.
  static let blocks: [Mosaic] = {
    func quadrants(_ patterns: [Int]) -> [Mosaic] {
      patterns.map { pattern in
        Mosaic(.init(glyph: BlockElements.quadrants[pattern])) {
          pattern >> (($1 < 0.5 ? 0 : 2) + ($0 < 0.5 ? 0 : 1)) & 1 == 1
        }
      }
    }
    let quarters = [
      Mosaic(.init(glyph: "▂")) { $1 > 0.75 }, Mosaic(.init(glyph: "▆")) { $1 > 0.25 },
      Mosaic(.init(glyph: "▆", isInverse: true)) { $1 < 0.25 },
      Mosaic(.init(glyph: "▂", isInverse: true)) { $1 < 0.75 },
    ]
    let corners = quadrants([7, 11, 13, 14, 1, 2, 4, 8, 6, 9])
    return quadrants([0, 15, 3, 12, 5, 10]) + quarters + corners
  }()

  /// The nearest character for each pattern of dots, the first of equals; the first two are empty and full.
  static func edges(of mosaics: [Mosaic]) -> [DotGridKind.Edge] {
    (UInt8.min...UInt8.max).map { dots in
      var wanted = SIMD8<Int16>(repeating: 0)
      for dot in 0..<8 where dots >> dot & 1 == 1 { wanted[dot] = 16 }
      func distance(_ mosaic: Mosaic) -> Int16 {
        let difference = mosaic.coverage &- wanted
        return (difference &* difference).wrappedSum()
      }
      // A single dot is none, because alone it would be a crumb.
      let candidates = [1, 7].contains(dots.nonzeroBitCount) ? mosaics.prefix(2) : mosaics[...]
      var (nearest, shortest) = (mosaics[0], distance(mosaics[0]))
      for mosaic in candidates.dropFirst() {
        let distance = distance(mosaic)
        if distance < shortest { (nearest, shortest) = (mosaic, distance) }
      }
      return nearest.edge
    }
  }
}
