public import CellGrid
public import MapCanvas

/// The characters that a terminal, its font and its locale can show.
public enum GlyphLevel: String, Sendable, Hashable, CaseIterable {
  /// Braille dots, box drawing and symbols.
  case full
  /// Braille dots, and otherwise ASCII: for terminals that draw symbols two cells wide.
  case narrow
  /// Blocks and box drawing without Braille: for fonts that lack it, as on the Linux console.
  case block
  /// ASCII only.
  case ascii

  /// The next level, the first one after the last.
  var next: GlyphLevel {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// The dots of charts.
  var dotGrid: DotGridKind {
    switch self {
    case .full, .narrow: .braille
    case .block: .quadrant
    case .ascii: .ascii
    }
  }

  /// The dots of maps in an appearance.
  public func mapDots(in appearance: Appearance) -> DotGridKind {
    self == .ascii && appearance.paintsGround ? .cell : dotGrid
  }

  /// The characters that names on a map may contain.
  public var mapLetters: MapLetters {
    switch self {
    case .full, .block: .all
    case .narrow: .unambiguous
    case .ascii: .ascii
    }
  }

  /// Whether the map's markers and scale bar are ASCII.
  var hasASCIISymbols: Bool { self != .full }
}

/// The symbols of the panels at one glyph level.
struct GlyphSet {
  private enum Kind { case full, block, ascii }

  private let kind: Kind

  static func of(_ level: GlyphLevel) -> GlyphSet {
    switch level {
    case .full: GlyphSet(kind: .full)
    // Only what the fonts of the Linux console have.
    case .block: GlyphSet(kind: .block)
    case .narrow, .ascii: GlyphSet(kind: .ascii)
    }
  }

  private func pick<Glyph>(_ full: Glyph, _ block: Glyph, _ ascii: Glyph) -> Glyph {
    switch kind {
    case .full: full
    case .block: block
    case .ascii: ascii
    }
  }

  var horizontal: Unicode.Scalar { pick("─", "─", "-") }
  var vertical: Unicode.Scalar { pick("│", "│", "|") }
  var topLeft: Unicode.Scalar { pick("╭", "┌", "+") }
  var topRight: Unicode.Scalar { pick("╮", "┐", "+") }
  var bottomLeft: Unicode.Scalar { pick("╰", "└", "+") }
  var bottomRight: Unicode.Scalar { pick("╯", "┘", "+") }
  var teeLeft: Unicode.Scalar { pick("├", "├", "+") }
  var teeRight: Unicode.Scalar { pick("┤", "┤", "+") }
  var cross: Unicode.Scalar { pick("┼", "┼", "+") }
  var live: String { pick("●", "•", "*") }
  var waiting: String { pick("◌", "○", "o") }
  var failed: String { pick("✗", "x", "x") }
  var ended: String { pick("■", "■", "#") }
  var paused: String { pick("‖", "||", "||") }
  var playing: String { pick("▶", "►", ">") }
  var warning: String { pick("⚠", "!", "!") }
  var done: String { pick("✓", "√", "ok") }
  var current: String { pick("▸", "►", ">") }
  var separator: String { pick("·", "·", "-") }
  var arrow: String { pick("→", "→", "->") }
  /// The point of the compass for a heading in degrees clockwise from north, after the vehicle's arrow on the map, which
  /// in ASCII is less exact.
  func heading(degrees: Int) -> String {
    let name = Quantities.compass(degrees: degrees)
    return kind == .full ? "\(HeadingGlyph.vehicle(heading: Double(degrees))) \(name)" : name
  }
  var descending: String { pick("↓", "↓", "v") }
  var plusMinus: String { pick("±", "±", "+-") }
  var atLeast: String { pick("≥ ", "≥ ", ">= ") }
  var times: String { pick("×", "x", "x") }
  var ellipsis: String { pick("…", "...", "...") }
  var barFull: Unicode.Scalar { pick("█", "█", "#") }
  var barEmpty: Unicode.Scalar { pick("░", "░", ".") }
  /// The values of a chart in one row, from the lowest to the highest.
  var bars: [Unicode.Scalar] {
    pick(["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], ["_", "▄", "█"], ["_", ".", "-", "=", "#"])
  }
  var railDone: Unicode.Scalar { pick("─", "─", ".") }
  var railAhead: Unicode.Scalar { pick("━", "═", "=") }
  var railLater: Unicode.Scalar { pick("─", "─", ".") }
  var railSlow: Unicode.Scalar { pick("▒", "▒", "~") }
  var railJam: Unicode.Scalar { pick("▓", "▓", "x") }
}

/// Samples of a glyph level, to check whether the terminal can show it.
public struct GlyphSample: Sendable {
  private let glyphs: GlyphSet
  private let level: GlyphLevel

  /// Creates the samples of a level.
  public init(_ level: GlyphLevel) {
    glyphs = GlyphSet.of(level)
    self.level = level
  }

  /// The mark of a passed check.
  public var done: String { glyphs.done }
  /// The mark of a check with a warning.
  public var warning: String { glyphs.warning }
  /// The mark of a failed check.
  public var failed: String { glyphs.failed }
  /// The mark of a skipped check.
  public var skipped: String { glyphs.separator }

  /// Rows of characters; each must take one column.
  public var rows: [String] {
    let symbols = [
      glyphs.live, glyphs.waiting, glyphs.failed, glyphs.ended, glyphs.warning, glyphs.done,
      glyphs.current, glyphs.separator, glyphs.arrow, glyphs.plusMinus, glyphs.ellipsis,
      level == .full ? HeadingGlyph.all : "",
    ]
    let lines = [
      glyphs.topLeft, glyphs.horizontal, glyphs.teeRight, glyphs.vertical, glyphs.cross,
      glyphs.bottomRight, glyphs.barFull, glyphs.barEmpty, glyphs.railAhead, glyphs.railSlow,
      glyphs.railJam,
    ]
    let bars = String(String.UnicodeScalarView(lines + glyphs.bars))
    let dots = level == .full || level == .narrow ? ["⠁⠃⠇⡇⡏⡟⡿⣿"] : []
    return [symbols.joined(), bars] + dots
  }
}
