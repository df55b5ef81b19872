internal import CellGrid

/// Questions to the terminal about itself, and the state of its answers.
///
/// Every terminal answers the last question, and answers in order, so a question that is unanswered
/// then is unknown to it.
struct TerminalQuestions {
  /// Draws a character of ambiguous width where the frame follows, and asks for the cursor's place.
  static let frameWidthProbe = Array("\u{1B}[H\u{25CF}\u{1B}[6n".utf8)
  /// The same in the current line, which is cleared.
  static let lineWidthProbe = Array("\r\u{25CF}\u{1B}[6n\r \r".utf8)
  /// Asks for the capability of every color, and for the style after one of them was set, which is reset then.
  ///
  /// Expects the default style, and leaves it set.
  static let colorProbe = Array(
    "\u{1B}P+q524742\u{1B}\\\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m".utf8)
  /// The same in the current line, which is cleared, since some terminals show such questions.
  static let lineColorProbe = colorProbe + Array("\r\u{1B}[K".utf8)
  /// Asks for modes, the background's color, and the kind of terminal.
  static func rest(modes: [Int]) -> [UInt8] {
    Array((modes.map { "\u{1B}[?\($0)$p" }.joined() + "\u{1B}]11;?\u{1B}\\\u{1B}[c").utf8)
  }

  let deadline: ContinuousClock.Instant
  /// The row of the width probe; nil if unknown.
  let probedRow: Int?
  /// Whether it is asked about every color.
  var asksColors = false
  /// The modes that the terminal has.
  private(set) var modes: Set<Int> = []
  private(set) var isOver = false

  /// Applies a reply and returns its meaning for the program, if any.
  mutating func apply(_ reply: TerminalReply) -> TerminalAnswer? {
    guard !isOver else { return nil }
    switch reply {
    case .cursor(let column, let row) where (2...3).contains(column) && row == probedRow ?? row:
      return .ambiguousWidth(column - 1)
    case .mode(let mode, let state): if (1...3).contains(state) { modes.insert(mode) }
    case .color(11, let red, let green, let blue):
      return .background(red: red, green: green, blue: blue)
    case .exactColors where asksColors:
      asksColors = false
      return .exactColors
    case .attributes: isOver = true
    case .cursor, .color, .exactColors, .scheme: break
    }
    return nil
  }
}
