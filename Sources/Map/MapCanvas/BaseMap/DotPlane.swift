internal import CellGrid

/// The dots of the base map's lines, with the paint that owns each cell.
///
/// Paints are drawn from the lowest to the highest; each becomes the owner of the cells that it
/// touches and adds its dots to theirs.
struct DotPlane: Sendable, Hashable {
  private(set) var kind: DotGridKind
  private(set) var size: GridSize
  private(set) var dotColumns: Int
  private(set) var dotRows: Int
  /// The dots of each cell, row by row.
  var dots: [UInt8]
  /// One more than the index of the paint that owns each cell; 0 for none.
  var owners: [UInt8]

  /// The right shift that turns a dot's column into its cell's.
  private(set) var columnShift: Int
  private(set) var rowCells: [Int32]
  /// The bits of each dot row: the left dot's in the low byte, the right one's in the high byte.
  private(set) var rowBits: [UInt16]

  init(kind: DotGridKind, size: GridSize) {
    self.kind = kind
    self.size = size
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    dotColumns = size.columns * across
    dotRows = size.rows * down
    columnShift = across == 2 ? 1 : 0
    dots = Array(repeating: 0, count: size.columns * size.rows)
    owners = dots
    let bits = kind.bits
    rowCells = (0..<dotRows).map { Int32($0 / down * size.columns) }
    rowBits = (0..<dotRows).map { row in
      let first = row % down * across
      return UInt16(bits[first]) | (across == 2 ? UInt16(bits[first + 1]) << 8 : 0)
    }
  }

  /// Removes all dots, and changes the kind and size if necessary.
  mutating func clear(kind: DotGridKind, size: GridSize) {
    guard kind == self.kind, size == self.size else {
      self = DotPlane(kind: kind, size: size)
      return
    }
    for cell in dots.indices { (dots[cell], owners[cell]) = (0, 0) }
  }

  /// Moves all dots by cells; cells that come into sight have none.
  mutating func move(columns: Int, rows: Int) {
    dots = size.moved(dots, columns: columns, rows: rows)
    owners = size.moved(owners, columns: columns, rows: rows)
  }

  /// Moves the dots of some cells here from another plane of the same size.
  ///
  /// They replace this plane's dots, except where both planes' cells have the same owner.
  mutating func moveDots(from other: inout DotPlane, in cells: some Sequence<Int>) {
    guard other.owners.count == owners.count else { return }
    for cell in cells where other.owners[cell] > 0 {
      dots[cell] = other.dots[cell] | (owners[cell] == other.owners[cell] ? dots[cell] : 0)
      owners[cell] = other.owners[cell]
      (other.dots[cell], other.owners[cell]) = (0, 0)
    }
  }
}

extension GridSize {
  /// A grid's cells after a move; those that come into sight are 0.
  func moved<Cell: FixedWidthInteger>(_ cells: [Cell], columns: Int, rows: Int) -> [Cell] {
    var moved = [Cell](repeating: 0, count: cells.count)
    let whole = Rect(column: 0, row: 0, columns: self.columns, rows: self.rows)
    let kept = whole.intersection(
      Rect(column: columns, row: rows, columns: self.columns, rows: self.rows))
    for row in kept.minRow..<max(kept.minRow, kept.maxRow) {
      let (to, from) = (row * self.columns, (row - rows) * self.columns - columns)
      for column in kept.minColumn..<max(kept.minColumn, kept.maxColumn) {
        moved[to + column] = cells[from + column]
      }
    }
    return moved
  }
}

struct DotRect: Sendable, Hashable {
  var minX: Int64
  var minY: Int64
  /// The dot after the last across.
  var maxX: Int64
  /// The dot after the last down.
  var maxY: Int64

  var isEmpty: Bool { minX >= maxX || minY >= maxY }

  func intersection(_ other: DotRect) -> DotRect {
    DotRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }
}

/// A plane's storage during ``DotPlane/draw(in:_:)``, in which alone the pointers are valid.
///
/// Dots are checked against the clip, a part of the plane, before they are written.
@unsafe struct DotBrush {
  let dots: UnsafeMutablePointer<UInt8>
  let owners: UnsafeMutablePointer<UInt8>
  let rowCells: UnsafePointer<Int32>
  let rowBits: UnsafePointer<UInt16>
  let columnShift: Int64
  let clip: DotRect

  @inline(__always) func set(_ x: Int64, _ y: Int64, _ owner: UInt8) {
    let row = Int(truncatingIfNeeded: y)
    let cell = unsafe Int(rowCells[row]) &+ Int(truncatingIfNeeded: x >> columnShift)
    let shift = unsafe UInt16(truncatingIfNeeded: (x & columnShift) << 3)
    unsafe dots[cell] |= UInt8(truncatingIfNeeded: rowBits[row] >> shift)
    unsafe owners[cell] = owner
  }
}

extension DotPlane {
  var bounds: DotRect { DotRect(minX: 0, minY: 0, maxX: Int64(dotColumns), maxY: Int64(dotRows)) }

  /// Draws with a brush within a clip, cut to the plane.
  mutating func draw(in clip: DotRect, _ body: (DotBrush) -> Void) {
    let clip = clip.intersection(bounds)
    guard !clip.isEmpty else { return }
    let shift = Int64(columnShift)
    unsafe dots.withUnsafeMutableBufferPointer { dots in
      unsafe owners.withUnsafeMutableBufferPointer { owners in
        unsafe rowCells.withUnsafeBufferPointer { rowCells in
          unsafe rowBits.withUnsafeBufferPointer { rowBits in
            guard let dots = dots.baseAddress, let owners = owners.baseAddress,
              let rowCells = rowCells.baseAddress, let rowBits = rowBits.baseAddress
            else { return }
            unsafe body(
              DotBrush(
                dots: dots, owners: owners, rowCells: rowCells, rowBits: rowBits,
                columnShift: shift, clip: clip))
          }
        }
      }
    }
  }
}
