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

  /// How a line is shown where it comes back to itself.
  enum Passing {
    /// As one line.
    case merged
    /// The pass painted later is on top, with a gap of one dot around it.
    case apart
    /// As a part of the line before, with its gaps.
    case asBefore
  }

  /// When each dot of a line was painted, counted in steps along it.
  private struct Passes {
    /// The steps after which a line that comes back is another pass of it, more than the sides of a sharp bend.
    private static let bend: UInt32 = 24

    var clock: UInt32 = 0
    private(set) var passing = Passing.merged
    private var start: UInt32 = 0
    private var times: [UInt32]
    /// The dots of each cell between two passes.
    private var gaps: [UInt8]

    init(dots: Int, cells: Int) {
      times = Array(repeating: 0, count: dots)
      gaps = Array(repeating: 0, count: cells)
    }

    mutating func begin(_ passing: Passing) {
      self.passing = passing
      skip()
      start = clock
    }

    mutating func skip() { clock &+= Self.bend + 1 }

    /// Whether a dot is not in a gap that this line has to keep.
    mutating func mayPaint(dot: Int, cell: Int, bit: UInt8) -> Bool {
      if passing == .asBefore { return gaps[cell] & bit == 0 }
      times[dot] = clock
      gaps[cell] &= ~bit
      return true
    }

    /// Makes a dot of an earlier pass a gap; returns whether it is one.
    mutating func clear(dot: Int, cell: Int, bit: UInt8) -> Bool {
      let time = times[dot]
      guard passing == .apart, time >= start, clock &- time > Self.bend else { return false }
      times[dot] = 0
      gaps[cell] |= bit
      return true
    }
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
  /// The passes of the wide line that is being painted; nil before the first one.
  private var passes: Passes?

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
    guard x >= 0, y >= 0, x < dotColumns, y < dotRows, !paints.isEmpty else { return }
    let (cell, bit) = place(x: x, y: y)
    paint(cell: cell, bit: bit)
  }

  /// The cell of a dot and its bit there.
  private func place(x: Int, y: Int) -> (cell: Int, bit: UInt8) {
    (y / dotsDown * size.columns + x / dotsAcross, bits[y % dotsDown * dotsAcross + x % dotsAcross])
  }

  private mutating func paint(cell: Int, bit: UInt8) {
    let current = UInt32(truncatingIfNeeded: paints.count)
    let owner = owners[cell]
    if owner == current {
      patterns[cell] |= bit
      return
    }
    if owner > 0 {
      let (paint, other) = (paints[paints.count - 1], paints[Int(owner) - 1])
      guard !paint.isBelow(other) else { return }
      patterns[cell] = other.isBelow(paint) ? bit : patterns[cell] | bit
    } else {
      patterns[cell] = bit
    }
    owners[cell] = current
  }

  /// Begins a line whose passes are shown in a way.
  mutating func begin(_ passing: Passing) {
    if passing != .merged, passes == nil {
      passes = Passes(dots: dotColumns * dotRows, cells: owners.count)
    }
    passes?.begin(passing)
  }

  /// Separates the dots that follow from those before, between which the line is out of sight.
  mutating func interruptPass() { passes?.skip() }

  /// Paints dots side by side of a line, in a row or a column, and keeps them apart from an earlier pass of the same line.
  mutating func paint(major: Int, minors: Range<Int>, isFlat: Bool) {
    guard let passing = passes?.passing, passing != .merged else {
      for minor in minors {
        if isFlat { paint(x: major, y: minor) } else { paint(x: minor, y: major) }
      }
      return
    }
    self.passes?.clock &+= 1
    for minor in minors.lowerBound - 1...minors.upperBound {
      let (x, y) = isFlat ? (major, minor) : (minor, major)
      guard x >= 0, y >= 0, x < dotColumns, y < dotRows else { continue }
      if minors.contains(minor) { paintPass(x: x, y: y) } else { clearPass(x: x, y: y) }
    }
  }

  private mutating func paintPass(x: Int, y: Int) {
    let (cell, bit) = place(x: x, y: y)
    guard passes?.mayPaint(dot: y * dotColumns + x, cell: cell, bit: bit) == true else { return }
    paint(cell: cell, bit: bit)
  }

  /// Clears a dot of an earlier pass, so that two passes side by side are two lines.
  private mutating func clearPass(x: Int, y: Int) {
    let (cell, bit) = place(x: x, y: y)
    guard owners[cell] == UInt32(truncatingIfNeeded: paints.count), patterns[cell] & bit != 0,
      passes?.clear(dot: y * dotColumns + x, cell: cell, bit: bit) == true
    else { return }
    patterns[cell] &= ~bit
    if patterns[cell] == 0 { owners[cell] = 0 }
  }

  /// The indices of the cells that have dots, row by row.
  var takenCells: some Sequence<Int> { owners.indices.lazy.filter { owners[$0] > 0 } }

  /// Draws the lines on the ground of a painted map of the same size and dots, with a casing of land around those
  /// of two or more dots.
  func draw(on ground: PaintedGround, into frame: inout Frame, at origin: GridPoint) {
    // A casing of whole cells would hide more than it sets apart.
    let around = kind == .cell ? [UInt8](repeating: 0, count: patterns.count) : casings()
    let dots = CellDots(of: kind)
    for (cell, owner) in owners.enumerated() where owner > 0 || around[cell] != 0 {
      let land = dots.spread(around[cell] & ~(owner > 0 ? patterns[cell] : 0))
      let below = ground.owners[cell] & ~land
      let place = (origin.column + cell % size.columns, origin.row + cell / size.columns)
      guard owner > 0 else {
        frame[place.0, place.1] = ground.look.cell(below)
        continue
      }
      let style = paints[Int(owner) - 1].style.cellStyle
      frame[place.0, place.1] = ground.look.cell(below, ride: patterns[cell], style: style)
    }
  }

  /// The dots of each cell that touch wide lines on one of their four sides.
  private func casings() -> [UInt8] {
    var result = [UInt8](repeating: 0, count: patterns.count)
    let (across, down) = (dotsAcross, dotsDown)
    func add(_ column: Int, _ row: Int, _ dots: UInt8) {
      guard dots != 0, column >= 0, row >= 0, column < size.columns, row < size.rows else { return }
      result[row * size.columns + column] |= dots
    }
    let left = (0..<down).reduce(UInt8(0)) { $0 | 1 << UInt8($1 * across) }
    let right = left << UInt8(across - 1)
    let lastRow = UInt8(across * (down - 1))
    let top: UInt8 = across == 2 ? 3 : 1
    for (cell, owner) in owners.enumerated()
    where owner > 0 && paints[Int(owner) - 1].style.width > 1 {
      let (column, row) = (cell % size.columns, cell / size.columns)
      let dots = patterns[cell]
      let sides = across == 2 ? (dots & left) << 1 | (dots & right) >> 1 : 0
      add(column, row, (sides | dots << UInt8(across) | dots >> UInt8(across)) & kind.allDots)
      add(column - 1, row, (dots & left) << UInt8(across - 1))
      add(column + 1, row, (dots & right) >> UInt8(across - 1))
      add(column, row - 1, (dots & top) << lastRow)
      add(column, row + 1, dots >> lastRow & top)
    }
    return result
  }

  /// Draws the cells that have dots; a frame keeps its other cells, except for lines next to one of
  /// two or more dots.
  public func draw(into frame: inout Frame, at origin: GridPoint, usesASCIISymbols: Bool = false) {
    if kind.isBraille { clearCasing(in: &frame, at: origin) }
    if kind.showsSlopes { clearSides(in: &frame, at: origin) }
    let glyphs = kind.glyphs
    for (cell, owner) in owners.enumerated() where owner > 0 {
      let style = paints[Int(owner) - 1].style
      var glyph = glyphs[Int(patterns[cell])]
      if kind.showsSlopes {
        let isDouble = style.width > 1
        if isDouble, LineSlope.isDot(glyph), let other = neighborInRow(of: cell) {
          glyph = glyphs[Int(patterns[other])]
        }
        if let own = ownGlyph(of: style) {
          glyph = own
        } else if isDouble {
          glyph = LineSlope.double(glyph)
        }
        // A line that is not flat is doubled by the cell next to it.
        if isDouble, !LineSlope.isFlat(glyph), hasRoomToDouble(cell) {
          draw(glyph, style, cell + 1, into: &frame, at: origin)
        }
      } else if let pattern = style.patternGlyph {
        glyph = usesASCIISymbols ? style.asciiGlyph ?? pattern : pattern
      }
      draw(glyph, style, cell, into: &frame, at: origin)
    }
  }

  /// The character of a line that does not show its slope; nil if it does.
  private func ownGlyph(of style: LineStyle) -> Unicode.Scalar? {
    guard kind.isASCII else { return style.patternGlyph ?? style.asciiGlyph }
    // No street is three dots wide.
    return style.asciiGlyph ?? (style.width > 2 ? "#" : nil)
  }

  private func draw(
    _ glyph: Unicode.Scalar, _ style: LineStyle, _ cell: Int, into frame: inout Frame,
    at origin: GridPoint
  ) {
    frame.draw(
      glyph, column: origin.column + cell % size.columns, row: origin.row + cell / size.columns,
      style: style.cellStyle, keepsBackground: true)
  }

  /// The cell next to a cell in its row that has the same owner and more dots; nil for none.
  private func neighborInRow(of cell: Int) -> Int? {
    let column = cell % size.columns
    return [column > 0 ? cell - 1 : cell, column + 1 < size.columns ? cell + 1 : cell].first {
      owners[$0] == owners[cell] && patterns[$0].nonzeroBitCount > 1
    }
  }

  /// Whether a cell is alone in its row, with an empty one at its right.
  private func hasRoomToDouble(_ cell: Int) -> Bool {
    let column = cell % size.columns
    guard column + 1 < size.columns, owners[cell + 1] == 0 else { return false }
    return column == 0 || owners[cell - 1] != owners[cell]
  }

  /// Removes the frame's dots that touch wide lines, so that land surrounds them.
  private func clearCasing(in frame: inout Frame, at origin: GridPoint) {
    let (neighbors, casings) = (Self.neighbors, Self.casings)
    for (cell, owner) in owners.enumerated()
    where owner > 0 && paints[Int(owner) - 1].style.width > 1 {
      let (column, row) = (cell % size.columns, cell / size.columns)
      for (direction, (right, down)) in neighbors.enumerated() {
        let (x, y) = (column + right, row + down)
        guard x >= 0, y >= 0, x < size.columns, y < size.rows, owners[y * size.columns + x] == 0
        else { continue }
        let place = GridPoint(column: origin.column + x, row: origin.row + y)
        guard frame.bounds.contains(place) else { continue }
        let base = frame[place.column, place.row].base.value
        guard (0x2801...0x28FF).contains(base) else { continue }
        let kept = UInt8(truncatingIfNeeded: base) & ~casings[direction << 8 | Int(patterns[cell])]
        frame[place.column, place.row].base =
          kept == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(kept)) ?? " "
      }
    }
  }

  /// Removes the frame's characters left and right of wide lines, which may take a second cell.
  private func clearSides(in frame: inout Frame, at origin: GridPoint) {
    for (cell, owner) in owners.enumerated()
    where owner > 0 && paints[Int(owner) - 1].style.width > 1 {
      let (column, row) = (cell % size.columns, cell / size.columns)
      for x in max(0, column - 1)..<min(size.columns, column + 3)
      where owners[row * size.columns + x] == 0 {
        let place = GridPoint(column: origin.column + x, row: origin.row + row)
        if frame.bounds.contains(place) { frame[place.column, place.row].base = " " }
      }
    }
  }

  private static let neighbors = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// For each neighbor the casings of all patterns.
  private static let casings = neighbors.flatMap { right, down in
    (0...UInt8.max).map { casing(of: $0, right: right, down: down) }
  }

  /// The Braille dots of a neighboring cell that touch dots of a cell.
  private static func casing(of dots: UInt8, right: Int, down: Int) -> UInt8 {
    let bits = DotGridKind.braille.bits
    var casing: UInt8 = 0
    for y in 0..<4 {
      for x in 0..<2 where dots & bits[y * 2 + x] != 0 {
        for (dx, dy) in neighbors {
          let (otherX, otherY) = (x + dx - 2 * right, y + dy - 4 * down)
          if (0..<2).contains(otherX), (0..<4).contains(otherY) {
            casing |= bits[otherY * 2 + otherX]
          }
        }
      }
    }
    return casing
  }
}
