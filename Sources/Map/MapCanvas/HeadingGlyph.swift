/// One-column arrows for directions.
public enum HeadingGlyph {
  private static let solid: [Unicode.Scalar] = ["▲", "◥", "▶", "◢", "▼", "◣", "◀", "◤"]
  private static let hollow: [Unicode.Scalar] = ["△", "◹", "▷", "◿", "▽", "◺", "◁", "◸"]
  private static let thin: [Unicode.Scalar] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
  private static let ascii: [Unicode.Scalar] = ["^", "/", ">", "\\", "v", "/", "<", "\\"]

  /// A vehicle's symbol, an arrow to its heading in degrees clockwise from true north, or a dot
  /// without a finite heading.
  ///
  /// A hollow symbol is an old position; in ASCII it is `?`.
  public static func vehicle(
    heading: Double?,
    isHollow: Bool = false,
    isASCII: Bool = false
  ) -> Unicode.Scalar {
    let index = heading.flatMap(eighth)
    if isASCII { return isHollow ? "?" : index.map { ascii[$0] } ?? "o" }
    return index.map { isHollow ? hollow[$0] : solid[$0] } ?? (isHollow ? "○" : "●")
  }

  /// The arrow next to the name of something outside of the map; the direction is in degrees
  /// clockwise from the top of the map.
  public static func pointer(direction: Double, isASCII: Bool = false) -> Unicode.Scalar {
    let index = eighth(direction) ?? 0
    return isASCII ? ascii[index] : thin[index]
  }

  /// The nearest of eight directions, clockwise from the top; nil if the angle is not finite.
  private static func eighth(_ degrees: Double) -> Int? {
    guard degrees.isFinite else { return nil }
    let index = Int((degrees.truncatingRemainder(dividingBy: 360) / 45).rounded()) % 8
    return index < 0 ? index + 8 : index
  }
}
