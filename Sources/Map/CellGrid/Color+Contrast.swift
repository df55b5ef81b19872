extension Color {
  /// The contrast with another color, 1 to 21, as in https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio.
  ///
  /// The terminal's own color is assumed to be white.
  package func contrast(with other: Color) -> Double {
    let (one, other) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, other) / min(one, other)
  }

  /// This color, or the nearest of the palette towards white or black that has a contrast with a background.
  package func legible(on background: Color, contrast: Double) -> Color {
    guard self != .standard, background != .standard else { return self }
    let (own, end) = (components, background.luminance < 0.18 ? 255 : 0)
    for step in 0...20 {
      func mix(_ component: Int) -> UInt8 { UInt8(component + (end - component) * step / 20) }
      let mixed = Color.rgb(red: mix(own.red), green: mix(own.green), blue: mix(own.blue))
      let color = step == 0 ? self : mixed.reduced(to: .palette256)
      if color.contrast(with: background) >= contrast { return color }
    }
    return self
  }

  /// A color between this one and another one, by the share of this one in 0...1.
  package func mixed(with other: Color, share: Double) -> Color {
    let (own, others) = (components, other.components)
    func mix(_ one: Int, _ two: Int) -> UInt8 {
      UInt8((Double(one) * share + Double(two) * (1 - share)).rounded())
    }
    return .rgb(
      red: mix(own.red, others.red), green: mix(own.green, others.green),
      blue: mix(own.blue, others.blue))
  }

  private var luminance: Double {
    let parts = components
    return 0.2126 * Self.light[parts.red] + 0.7152 * Self.light[parts.green]
      + 0.0722 * Self.light[parts.blue]
  }

  /// The light of each component from 0 to 255.
  private static let light = (0...255).map { component in
    let share = Double(component) / 255
    guard share > 0.04045 else { return share / 12.92 }
    let base = (share + 0.055) / 1.055
    // The power of 2.4 is the square times the root of y⁵ = base², by Newton's method.
    var root = 1.0
    for _ in 0..<12 {
      let fourth = root * root * root * root
      root -= (fourth * root - base * base) / (5 * fourth)
    }
    return base * base * root
  }
}
