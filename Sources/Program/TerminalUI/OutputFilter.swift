/// Writes the colors that curses' output names, so that they take few bytes.
///
/// Curses writes a pair of colors as ESC [ NUMBER y, see the C target's `description.h`. Its colors are written
/// before the character that shows them, in one sequence and only if they changed. A space shows no
/// foreground, so that a text of several words sets it once.
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

  /// `usual` are the terminal's own colors, which pair 0 has; nil if curses does not name pairs.
  init(usual: Colors?) {
    hasDefaultColors = usual == Colors.defaults
    if let usual { define(0, usual) }
  }

  /// Defines a pair that curses will name.
  mutating func define(_ pair: Int, _ colors: Colors) {
    func place(_ color: [UInt8]) -> Int {
      if let place = parameters.firstIndex(of: color) { return place }
      parameters.append(color)
      return parameters.count - 1
    }
    while pairs.count <= pair { pairs.append(Pair()) }
    pairs[pair] = Pair(
      foreground: place(colors.foreground),
      background: place(colors.background)
    )
  }

  func filtered(_ bytes: [UInt8]) -> [UInt8] {
    guard !pairs.isEmpty else { return bytes }
    let reset = hasDefaultColors ? pairs[0] : Pair()
    var pen = Pen(bytes, pairs, parameters, reset: reset)
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
  /// The colors that a reset of all attributes sets.
  private let reset: OutputFilter.Pair
  private(set) var result: [UInt8] = []
  private var present = OutputFilter.Pair()
  /// The colors that curses has set; one that is not known stays as it is.
  private var wanted = OutputFilter.Pair()
  /// Whether an attribute that may be set, such as an underline, shows a space's foreground.
  private var showsSpaces = false

  init(
    _ bytes: [UInt8],
    _ pairs: [OutputFilter.Pair],
    _ parameters: [[UInt8]],
    reset: OutputFilter.Pair
  ) {
    (self.bytes, self.pairs, self.parameters, self.reset) = (bytes, pairs, parameters, reset)
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
    case UInt8(ascii: "m"):
      setAttributes(sequence)
    case let final where Self.moves.contains(final):
      result += bytes[sequence]
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
    // Bold and dim, 1 and 2, do not show on a space.
    if parameters.contains(where: { (0x33...0x39).contains($0) }) { showsSpaces = true }
    wanted = OutputFilter.Pair()
    // Of what resets attributes, only the usual style is known to set the usual colors and no others.
    present = isReset && parameters.count <= 1 ? reset : OutputFilter.Pair()
    result += bytes[sequence]
  }
}
