/// A color of a screen, to measure how well it can be read.
package struct RGBColor: Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// A color of xterm's palette, from index 16, where terminals agree.
  package init(index: UInt8) {
    let value = Int(index)
    if value >= 232 {
      let gray = UInt8(8 + (value - 232) * 10)
      self.init(red: gray, green: gray, blue: gray)
    } else {
      let cube = value - 16
      let parts = [cube / 36, cube / 6 % 6, cube % 6].map { UInt8($0 == 0 ? 0 : 55 + 40 * $0) }
      self.init(red: parts[0], green: parts[1], blue: parts[2])
    }
  }

  /// The amounts of red, green and blue light, 0 to 1.
  package var linear: [Double] {
    [red, green, blue].map { component in
      let share = Double(component) / 255
      return share <= 0.04045 ? share / 12.92 : Self.power24((share + 0.055) / 1.055)
    }
  }

  private var luminance: Double {
    let light = linear
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  /// The contrast of two colors, 1 to 21, as in https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio.
  package func contrast(with other: RGBColor) -> Double {
    let (one, other) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, other) / min(one, other)
  }

  /// The 2.4th power, as the fifth root of the twelfth.
  private static func power24(_ value: Double) -> Double {
    let square = value * value
    let target = square * square * square * square * square * square
    var root = max(value, 1e-3)
    for _ in 0..<60 {
      root -= (root * root * root * root * root - target) / (5 * root * root * root * root)
    }
    return root
  }
}
