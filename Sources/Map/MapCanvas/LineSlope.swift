/// The characters that show the slope of a line through a cell of two dots across and four down.
enum LineSlope {
  /// The ASCII character for each pattern of Braille dots.
  static let asciiGlyphs: [Unicode.Scalar] = (0...255).map(glyph)

  /// The same with box drawing characters, without diagonals, which few fonts have.
  static let boxGlyphs: [Unicode.Scalar] = asciiGlyphs.map { box[$0] ?? $0 }

  private static let box: [Unicode.Scalar: Unicode.Scalar] = ["-": "─", "|": "│", "+": "┼"]
  private static let doubled: [Unicode.Scalar: Unicode.Scalar] = [
    "-": "=", "+": "#", "─": "═", "│": "║", "┼": "╬",
  ]

  /// The character of a line of twice the width, which may need a second cell.
  static func double(_ glyph: Unicode.Scalar) -> Unicode.Scalar { doubled[glyph] ?? glyph }

  /// Whether a character of a double line needs no second cell.
  static func isFlat(_ glyph: Unicode.Scalar) -> Bool { "=#═║╬".unicodeScalars.contains(glyph) }

  /// Whether a character stands for a single dot.
  static func isDot(_ glyph: Unicode.Scalar) -> Bool { glyph == "." || glyph == "'" }

  private static func glyph(_ dots: Int) -> Unicode.Scalar {
    let bits = DotGridKind.braille.bits.map(Int.init)
    let columns = (0..<2).map { x in (0..<4).filter { dots & bits[$0 * 2 + x] != 0 } }
    let count = columns[0].count + columns[1].count
    guard count > 0 else { return " " }
    guard count > 1 else { return columns.joined().contains { $0 > 1 } ? "." : "'" }
    guard let top = columns[0].first, let bottom = columns[0].last, let otherTop = columns[1].first,
      let otherBottom = columns[1].last
    else { return "|" }
    func middle(_ rows: [Int]) -> Double { Double(rows.reduce(0, +)) / Double(rows.count) }
    let fall = middle(columns[1]) - middle(columns[0])
    if abs(fall) < 0.75 { return max(bottom - top, otherBottom - otherTop) < 2 ? "-" : "+" }
    guard fall > 0 ? bottom <= otherTop : otherBottom <= top else { return "+" }
    // Three dots in one column are steeper than a slash.
    if max(columns[0].count, columns[1].count) > 2 { return "|" }
    return fall > 0 ? "\\" : "/"
  }
}
