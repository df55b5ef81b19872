/// What a terminal said of itself when it was asked.
public enum TerminalAnswer: Sendable, Hashable {
  /// The color of its background, as sRGB.
  case background(red: UInt8, green: UInt8, blue: UInt8)
  /// The columns, 1 or 2, that it draws characters of East Asian ambiguous width in.
  case ambiguousWidth(Int)

  /// Whether a background is nearer to white than to black, as the eye has it; nil for other answers.
  public var isLight: Bool? {
    guard case .background(let red, let green, let blue) = self else { return nil }
    // The luma of ITU-R BT.709 in thousandths, from the components as they are: halfway between
    // black and white for the eye is near the middle of these, not of the light that they stand for.
    return 213 * Int(red) + 715 * Int(green) + 72 * Int(blue) > 127_500
  }
}
