internal import CellGrid

/// The dots of one layer of the base map, with the paint that owns each cell.
///
/// Paints are drawn from the lowest to the highest: each takes the cells that it touches and adds
/// its dots to those that are there.
struct DotPlane: Sendable, Hashable {
  /// How dots become characters.
  let kind: DotGridKind
  /// The extent in cells.
  let size: GridSize
  /// The dots across.
  let dotColumns: Int
  /// The dots down.
  let dotRows: Int
  /// The dots of each cell, row by row.
  var dots: [UInt8]
  /// One more than the paint that owns each cell, 0 for none.
  var owners: [UInt8]

  /// How far a dot's column is shifted right for its cell's.
  let columnShift: Int
  /// The index of each dot row's first cell.
  let rowCells: [Int32]
  /// The bits of each dot row: of the left dot in the low byte, of the right one in the high byte.
  let rowBits: [UInt16]

  /// Creates a plane without dots.
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

  /// Whether nothing has been drawn in a cell.
  func isEmpty(_ cell: Int) -> Bool { owners[cell] == 0 }
}

/// A plane's storage while something is drawn.
///
/// The pointers are valid within ``DotPlane/draw(_:)`` only. All cells are checked against the
/// plane's extent before they are written.
@unsafe
struct DotBrush {
  let dots: UnsafeMutablePointer<UInt8>
  let owners: UnsafeMutablePointer<UInt8>
  let rowCells: UnsafePointer<Int32>
  let rowBits: UnsafePointer<UInt16>
  let columnShift: Int64
  let dotColumns: Int64
  let dotRows: Int64

  /// Sets a dot on the grid.
  @inline(__always)
  func set(_ x: Int64, _ y: Int64, _ owner: UInt8) {
    let row = Int(truncatingIfNeeded: y)
    let cell = unsafe Int(rowCells[row]) &+ Int(truncatingIfNeeded: x >> columnShift)
    let shift = unsafe UInt16(truncatingIfNeeded: (x & columnShift) << 3)
    unsafe dots[cell] |= UInt8(truncatingIfNeeded: rowBits[row] >> shift)
    unsafe owners[cell] = owner
  }
}

extension DotPlane {
  /// Draws with the plane's storage at hand.
  mutating func draw(_ body: (DotBrush) -> Void) {
    guard dotColumns > 0, dotRows > 0 else { return }
    let (shift, width, height) = (Int64(columnShift), Int64(dotColumns), Int64(dotRows))
    unsafe dots.withUnsafeMutableBufferPointer { dots in
      unsafe owners.withUnsafeMutableBufferPointer { owners in
        unsafe rowCells.withUnsafeBufferPointer { rowCells in
          unsafe rowBits.withUnsafeBufferPointer { rowBits in
            guard let dots = dots.baseAddress, let owners = owners.baseAddress,
              let rowCells = rowCells.baseAddress, let rowBits = rowBits.baseAddress
            else { return }
            unsafe body(
              DotBrush(
                dots: dots,
                owners: owners,
                rowCells: rowCells,
                rowBits: rowBits,
                columnShift: shift,
                dotColumns: width,
                dotRows: height
              )
            )
          }
        }
      }
    }
  }
}
