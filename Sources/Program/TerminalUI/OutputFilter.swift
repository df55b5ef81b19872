internal import CellGrid

/// Makes what curses writes shorter, and right for more terminals.
///
/// - Colors are written before the character that shows them, in one sequence and only if they changed.
///   A space shows no foreground, so that a text of several words sets it once.
/// - The usual character set, which many descriptions select at the end of a style, and the usual
///   palette are left out: no other set is used, and the palette belongs to the user.
/// - Repeated characters are written: some terminals do not know the sequence that their description
///   has for repeating one.
/// - On a terminal with all colors, the palette's entries for a map's areas become exact colors, which
///   curses cannot name.
struct OutputFilter: Sendable {
  private let palette: [UInt8]
  /// The parameters of exact foregrounds and then backgrounds, by their numbers in the palette.
  private var exact: [[UInt8]] = []

  /// `palette` is the sequence for the usual palette, if the terminal has one.
  init(palette: [UInt8], hasExactColors: Bool) {
    self.palette = palette
    guard hasExactColors else { return }
    exact = Array(repeating: [], count: 512)
    for (index, color) in AreaColors.exact {
      let end = "8;2;\(color.red);\(color.green);\(color.blue)"
      exact[Int(index)] = Array("3\(end)".utf8)
      exact[256 + Int(index)] = Array("4\(end)".utf8)
    }
  }

  func filtered(_ bytes: [UInt8]) -> [UInt8] {
    var pen = Pen(bytes, exact)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Pen.escape else {
        index = pen.write(from: index)
        continue
      }
      if Self.begins(bytes, at: index, with: Self.usualCharacters) {
        index += Self.usualCharacters.count
        continue
      }
      if !palette.isEmpty, Self.begins(bytes, at: index, with: palette) {
        index += palette.count
        continue
      }
      let end = Self.endOfSequence(bytes, at: index)
      pen.write(sequence: index..<end)
      index = end
    }
    pen.setColors()
    return pen.result
  }

  private static let usualCharacters = Array("\u{1B}(B".utf8)

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
}

/// Writes the output of a filter, with the colors that the terminal has and those that it shall have.
private struct Pen {
  static let escape: UInt8 = 0x1B

  /// A color as a number of the palette, with its place among the bytes.
  private struct Ink {
    static let unknown = -2
    /// The terminal's own color.
    static let usual = -1

    var color = unknown
    var parameters = 0..<0
  }

  private enum Layer: Int {
    case foreground, background
  }

  private let bytes: [UInt8]
  private let exact: [[UInt8]]
  private(set) var result: [UInt8] = []
  /// The colors that the terminal has, by layer.
  private var present = (Ink.unknown, Ink.unknown)
  /// The colors that curses has set, by layer; an unknown one stays as it is.
  private var wanted = (Ink(), Ink())
  /// Whether an attribute that may be set, such as an underline, shows a space's foreground.
  private var showsSpaces = false

  init(_ bytes: [UInt8], _ exact: [[UInt8]]) {
    (self.bytes, self.exact) = (bytes, exact)
    result.reserveCapacity(bytes.count + bytes.count / 4)
  }

  private var isForegroundSet: Bool {
    wanted.0.color == Ink.unknown || wanted.0.color == present.0
  }

  private var isBackgroundSet: Bool {
    wanted.1.color == Ink.unknown || wanted.1.color == present.1
  }

  /// Writes what is not a sequence, and returns its end.
  mutating func write(from start: Int) -> Int {
    var index = start
    // The first character that shows a foreground sets both colors.
    while index < bytes.count, bytes[index] != Self.escape, !isForegroundSet || !isBackgroundSet {
      if bytes[index] >= 0x20 { setColors(foreground: bytes[index] > 0x20 || showsSpaces) }
      result.append(bytes[index])
      index += 1
    }
    let rest = index
    while index < bytes.count, bytes[index] != Self.escape { index += 1 }
    result += bytes[rest..<index]
    return index
  }

  /// Sets the colors that the next character shows.
  mutating func setColors(foreground: Bool = true) {
    let (isBackgroundSet, isForegroundSet) = (isBackgroundSet, isForegroundSet || !foreground)
    guard !isForegroundSet || !isBackgroundSet else { return }
    result += [Self.escape, UInt8(ascii: "[")]
    if !isForegroundSet {
      write(wanted.0, .foreground)
      present.0 = wanted.0.color
      if !isBackgroundSet { result.append(UInt8(ascii: ";")) }
    }
    if !isBackgroundSet {
      write(wanted.1, .background)
      present.1 = wanted.1.color
    }
    result.append(UInt8(ascii: "m"))
  }

  private mutating func write(_ ink: Ink, _ layer: Layer) {
    let place = layer.rawValue * 256 + ink.color
    if ink.color == Ink.usual {
      result += [UInt8(ascii: layer == .foreground ? "3" : "4"), UInt8(ascii: "9")]
    } else if place < exact.count, !exact[place].isEmpty {
      result += exact[place]
    } else {
      result += bytes[ink.parameters]
    }
  }

  mutating func write(sequence: Range<Int>) {
    switch bytes[sequence.upperBound - 1] {
    case UInt8(ascii: "m"):
      let parameters = sequence.dropFirst(2).dropLast()
      if !take(parameters) { setAttributes(sequence, parameters) }
    case UInt8(ascii: "b"):
      repeatLast(sequence)
    case let final where Self.moves.contains(final):
      result += bytes[sequence]
    case let final where Self.erasures.contains(final):
      setColors(foreground: false)
      result += bytes[sequence]
    default:
      setColors()
      (present, wanted) = ((Ink.unknown, Ink.unknown), (Ink(), Ink()))
      result += bytes[sequence]
    }
  }

  private static let moves = Array("ABCDEFGHd`".utf8)
  /// The final bytes of sequences that clear or shift cells, which the terminal fills with the background.
  private static let erasures = Array("JKPX@".utf8)

  /// Takes the colors of a sequence; false if it sets anything else.
  private mutating func take(_ parameters: Range<Int>) -> Bool {
    let start = parameters.lowerBound
    func has(_ text: StaticString, at offset: Int) -> Bool {
      text.utf8CodeUnitCount <= parameters.count - offset
        && (0..<text.utf8CodeUnitCount).allSatisfy {
          unsafe bytes[start + offset + $0] == text.utf8Start[$0]
        }
    }
    if parameters.count == 5, has("39;49", at: 0) {
      wanted = (Ink(color: Ink.usual), Ink(color: Ink.usual))
      return true
    }
    guard parameters.count >= 2 else { return false }
    let last = Int(bytes[parameters.upperBound - 1]) - 0x30
    let layer: Layer
    let color: Int
    switch (bytes[start], parameters.count) {
    case (UInt8(ascii: "3"), 2), (UInt8(ascii: "4"), 2), (UInt8(ascii: "9"), 2):
      let isBright = bytes[start] == UInt8(ascii: "9")
      layer = bytes[start] == UInt8(ascii: "4") ? .background : .foreground
      guard (0...7).contains(last) || (last == 9 && !isBright) else { return false }
      color = last == 9 ? Ink.usual : last + (isBright ? 8 : 0)
    case (UInt8(ascii: "1"), 3) where has("10", at: 0) && (0...7).contains(last):
      (layer, color) = (.background, last + 8)
    case (UInt8(ascii: "3"), 6...), (UInt8(ascii: "4"), 6...):
      guard has("8;5;", at: 1) else { return false }
      var number = 0
      for byte in bytes[parameters.dropFirst(5)] {
        guard (0x30...0x39).contains(byte), number < 256 else { return false }
        number = number * 10 + Int(byte - 0x30)
      }
      guard number < 256 else { return false }
      layer = bytes[start] == UInt8(ascii: "4") ? .background : .foreground
      color = number
    default: return false
    }
    let ink = Ink(color: color, parameters: parameters)
    if layer == .foreground { wanted.0 = ink } else { wanted.1 = ink }
    return true
  }

  /// Writes a sequence of attributes, which may set the terminal's own colors.
  private mutating func setAttributes(_ sequence: Range<Int>, _ parameters: Range<Int>) {
    let first = parameters.isEmpty ? UInt8(ascii: "0") : bytes[parameters.lowerBound]
    if first == UInt8(ascii: "0") {
      wanted = (Ink(color: Ink.usual), Ink(color: Ink.usual))
      showsSpaces = false
    } else {
      setColors()
      wanted = (Ink(), Ink())
    }
    // Bold and dim, 1 and 2, do not show on a space.
    if bytes[parameters].contains(where: { (0x33...0x39).contains($0) }) { showsSpaces = true }
    // Only the usual style is known to set the usual colors.
    let isUsual = parameters.isEmpty || (parameters.count == 1 && first == UInt8(ascii: "0"))
    present = isUsual ? (Ink.usual, Ink.usual) : (Ink.unknown, Ink.unknown)
    if !isUsual { wanted = (Ink(), Ink()) }
    result += bytes[sequence]
  }

  /// Repeats the last character as often as a sequence says.
  private mutating func repeatLast(_ sequence: Range<Int>) {
    let digits = bytes[sequence.dropFirst(2).dropLast()]
    let count = digits.reduce(0) { min(10_000, $0 * 10 + Int($1 & 0x0F)) }
    // A character begins with its last byte that does not continue one.
    guard let start = result.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
    let character = result[start...]
    for _ in 0..<max(1, count) { result += character }
  }
}
