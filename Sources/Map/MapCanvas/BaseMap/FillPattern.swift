/// A texture of eight by eight dots for areas, fixed to the world while the map moves.
struct FillPattern: Sendable, Hashable {
  /// The dots of eight rows, the leftmost in the lowest bit.
  let rows: [UInt8]

  /// Creates a pattern of one to eight rows, which repeat.
  init(_ rows: [UInt8]) { self.rows = (0..<8).map { rows.isEmpty ? 0 : rows[$0 % rows.count] } }

  static let solid = FillPattern([0xFF])
  /// Every other dot, as on a chessboard.
  static let half = FillPattern([0b0101_0101, 0b1010_1010])
  /// One dot of four, in slanted rows.
  static let quarter = FillPattern([0b0001_0001, 0, 0b0100_0100, 0])
  static let eighth = FillPattern([0b0001_0001, 0, 0, 0, 0b0100_0100, 0, 0, 0])
  static let sparse = FillPattern([0b0000_0001, 0, 0, 0, 0b0001_0000, 0, 0, 0])

  /// Half of the dots of a cell, so that lines in every direction keep half of theirs.
  ///
  /// `phase` is the column of the cell's first dot on the world and twice its row, modulo four.
  static func everyOther(of kind: DotGridKind, phase: Int) -> UInt8 {
    kind.bits.indices.reduce(0) { dots, index in
      let (x, y) = (index % kind.dotsAcross, index / kind.dotsAcross)
      return (phase + x + 2 * y) & 3 < 2 ? dots | kind.bits[index] : dots
    }
  }

  /// Whether the pattern has a dot, counted from the world's top left.
  func contains(column: Int, row: Int) -> Bool { rows[row & 7] & 1 << UInt8(column & 7) != 0 }

  /// The pattern with about half of the dots; the sparsest stays.
  var sparser: FillPattern {
    switch self {
    case .solid: .half
    case .half: .quarter
    case .quarter: .eighth
    default: .sparse
    }
  }
}
