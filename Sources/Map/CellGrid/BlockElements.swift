/// A family of characters that fill parts of a cell without gaps, from coarse to fine.
public enum BlockElements: String, Sendable, Hashable, CaseIterable {
  /// Two parts across and two down, which nearly every font has.
  case quadrant
  /// Two parts across and three down.
  case sextant
  /// Two parts across and four down.
  case octant
}

extension BlockElements {
  /// The characters by their parts, the first part in the lowest bit, row by row.
  package static let quadrants: [Unicode.Scalar] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  /// In the order of Unicode from U+1FB00 on, which omits the patterns of older characters.
  package static let sextants = characters(
    count: 64, from: 0x1FB00, older: [0: " ", 0b010101: "▌", 0b101010: "▐", 63: "█"])

  /// In the order of Unicode from U+1CD00 on, which omits the patterns of older characters.
  package static let octants: [Unicode.Scalar] = {
    var older: [Int: Unicode.Scalar] = [
      0x01: "\u{1CEA8}", 0x02: "\u{1CEAB}", 0x40: "\u{1CEA3}", 0x80: "\u{1CEA0}",
      0x03: "\u{1FB82}", 0xC0: "▂", 0x3F: "\u{1FB85}", 0xFC: "▆", 0x14: "\u{1FBE6}",
      0x28: "\u{1FBE7}",
    ]
    for (pattern, glyph) in quadrants.enumerated() {
      let (upper, lower) = (pattern & 3, pattern >> 2)
      older[upper | upper << 2 | lower << 4 | lower << 6] = glyph
    }
    return characters(count: 256, from: 0x1CD00, older: older)
  }()

  /// For each character the one that fills the other parts of a cell.
  package static let inverses: [Unicode.Scalar: Unicode.Scalar] = {
    var inverses: [Unicode.Scalar: Unicode.Scalar] = [:]
    for table in [quadrants, sextants, octants] {
      for (glyph, inverse) in zip(table, table.reversed()) { inverses[glyph] = inverse }
    }
    return inverses
  }()

  private static func characters(
    count: Int, from first: UInt32, older: [Int: Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    var next = first
    return (0..<count).map { pattern in
      if let glyph = older[pattern] { return glyph }
      defer { next += 1 }
      return Unicode.Scalar(next) ?? "█"
    }
  }
}
