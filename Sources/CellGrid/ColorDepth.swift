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

extension Color {
  /// The nearest color that a terminal of a depth shows.
  public func reduced(to depth: ColorDepth) -> Color {
    guard case .indexed(let index) = self else { return .standard }
    switch depth {
    case .palette256: return self
    case .monochrome: return .standard
    case .sixteen: return .indexed(index < 16 ? index : Self.nearestBasic(to: index))
    case .eight:
      // A bright color keeps its hue; bright black would vanish as black.
      let basic = index < 16 ? index : Self.nearestBasic(to: index)
      return .indexed(basic == 8 ? 7 : basic % 8)
    }
  }

  /// The basic color, 0 to 15, that is nearest to one of the palette.
  private static func nearestBasic(to index: UInt8) -> UInt8 {
    let wanted = rgb(of: index)
    var best: (index: UInt8, distance: Int) = (7, .max)
    for candidate in UInt8(0)..<16 {
      let color = rgb(of: candidate)
      let (red, green, blue) = (
        color.0 - wanted.0, color.1 - wanted.1, color.2 - wanted.2
      )
      // Weights near those of the eye; green counts most.
      let distance = 3 * red * red + 6 * green * green + 2 * blue * blue
      if distance < best.distance { best = (candidate, distance) }
    }
    return best.index
  }

  /// Red, green and blue, each 0 to 255, of a color of xterm's palette.
  private static func rgb(of index: UInt8) -> (Int, Int, Int) {
    let value = Int(index)
    switch value {
    case 7: return (229, 229, 229)
    case 8: return (127, 127, 127)
    case 0..<8:
      return (205 * (value & 1), 205 * (value >> 1 & 1), 205 * (value >> 2 & 1))
    case 9..<16:
      return (255 * (value & 1), 255 * (value >> 1 & 1), 255 * (value >> 2 & 1))
    case 232...:
      let gray = 8 + (value - 232) * 10
      return (gray, gray, gray)
    default:
      let cube = value - 16
      let level = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
      return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
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
