internal import CellGrid

/// Writes the colors that curses' output names, so that they take few bytes.
///
/// Curses writes a pair of colors as ESC [ NUMBER y, see the C target's `description.h`. Its colors are written
/// before the character that shows them, in one sequence and only if they changed. A space shows no
/// foreground, so that a text of several words sets it once. A block element is written with its colors exchanged and the
/// other parts filled, and a space after one as a full block, where that changes fewer colors. Curses has compared the cells
/// by then, so that a cell looks the same to it either way. Without blocks, as in ASCII, none is written.
struct OutputFilter: Sendable {
  /// The parameters of sequences that set a color, such as `38;5;244`.
  struct Colors: Sendable, Hashable {
    var foreground: [UInt8]
    var background: [UInt8]

    static let defaults = Colors(foreground: Array("39".utf8), background: Array("49".utf8))
  }

  /// The colors of a pair, by their places among the parameters; 0 leaves a color as it is.
  fileprivate struct Pair: Sendable {
    var foreground = 0
    var background = 0
  }

  /// Whether the terminal's own colors are 39 and 49, which a reset is known to set.
  private let hasDefaultColors: Bool
  private var pairs: [Pair] = []
  private var parameters: [[UInt8]] = [[]]
  /// The place of each color as that of the other layer; 0 if no pair has it.
  private var twins: [Int] = [0]

  /// `usual` are the terminal's own colors, which pair 0 has; nil if curses does not name pairs.
  init(usual: Colors?) {
    hasDefaultColors = usual == Colors.defaults
    if let usual { define(0, usual) }
  }

  /// Defines a pair that curses will name.
  mutating func define(_ pair: Int, _ colors: Colors) {
    func place(_ color: [UInt8]) -> Int {
      if let place = parameters.firstIndex(of: color) { return place }
      let twin = Self.otherLayer(color).flatMap { parameters.firstIndex(of: $0) } ?? 0
      parameters.append(color)
      twins.append(twin)
      if twin > 0 { twins[twin] = parameters.count - 1 }
      return parameters.count - 1
    }
    while pairs.count <= pair { pairs.append(Pair()) }
    pairs[pair] = Pair(foreground: place(colors.foreground), background: place(colors.background))
  }

  /// The parameters of a foreground color for the background, and the other way round; nil for the terminal's own.
  private static func otherLayer(_ color: [UInt8]) -> [UInt8]? {
    // 39 and 49 are different colors.
    guard color.count > 1, color.count > 2 || color[1] != UInt8(ascii: "9") else { return nil }
    switch color[0] {
    case UInt8(ascii: "3"): return [UInt8(ascii: "4")] + color.dropFirst()
    case UInt8(ascii: "4"): return [UInt8(ascii: "3")] + color.dropFirst()
    default: return nil
    }
  }

  func filtered(_ bytes: [UInt8]) -> [UInt8] {
    guard !pairs.isEmpty else { return bytes }
    let reset = hasDefaultColors ? pairs[0] : Pair()
    var pen = Pen(bytes, pairs, parameters, twins, reset: reset)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Pen.escape else {
        index = pen.write(from: index)
        continue
      }
      let end = Self.endOfSequence(bytes, at: index)
      pen.write(sequence: index..<end)
      index = end
    }
    pen.setColors()
    return pen.result
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

  private let bytes: [UInt8]
  private let pairs: [OutputFilter.Pair]
  private let parameters: [[UInt8]]
  private let twins: [Int]
  /// The colors that a reset of all attributes sets.
  private let reset: OutputFilter.Pair
  private(set) var result: [UInt8] = []
  private var present = OutputFilter.Pair()
  /// The colors that curses has set; one that is not known stays as it is.
  private var wanted = OutputFilter.Pair()
  /// Whether an attribute that may be set, such as an underline, shows a space's foreground.
  private var showsSpaces = false
  /// Whether no attribute is set.
  private var isPlain = false
  /// The end of the text that was written last.
  private var textEnd = 0
  /// The most spaces that are written as full blocks, which are two bytes longer each.
  private static let mostBlocks = 6

  init(
    _ bytes: [UInt8], _ pairs: [OutputFilter.Pair], _ parameters: [[UInt8]], _ twins: [Int],
    reset: OutputFilter.Pair
  ) {
    (self.bytes, self.pairs, self.parameters) = (bytes, pairs, parameters)
    (self.twins, self.reset) = (twins, reset)
    result.reserveCapacity(bytes.count * 2)
  }

  private var isForegroundSet: Bool {
    wanted.foreground == 0 || wanted.foreground == present.foreground
  }

  private var isBackgroundSet: Bool {
    wanted.background == 0 || wanted.background == present.background
  }

  /// Writes what is not a sequence, and returns its end.
  mutating func write(from start: Int) -> Int {
    var index = start
    // The first character that shows a foreground sets both colors.
    while index < bytes.count, bytes[index] != Self.escape, !isForegroundSet || !isBackgroundSet {
      if isPlain, wanted.foreground > 0, wanted.background > 0, let end = writeInverse(at: index) {
        (index, textEnd) = (end, end)
        continue
      }
      if bytes[index] >= 0x20 { setColors(foreground: bytes[index] > 0x20 || showsSpaces) }
      result.append(bytes[index])
      index += 1
      textEnd = index
    }
    let rest = index
    while index < bytes.count, bytes[index] != Self.escape { index += 1 }
    result += bytes[rest..<index]
    textEnd = index
    return index
  }

  /// Whether the last character is a block element, which this terminal then shows in one column.
  private var endsInBlock: Bool {
    guard let start = bytes[..<textEnd].lastIndex(where: { $0 & 0xC0 != 0x80 }),
      bytes[start] >= 0xE2, let (glyph, end) = character(at: start), end == textEnd
    else { return false }
    return BlockElements.inverses[glyph] != nil
  }

  /// Writes a block element's inverse, or spaces as full blocks, where that changes fewer colors, and returns their end;
  /// nil where it does not.
  private mutating func writeInverse(at start: Int) -> Int? {
    if bytes[start] == 0x20 {
      guard !isBackgroundSet, twins[wanted.background] == present.foreground,
        present.foreground > 0, endsInBlock
      else { return nil }
      var end = start
      while end < bytes.count, bytes[end] == 0x20 { end += 1 }
      // A longer run may be one of many, such as a panel's.
      guard end - start <= Self.mostBlocks else { return nil }
      for _ in start..<end { result += "█".utf8 }
      return end
    }
    guard bytes[start] >= 0xE2, let (glyph, end) = character(at: start),
      let inverse = BlockElements.inverses[glyph]
    else { return nil }
    let swapped = OutputFilter.Pair(
      foreground: twins[wanted.background], background: twins[wanted.foreground])
    guard swapped.foreground > 0, swapped.background > 0, changes(to: swapped) < changes(to: wanted)
    else { return nil }
    let usual = wanted
    wanted = swapped
    setColors(foreground: inverse != " ")
    wanted = usual
    result += String(inverse).utf8
    return end
  }

  private func changes(to colors: OutputFilter.Pair) -> Int {
    (colors.foreground == present.foreground ? 0 : 1)
      + (colors.background == present.background ? 0 : 1)
  }

  /// The character of several bytes at a place, with its end; nil if it is not whole.
  private func character(at start: Int) -> (Unicode.Scalar, Int)? {
    let count = bytes[start] >= 0xF0 ? 4 : 3
    guard start + count <= bytes.count else { return nil }
    let value = bytes[start + 1..<start + count].reduce(
      UInt32(bytes[start]) & (count == 4 ? 7 : 15)
    ) { $0 << 6 | UInt32($1 & 0x3F) }
    return Unicode.Scalar(value).map { ($0, start + count) }
  }

  /// Sets the colors that the next character shows.
  mutating func setColors(foreground: Bool = true) {
    let (isBackgroundSet, isForegroundSet) = (isBackgroundSet, isForegroundSet || !foreground)
    guard !isForegroundSet || !isBackgroundSet else { return }
    result.append(Self.escape)
    result.append(UInt8(ascii: "["))
    if !isForegroundSet {
      result += parameters[wanted.foreground]
      present.foreground = wanted.foreground
      if !isBackgroundSet { result.append(UInt8(ascii: ";")) }
    }
    if !isBackgroundSet {
      result += parameters[wanted.background]
      present.background = wanted.background
    }
    result.append(UInt8(ascii: "m"))
  }

  mutating func write(sequence: Range<Int>) {
    switch bytes[sequence.upperBound - 1] {
    case UInt8(ascii: "y"):
      let number = bytes[sequence.dropFirst(2).dropLast()]
        .reduce(0) { min(100_000, $0 * 10 + Int($1 & 0x0F)) }
      if pairs.indices.contains(number) { wanted = pairs[number] }
    case UInt8(ascii: "m"): setAttributes(sequence)
    case let final where Self.moves.contains(final): result += bytes[sequence]
    case let final where Self.erasures.contains(final):
      setColors(foreground: false)
      result += bytes[sequence]
    default:
      setColors()
      (present, wanted) = (OutputFilter.Pair(), OutputFilter.Pair())
      result += bytes[sequence]
    }
  }

  private static let moves = Array("ABCDEFGHd`".utf8)
  /// The final bytes of sequences that clear or shift cells, which the terminal fills with the background.
  private static let erasures = Array("JKPX@".utf8)

  /// Writes a sequence of attributes, which may set the terminal's own colors.
  private mutating func setAttributes(_ sequence: Range<Int>) {
    let parameters = bytes[sequence.dropFirst(2).dropLast()]
    let isReset = parameters.first.map { $0 == UInt8(ascii: "0") } ?? true
    if isReset { showsSpaces = false } else { setColors() }
    isPlain = isReset && parameters.count <= 1
    // Bold and dim, 1 and 2, do not show on a space.
    if parameters.contains(where: { (0x33...0x39).contains($0) }) { showsSpaces = true }
    wanted = OutputFilter.Pair()
    // Of what resets attributes, only the usual style is known to set the usual colors and no others.
    present = isPlain ? reset : OutputFilter.Pair()
    result += bytes[sequence]
  }
}
