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
  let railStop: @Sendable (Int) -> String
  let railDropoff: String
  let railVehicle: String
  let railOldVehicle: String

  static let full = GlyphSet(
    horizontal: "─",
    vertical: "│",
    topLeft: "╭",
    topRight: "╮",
    bottomLeft: "╰",
    bottomRight: "╯",
    teeLeft: "├",
    teeRight: "┤",
    cross: "┼",
    live: "●",
    waiting: "◌",
    failed: "✗",
    ended: "■",
    paused: "‖",
    warning: "⚠",
    done: "✓",
    current: "▸",
    separator: "·",
    arrow: "→",
    plusMinus: "±",
    atLeast: "≥ ",
    times: "×",
    ellipsis: "…",
    barFull: "█",
    barEmpty: "░",
    railDone: "─",
    railAhead: "━",
    railLater: "─",
    railSlow: "▒",
    railJam: "▓",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    railPickup: "●P",
    railStop: { "◆\($0)" },
    railDropoff: "D■",
    railVehicle: "[▶]",
    railOldVehicle: "[▷]"
  )

  /// Only what the fonts of the Linux console have.
  static let block = GlyphSet(
    horizontal: "─",
    vertical: "│",
    topLeft: "┌",
    topRight: "┐",
    bottomLeft: "└",
    bottomRight: "┘",
    teeLeft: "├",
    teeRight: "┤",
    cross: "┼",
    live: "•",
    waiting: "○",
    failed: "x",
    ended: "■",
    paused: "||",
    warning: "!",
    done: "√",
    current: "►",
    separator: "·",
    arrow: "→",
    plusMinus: "±",
    atLeast: "≥ ",
    times: "x",
    ellipsis: "...",
    barFull: "█",
    barEmpty: "░",
    railDone: "─",
    railAhead: "═",
    railLater: "─",
    railSlow: "▒",
    railJam: "▓",
    bars: ["▄", "█"],
    railPickup: "(P)",
    railStop: { "(\($0))" },
    railDropoff: "(D)",
    railVehicle: "[►]",
    railOldVehicle: "[?]"
  )

  static let ascii = GlyphSet(
    horizontal: "-",
    vertical: "|",
    topLeft: "+",
    topRight: "+",
    bottomLeft: "+",
    bottomRight: "+",
    teeLeft: "+",
    teeRight: "+",
    cross: "+",
    live: "*",
    waiting: "o",
    failed: "x",
    ended: "#",
    paused: "||",
    warning: "!",
    done: "ok",
    current: ">",
    separator: "-",
    arrow: "->",
    plusMinus: "+-",
    atLeast: ">= ",
    times: "x",
    ellipsis: "...",
    barFull: "#",
    barEmpty: ".",
    railDone: ".",
    railAhead: "=",
    railLater: ".",
    railSlow: "~",
    railJam: "x",
    bars: ["#"],
    railPickup: "(P)",
    railStop: { "(\($0))" },
    railDropoff: "(D)",
    railVehicle: "[>]",
    railOldVehicle: "[?]"
  )

  static func of(_ level: GlyphLevel) -> GlyphSet {
    switch level {
    case .full: .full
    case .block: .block
    case .narrow, .ascii: .ascii
    }
  }
}
