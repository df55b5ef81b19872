internal import CellGrid

/// The owner of each dot of the base map's ground: an area or a band.
struct AreaPlane: Sendable, Hashable {
  private(set) var kind: DotGridKind
  private(set) var size: GridSize
  /// The owners of each cell's dots, a byte each, row by row from the lowest.
  ///
  /// An owner is one more than the index of a paint, 0 for none. Bytes without a dot are 0.
  var cells: [UInt64]
  /// The first cell of each row of dots, and the place of the row in its cells.
  private var rowCells: [Int32]
  private var rowShifts: [UInt8]
  /// The byte of the first dot of each row.
  private(set) var rowBytes: [Int32]

  init(kind: DotGridKind, size: GridSize) {
    self.kind = kind
    self.size = size
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    cells = Array(repeating: 0, count: size.columns * size.rows)
    rowCells = (0..<size.rows * down).map { Int32($0 / down * size.columns) }
    rowShifts = (0..<size.rows * down).map { UInt8($0 % down * across * 8) }
    rowBytes = (0..<size.rows * down).map {
      Int32($0 / down * size.columns * 8 + $0 % down * across)
    }
  }

  var dotRows: Int { rowCells.count }
  var bounds: DotRect {
    DotRect(minX: 0, minY: 0, maxX: Int64(size.columns * kind.dotsAcross), maxY: Int64(dotRows))
  }

  /// Removes all dots, and changes the kind and size if necessary.
  mutating func clear(kind: DotGridKind, size: GridSize) {
    guard kind == self.kind, size == self.size else {
      self = AreaPlane(kind: kind, size: size)
      return
    }
    for cell in cells.indices { cells[cell] = 0 }
  }

  /// Moves all dots by cells; cells that come into sight have none.
  mutating func move(columns: Int, rows: Int) {
    cells = size.moved(cells, columns: columns, rows: rows)
  }

  /// Gives dots of a row to `owner` where a pattern has dots, and to nobody elsewhere.
  ///
  /// `inside` has a bit for each of 64 dots from `first` on, which is a multiple of 64. The lowest bit of the
  /// pattern's row is the leftmost of eight dots; `phase` is the first dot's place on the world, modulo eight.
  mutating func fill(
    row: Int, from first: Int, _ inside: UInt64, owner: UInt8, pattern: UInt8, phase: Int
  ) {
    let turned = (UInt64(pattern) << 8 | UInt64(pattern)) >> UInt64(phase) & 0xFF
    let dots = inside & (turned &* 0x0101_0101_0101_0101)
    let (owner, shift) = (UInt64(owner) &* 0x0101, UInt64(rowShifts[row]))
    let (base, across) = (Int(rowCells[row]) + first / kind.dotsAcross, kind.dotsAcross)
    var left = inside
    while left != 0 {
      let place = left.trailingZeroBitCount
      if across == 1 {
        replace(
          base + place, 0xFF << shift, (Self.bytes(dots >> UInt64(place) & 1) & owner) << shift)
        left &= left &- 1
      } else {
        let pair = UInt64(place & ~1)
        let mask = Self.bytes(inside >> pair)
        replace(base + place >> 1, mask << shift, (Self.bytes(dots >> pair) & owner) << shift)
        left &= ~(3 << pair)
      }
    }
  }

  /// A full byte for each of the two lowest bits.
  private static func bytes(_ bits: UInt64) -> UInt64 { (bits & 1 | (bits & 2) << 7) &* 0xFF }

  @inline(__always) private mutating func replace(_ cell: Int, _ mask: UInt64, _ dots: UInt64) {
    cells[cell] = cells[cell] & ~mask | dots
  }
}

/// Counts the dots of a cell that are alike, eight bytes at once.
struct CellDots: Sendable, Hashable {
  typealias Part = (value: UInt8, mask: UInt8)

  /// The number of dots in a cell, 2 to 8.
  let count: Int
  /// A one in each byte that is a dot.
  private let ones: UInt64
  private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  /// Moves the lowest bit of each byte into the highest byte, the first one's to its lowest bit.
  private static let gather: UInt64 = 0x0102_0408_1020_4080

  init(of kind: DotGridKind) {
    count = kind.dotsAcross * kind.dotsDown
    ones = 0x0101_0101_0101_0101 >> UInt64(64 - 8 * count)
  }

  /// Whether all dots are alike.
  func areAlike(_ dots: UInt64) -> Bool { dots == (dots & 0xFF) &* ones }

  /// The dots of a value, a bit each from the first.
  func mask(of value: UInt8, in dots: UInt64) -> UInt8 {
    let other = dots ^ UInt64(value) &* ones
    // The highest bit of each byte that is not 0.
    let differs = ((other & Self.low) &+ Self.low | other) & ~Self.low
    return bits(of: ~(differs >> 7) & ones)
  }

  /// The value of the most dots and that of the second most, the higher one of equals.
  @inline(__always) func ranked(_ dots: UInt64) -> (first: Part, second: Part?) {
    var (first, second): (Part?, Part?)
    forEach(dots) { part in
      func isBefore(_ other: Part?) -> Bool {
        guard let other else { return true }
        return (part.mask.nonzeroBitCount, part.value) > (other.mask.nonzeroBitCount, other.value)
      }
      if isBefore(first) {
        (first, second) = (part, first)
      } else if isBefore(second) {
        second = part
      }
    }
    return (first ?? (0, 0), second)
  }

  /// The highest value for which a condition holds, 0 for none; 0 is not asked for.
  func highest(in dots: UInt64, where holds: (UInt8) -> Bool) -> UInt8 {
    var highest: UInt8 = 0
    forEach(dots) { if $0.value > highest, holds($0.value) { highest = $0.value } }
    return highest
  }

  @inline(__always) func map(_ dots: UInt64, _ transform: (UInt8) -> UInt8) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: UInt64(8 * count), by: 8) {
      result |= UInt64(transform(UInt8(truncatingIfNeeded: dots >> shift))) << shift
    }
    return result
  }

  /// The lowest bit of each byte; the others are 0.
  private func bits(of bytes: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: (bytes &* Self.gather) >> 56)
  }

  /// All dots, a bit each.
  var all: UInt8 { bits(of: ones) }

  /// The dots of a mask as full bytes.
  func spread(_ mask: UInt8) -> UInt64 {
    var bytes: UInt64 = 0
    var left = mask
    while left != 0 {
      bytes |= 0xFF << UInt64(8 * left.trailingZeroBitCount)
      left &= left &- 1
    }
    return bytes
  }

  /// Visits each value once.
  @inline(__always) func forEach(_ dots: UInt64, _ body: (Part) -> Void) {
    var left = bits(of: ones)
    while left != 0 {
      let value = UInt8(truncatingIfNeeded: dots >> UInt64(8 * left.trailingZeroBitCount))
      let mask = mask(of: value, in: dots)
      left &= ~mask
      body((value, mask))
    }
  }
}
