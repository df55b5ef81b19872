internal import CellGrid

/// The symbols of the panels at one glyph level.
struct GlyphSet {
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar
  let topLeft: Unicode.Scalar
  let topRight: Unicode.Scalar
  let bottomLeft: Unicode.Scalar
  let bottomRight: Unicode.Scalar
  let teeLeft: Unicode.Scalar
  let teeRight: Unicode.Scalar
  let cross: Unicode.Scalar
  let live: String
  let waiting: String
  let failed: String
  let ended: String
  let paused: String
  let warning: String
  let done: String
  let current: String
  let separator: String
  let arrow: String
  let plusMinus: String
  let atLeast: String
  let times: String
  let ellipsis: String
  let barFull: Unicode.Scalar
  let barEmpty: Unicode.Scalar
  let railDone: Unicode.Scalar
  let railAhead: Unicode.Scalar
  let railLater: Unicode.Scalar
  let railSlow: Unicode.Scalar
  let railJam: Unicode.Scalar
  /// What a column is drawn with from the lowest to the full cell.
  let bars: [Unicode.Scalar]
  let railPickup: String
  private let railStopMarks: (before: String, after: String)
  let railDropoff: String
  let railVehicle: String
  let railOldVehicle: String

  static let full = GlyphSet(column: 0)
  /// Only what the fonts of the Linux console have.
  static let block = GlyphSet(column: 1)
  static let ascii = GlyphSet(column: 2)

  private init(column: Int) {
    func pick<Glyph>(_ full: Glyph, _ block: Glyph, _ ascii: Glyph) -> Glyph {
      [full, block, ascii][column]
    }
    horizontal = pick("─", "─", "-")
    vertical = pick("│", "│", "|")
    topLeft = pick("╭", "┌", "+")
    topRight = pick("╮", "┐", "+")
    bottomLeft = pick("╰", "└", "+")
    bottomRight = pick("╯", "┘", "+")
    teeLeft = pick("├", "├", "+")
    teeRight = pick("┤", "┤", "+")
    cross = pick("┼", "┼", "+")
    live = pick("●", "•", "*")
    waiting = pick("◌", "○", "o")
    failed = pick("✗", "x", "x")
    ended = pick("■", "■", "#")
    paused = pick("‖", "||", "||")
    warning = pick("⚠", "!", "!")
    done = pick("✓", "√", "ok")
    current = pick("▸", "►", ">")
    separator = pick("·", "·", "-")
    arrow = pick("→", "→", "->")
    plusMinus = pick("±", "±", "+-")
    atLeast = pick("≥ ", "≥ ", ">= ")
    times = pick("×", "x", "x")
    ellipsis = pick("…", "...", "...")
    barFull = pick("█", "█", "#")
    barEmpty = pick("░", "░", ".")
    railDone = pick("─", "─", ".")
    railAhead = pick("━", "═", "=")
    railLater = pick("─", "─", ".")
    railSlow = pick("▒", "▒", "~")
    railJam = pick("▓", "▓", "x")
    bars = pick(["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], ["▄", "█"], ["#"])
    railPickup = pick("●P", "(P)", "(P)")
    railStopMarks = pick(
      (before: "◆", after: ""),
      (before: "(", after: ")"),
      (before: "(", after: ")")
    )
    railDropoff = pick("D■", "(D)", "(D)")
    railVehicle = pick("[▶]", "[►]", "[>]")
    railOldVehicle = pick("[▷]", "[?]", "[?]")
  }

  /// The mark of a stop on the rail.
  func railStop(_ number: Int) -> String {
    "\(railStopMarks.before)\(number)\(railStopMarks.after)"
  }

  static func of(_ level: GlyphLevel) -> GlyphSet {
    switch level {
    case .full: .full
    case .block: .block
    case .narrow, .ascii: .ascii
    }
  }
}
