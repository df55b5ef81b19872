public import CellGrid

/// A grid of dots that becomes characters.
///
/// Each cell belongs to the line with the highest z-index that touched it, so that a route stays
/// readable where others cross it.
public struct DotGrid: Sendable {
  private struct Paint {
    var style: LineStyle
    var zIndex: Int
    var rank: Int

    func isBelow(_ other: Paint) -> Bool { (zIndex, rank) < (other.zIndex, other.rank) }
  }

  /// The way dots become characters.
  public let kind: DotGridKind
  /// The size in cells.
  public let size: GridSize
  /// The number of dot columns.
  public let dotColumns: Int
  /// The number of dot rows.
  public let dotRows: Int

  private let dotsAcross: Int
  private let dotsDown: Int
  private let bits: [UInt8]
  /// The dots of each cell, row by row.
  private var patterns: [UInt8]
  /// One more than the index of the paint that owns each cell; 0 for none.
  private var owners: [UInt32]
  private var paints: [Paint] = []

  /// Creates a grid without dots.
  public init(kind: DotGridKind, size: GridSize) {
    self.kind = kind
    self.size = size
    dotsAcross = kind.dotsAcross
    dotsDown = kind.dotsDown
    dotColumns = size.columns * dotsAcross
    dotRows = size.rows * dotsDown
    bits = kind.bits
    patterns = Array(repeating: 0, count: size.columns * size.rows)
    owners = Array(repeating: 0, count: size.columns * size.rows)
  }

  /// Selects the style of the following dots.
  ///
  /// `rank` orders styles with the same z-index; with the same rank too, the last one owns the cell.
  public mutating func use(_ style: LineStyle, zIndex: Int, rank: Int = 0) {
    paints.append(Paint(style: style, zIndex: zIndex, rank: rank))
  }

  /// Paints one dot, counted from the top left, with the style in use.
  ///
  /// Ignores dots outside of the grid, without a style, and in a cell of a higher line.
  public mutating func paint(x: Int, y: Int) {
    guard x >= 0, y >= 0, x < dotColumns, y < dotRows, let paint = paints.last else { return }
    let cell = y / dotsDown * size.columns + x / dotsAcross
    let bit = bits[y % dotsDown * dotsAcross + x % dotsAcross]
    let current = UInt32(truncatingIfNeeded: paints.count)
    let owner = owners[cell]
    if owner == current {
      patterns[cell] |= bit
      return
    }
    if owner > 0 {
      let other = paints[Int(owner) - 1]
      guard !paint.isBelow(other) else { return }
      patterns[cell] = other.isBelow(paint) ? bit : patterns[cell] | bit
    } else {
      patterns[cell] = bit
    }
    owners[cell] = current
  }

  /// The indices of the cells that have dots, row by row.
  var takenCells: some Sequence<Int> { owners.indices.lazy.filter { owners[$0] > 0 } }

  /// Draws the cells that have dots; a frame keeps its other cells.
  public func draw(
    into frame: inout Frame,
    at origin: GridPoint,
    usesPatterns: Bool = false,
    usesASCIISymbols: Bool = false
  ) {
    let glyphs = kind.glyphs
    for (cell, owner) in owners.enumerated() where owner > 0 {
      let style = paints[Int(owner) - 1].style
      let dots = glyphs[Int(patterns[cell])] ?? style.asciiGlyph
      let pattern =
        usesPatterns && kind.hasFineDots
        ? style.patternGlyph.map { usesASCIISymbols ? style.asciiGlyph : $0 } : nil
      let glyph = pattern ?? dots
      frame.draw(
        glyph,
        column: origin.column + cell % size.columns,
        row: origin.row + cell / size.columns,
        style: style.cellStyle
      )
    }
  }
}
