/// How many colors a terminal shows.
public enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// No colors: bold, dim, reverse and underline only.
  case monochrome
  /// The 8 basic colors.
  case eight
  /// The 8 basic colors and their bright forms.
  case sixteen
  /// The palette of xterm.
  case palette256

  /// The depth of a terminal that says how many colors it has; a negative count is none.
  public init(colorCount: Int) {
    switch colorCount {
    case 256...: self = .palette256
    case 16...: self = .sixteen
    case 8...: self = .eight
    default: self = .monochrome
    }
  }
}

extension CellStyle {
  /// The style with the nearest colors that a terminal of a depth shows.
  public func reduced(to depth: ColorDepth) -> CellStyle {
    CellStyle(
      foreground: foreground.reduced(to: depth),
      background: background.reduced(to: depth),
      attributes: attributes
    )
  }
}
