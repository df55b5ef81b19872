/// A color of a cell.
public enum Color: Sendable, Hashable {
  case standard
  /// One of the 256 colors of the xterm palette; users may change the first 16.
  case indexed(UInt8)
  /// An sRGB color, shown exactly where the terminal can, else as the nearest one.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The number of colors of a terminal.
public enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// No colors: bold, dim, reverse and underline only.
  case monochrome
  case eight
  /// The 8 basic colors and their bright forms.
  case sixteen
  case palette256

  /// Creates the depth for a terminal's number of colors, which is negative if unknown.
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
  /// The nearest color that a terminal of a depth shows: its own one or an indexed one.
  ///
  /// With 256 colors, an RGB color becomes one of the fixed colors of the palette, since users change
  /// the first 16. With fewer colors the first 16 are assumed to look as usual.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (.standard, _), (_, .monochrome): return .standard
    case (.indexed, .palette256): return self
    case (.rgb, .palette256): return .indexed(nearest(in: 16...255))
    case (_, .sixteen): return .indexed(basic)
    case (_, .eight):
      // A bright color keeps its hue; bright black would vanish as black.
      return .indexed(basic == 8 ? 7 : basic % 8)
    }
  }

  /// The nearest basic color, 0 to 15.
  private var basic: UInt8 {
    if case .indexed(let index) = self, index < 16 { return index }
    return nearest(in: 0...15)
  }

  /// The index of the nearest color in a part of xterm's palette, the first of equals.
  ///
  /// The distance is that of the "redmean" formula, which is close to what people see and uses only
  /// integers: green has about twice the weight, red more among light reds, blue more among dark ones.
  private func nearest(in indices: ClosedRange<UInt8>) -> UInt8 {
    let wanted = components
    var best: (index: UInt8, distance: Int) = (indices.lowerBound, .max)
    for candidate in indices {
      let color = Self.components(of: candidate)
      let (red, green, blue) = (
        color.red - wanted.red, color.green - wanted.green, color.blue - wanted.blue
      )
      let meanRed = (color.red + wanted.red) / 2
      let distance =
        (512 + meanRed) * red * red + 1_024 * green * green + (767 - meanRed) * blue * blue
      if distance < best.distance { best = (candidate, distance) }
    }
    return best.index
  }

  /// Red, green and blue, each 0 to 255; the terminal's own color is assumed to be white.
  var components: (red: Int, green: Int, blue: Int) {
    switch self {
    case .standard: Self.components(of: 15)
    case .indexed(let index): Self.components(of: index)
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }

  /// Red, green and blue, each 0 to 255, of a color of xterm's palette.
  private static func components(of index: UInt8) -> (red: Int, green: Int, blue: Int) {
    let value = Int(index)
    switch value {
    case 7: return (229, 229, 229)
    case 8: return (127, 127, 127)
    case 0..<8: return (205 * (value & 1), 205 * (value >> 1 & 1), 205 * (value >> 2 & 1))
    case 9..<16: return (255 * (value & 1), 255 * (value >> 1 & 1), 255 * (value >> 2 & 1))
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
