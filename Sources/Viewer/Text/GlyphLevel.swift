public import MapCanvas

/// The characters that a terminal, its font and its locale can show.
public enum GlyphLevel: String, Sendable, Hashable, CaseIterable {
  /// Braille dots, box drawing and symbols.
  case full
  /// Braille dots, and ASCII for all else: for terminals that draw symbols two cells wide.
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

  /// The dots that maps are drawn with.
  public var dotGrid: DotGridKind {
    switch self {
    case .full, .narrow: .braille
    case .block: .quadrant
    case .ascii: .ascii
    }
  }

  /// The characters that names of a map may hold.
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
