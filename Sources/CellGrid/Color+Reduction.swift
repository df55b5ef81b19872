extension Color {
  /// The nearest color that a terminal of a depth shows.
  ///
  /// The terminal's own 16 colors stay what they are where it has them. A color of red, green and
  /// blue becomes one of the fixed ones of the palette, since nobody knows what the first 16 look
  /// like on the user's terminal; where there are no others, their usual look is assumed.
  ///
  /// - Parameter depth: The colors that the terminal has.
  /// - Returns: The terminal's own color or an indexed one.
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

  /// The basic color, 0 to 15, that is nearest.
  private var basic: UInt8 {
    if case .indexed(let index) = self, index < 16 { return index }
    return nearest(in: 0...15)
  }

  /// The color of a part of xterm's palette that looks nearest, the first of equals.
  ///
  /// Near is what the "redmean" formula says, a weighted distance of red, green and blue that
  /// follows the eye closely and takes whole numbers only: green counts twice as much as the
  /// others, red counts more among light reds and blue more among dark ones.
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

  /// Red, green and blue, each 0 to 255; the terminal's own color counts as white.
  private var components: (red: Int, green: Int, blue: Int) {
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
