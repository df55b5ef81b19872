internal import CellGrid

/// What a level of characters looks like, for whoever asks whether the terminal can show it.
public struct GlyphSample: Sendable {
  private let glyphs: GlyphSet
  private let level: GlyphLevel

  /// Takes samples of a level.
  public init(_ level: GlyphLevel) {
    glyphs = GlyphSet.of(level)
    self.level = level
  }

  /// Marks what is as it should be.
  public var done: String { glyphs.done }
  /// Marks what is not quite so.
  public var warning: String { glyphs.warning }
  /// Marks what is wrong.
  public var failed: String { glyphs.failed }
  /// Marks what was not looked at.
  public var skipped: String { glyphs.separator }

  /// Rows of the level's characters, each of which takes one column where all is well.
  public var rows: [String] {
    let symbols =
      [
        glyphs.live, glyphs.waiting, glyphs.failed, glyphs.ended, glyphs.warning, glyphs.done,
        glyphs.current, glyphs.separator, glyphs.arrow, glyphs.plusMinus, glyphs.ellipsis,
        glyphs.railVehicle, glyphs.railOldVehicle,
      ].joined()
    let lines = [
      glyphs.topLeft, glyphs.horizontal, glyphs.teeRight, glyphs.vertical, glyphs.cross,
      glyphs.bottomRight, glyphs.barFull, glyphs.barEmpty, glyphs.railAhead, glyphs.railSlow,
      glyphs.railJam,
    ]
    let bars = String(String.UnicodeScalarView(lines + glyphs.bars))
    return level == .full || level == .narrow ? [symbols, bars, "⠁⠃⠇⡇⡏⡟⡿⣿"] : [symbols, bars]
  }
}
