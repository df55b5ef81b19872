/// A word of the terminal about itself, mostly the answer to a question, which comes after the first frame or never.
public enum TerminalAnswer: Sendable, Hashable {
  /// The color of the terminal's background, with components from 0 to 255.
  case background(red: UInt8, green: UInt8, blue: UInt8)
  /// The columns of a character of ambiguous width, such as `●`: 1 or 2.
  case ambiguousWidth(Int)
  /// The terminal shows every color, and not only those of the palette.
  case exactColors
  /// The user has chosen a light or a dark color scheme.
  case scheme(isLight: Bool)

  /// Whether the background is light, so that dark text is easier to read; nil for other answers.
  public var isLight: Bool? {
    if case .scheme(let isLight) = self { return isLight }
    guard case .background(let red, let green, let blue) = self else { return nil }
    // The ITU-R BT.709 luma in thousandths. The components are not linear, so the middle between
    // black and white for the eye is near the middle of their range.
    return 213 * Int(red) + 715 * Int(green) + 72 * Int(blue) > 127_500
  }
}

/// A reply of the terminal, undecoded.
package enum TerminalReply: Sendable, Hashable {
  /// The cursor's place, counted from 1.
  case cursor(column: Int, row: Int)
  /// The state of a private mode: 0 for unknown, 1 and 3 for on, 2 and 4 for off; 3 and 4 are fixed.
  case mode(Int, state: Int)
  /// A color by its number in the terminal's commands; 11 is the background.
  case color(Int, red: UInt8, green: UInt8, blue: UInt8)
  /// The terminal shows every color.
  case exactColors
  /// The terminal has another color scheme now.
  case scheme(isLight: Bool)
  /// The kind of terminal, which every terminal reports.
  case attributes

  /// Reads a reply from the text of a device control string: the capability `RGB` (XTGETTCAP), or a style (DECRQSS) that is
  /// still the color 1, 2, 3.
  ///
  /// See https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Device-Control-functions.
  init?(deviceText text: [UInt8]) {
    let text = String(decoding: text, as: UTF8.self).lowercased()
    // A value is the number of bits; a terminal without exact colors may answer -1, in hexadecimal digits 2d31.
    if text == "1+r524742" || text.hasPrefix("1+r524742=") && !text.hasSuffix("=2d31") {
      self = .exactColors
      return
    }
    guard text.hasPrefix("1$r"), text.hasSuffix("m") else { return nil }
    // Before the color may be its color space, empty or 0.
    let values = text.dropFirst(3).dropLast().split(omittingEmptySubsequences: true) {
      $0 == ";" || $0 == ":"
    }
    let color: [Substring] = ["48", "2"]
    guard let start = values.firstRange(of: color)?.upperBound else { return nil }
    guard values[start...].drop(while: { $0 == "0" }).starts(with: ["1", "2", "3"]) else {
      return nil
    }
    self = .exactColors
  }

  /// Parses a color reply from the text of an operating system command (OSC).
  init?(commandText text: [UInt8]) {
    let parts = text.split(separator: UInt8(ascii: ";"), maxSplits: 1)
    guard parts.count == 2, parts[0].count <= 3,
      let number = Int(String(decoding: parts[0], as: UTF8.self)), number >= 0,
      let color = Self.color(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    self = .color(number, red: color[0], green: color[1], blue: color[2])
  }

  /// The components of `rgb:1e1e/1e1e/1e1e`, `rgba:1e/1e/1e/ff` or `#1e1e1e`, each from 0 to 255.
  private static func color(_ text: String) -> [UInt8]? {
    var parts: [Substring] = []
    for (prefix, count) in [("rgb:", 3), ("rgba:", 4)] where text.hasPrefix(prefix) {
      parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == count else { return nil }
    }
    if text.hasPrefix("#"), [4, 7, 13].contains(text.utf8.count) {
      let digits = Array(text.dropFirst())
      guard digits.count.isMultiple(of: 3) else { return nil }
      let width = digits.count / 3
      parts = (0..<3).map { Substring(String(digits[($0 * width)..<(($0 + 1) * width)])) }
    }
    let values = parts.prefix(3).compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
      else { return nil }
      // One digit is the same fraction of 15 as four are of 65,535.
      return UInt8(value * 255 / ((1 << (4 * digits.utf8.count)) - 1))
    }
    return values.count == 3 ? values : nil
  }
}
