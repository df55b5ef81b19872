internal import CellGrid

/// Makes what curses writes shorter, and right for more terminals.
///
/// - The usual character set, which many descriptions select at the end of a style, and the usual
///   palette are left out: no other set is used, and the palette belongs to the user.
/// - A color that is set already is left out: curses sets both colors of a cell if one changes.
/// - Repeated characters are written: some terminals do not know the sequence that their description
///   has for repeating one.
/// - On a terminal with all colors, the palette's entries for a map's areas become exact colors, which
///   curses cannot name.
struct OutputFilter: Sendable {
  private static let usualCharacters = Array("\u{1B}(B".utf8)
  /// The final bytes of control sequences that move the cursor or clear cells.
  private static let moves: [Bool] = {
    var moves = [Bool](repeating: false, count: 256)
    for byte in "ABCDEFGHJKPX@d`".utf8 { moves[Int(byte)] = true }
    return moves
  }()

  /// Numbers of colors; -1 is the terminal's own, -2 is not known.
  private struct Colors {
    var foreground = -2
    var background = -2
  }

  private let palette: [UInt8]
  /// The sequences of exact foregrounds and then backgrounds, by their numbers in the palette.
  private var exact: [[UInt8]] = []

  /// `palette` is the sequence for the usual palette, if the terminal has one.
  init(palette: [UInt8], hasExactColors: Bool) {
    self.palette = palette
    guard hasExactColors else { return }
    exact = Array(repeating: [], count: 512)
    for (index, color) in AreaColors.exact {
      let end = "8;2;\(color.red);\(color.green);\(color.blue)m"
      exact[Int(index)] = Array("\u{1B}[3\(end)".utf8)
      exact[256 + Int(index)] = Array("\u{1B}[4\(end)".utf8)
    }
  }

  func filtered(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var present = Colors()
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] != 0x1B { index += 1 }
      if index > start { result += bytes[start..<index] }
      guard index < bytes.count else { break }
      if let removed = [Self.usualCharacters, palette].first(where: {
        !$0.isEmpty && Self.begins(bytes, at: index, with: $0)
      }) {
        index += removed.count
        continue
      }
      let escape = index
      index = Self.endOfSequence(bytes, at: index)
      switch bytes[index - 1] {
      case UInt8(ascii: "m"): setColors(bytes[escape..<index], &present, &result)
      case UInt8(ascii: "b"): Self.repeatLast(bytes[escape..<index], &result)
      case let final:
        if !Self.moves[Int(final)] { present = Colors() }
        result += bytes[escape..<index]
      }
    }
    return result
  }

  private static func begins(_ bytes: [UInt8], at start: Int, with text: [UInt8]) -> Bool {
    guard start + text.count <= bytes.count else { return false }
    for index in text.indices where bytes[start + index] != text[index] { return false }
    return true
  }

  /// The end of a control sequence; the end of an escape byte if it begins something else.
  private static func endOfSequence(_ bytes: [UInt8], at start: Int) -> Int {
    var end = start + 1
    guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else { return end }
    repeat { end += 1 } while end < bytes.count && (0x30...0x3F).contains(bytes[end])
    return end < bytes.count ? end + 1 : start + 1
  }

  /// Writes a sequence of attributes, unless it sets a color that is set already.
  private func setColors(
    _ sequence: ArraySlice<UInt8>,
    _ present: inout Colors,
    _ result: inout [UInt8]
  ) {
    // ESC [ 3 or 4 8 ; 5 ; N m
    let start = sequence.startIndex
    guard sequence.count > 8, (0x33...0x34).contains(sequence[start + 2]),
      sequence[start + 3] == UInt8(ascii: "8"),
      sequence[start + 4] == UInt8(ascii: ";"), sequence[start + 5] == UInt8(ascii: "5"),
      sequence[start + 6] == UInt8(ascii: ";")
    else {
      // The terminal's own colors, or anything else.
      present =
        sequence.count == 8 && sequence[start + 2] == UInt8(ascii: "3")
          && sequence[start + 3] == UInt8(ascii: "9") && sequence[start + 6] == UInt8(ascii: "9")
        ? Colors(foreground: -1, background: -1) : Colors()
      result += sequence
      return
    }
    var color = 0
    for byte in sequence[(start + 7)...].dropLast() {
      guard (0x30...0x39).contains(byte), color < 256 else {
        present = Colors()
        result += sequence
        return
      }
      color = color * 10 + Int(byte - 0x30)
    }
    let isBackground = sequence[start + 2] == UInt8(ascii: "4")
    guard color != (isBackground ? present.background : present.foreground) else { return }
    if isBackground { present.background = color } else { present.foreground = color }
    let place = (isBackground ? 256 : 0) + color
    if color < 256, place < exact.count, !exact[place].isEmpty {
      result += exact[place]
    } else {
      result += sequence
    }
  }

  /// Repeats the last character as often as a sequence says.
  private static func repeatLast(_ sequence: ArraySlice<UInt8>, _ result: inout [UInt8]) {
    let digits = sequence.dropFirst(2).dropLast()
    let count = digits.reduce(0) { min(10_000, $0 * 10 + Int($1 & 0x0F)) }
    // A character begins with its last byte that does not continue one.
    guard let start = result.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
    let character = result[start...]
    for _ in 0..<max(1, count) { result += character }
  }
}
