/// One-column arrows for directions, the same on maps, in panels and on a rail.
public enum HeadingGlyph {
  private static let arrows: [Unicode.Scalar] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
  /// All arrows that are not ASCII.
  package static let all = String(String.UnicodeScalarView(arrows))
  /// No ASCII character points to a corner, so that these are the nearest of four directions.
  private static let ascii: [Unicode.Scalar] = ["^", ">", "v", "<"]

  /// A vehicle's symbol, an arrow to its heading in degrees clockwise from true north, or a dot
  /// without a finite heading.
  ///
  /// The symbol of an old position, whose heading is as old, is `?`.
  public static func vehicle(
    heading: Double?, isOld: Bool = false, isASCII: Bool = false
  ) -> Unicode.Scalar {
    guard !isOld else { return "?" }
    return heading.flatMap { arrow($0, isASCII: isASCII) } ?? (isASCII ? "o" : "●")
  }

  /// The arrow next to the name of something outside of the map; the direction is in degrees
  /// clockwise from the top of the map.
  public static func pointer(direction: Double, isASCII: Bool = false) -> Unicode.Scalar {
    arrow(direction, isASCII: isASCII) ?? (isASCII ? ascii[0] : arrows[0])
  }

  /// The nearest arrow, clockwise from the top; nil if the angle is not finite.
  private static func arrow(_ degrees: Double, isASCII: Bool) -> Unicode.Scalar? {
    guard degrees.isFinite else { return nil }
    let glyphs = isASCII ? ascii : arrows
    let step = 360 / Double(glyphs.count)
    let index = Int((degrees.truncatingRemainder(dividingBy: 360) / step).rounded()) % glyphs.count
    return glyphs[index < 0 ? index + glyphs.count : index]
  }
}
