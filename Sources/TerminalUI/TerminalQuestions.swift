internal import CellGrid

/// What the terminal is asked about itself, and what it has answered.
///
/// The last question is one that every terminal answers, in order; whatever is unanswered then is
/// not known to it.
struct TerminalQuestions {
  /// A character of ambiguous width where the frame is about to be drawn, and the cursor's place
  /// after it.
  static let widthProbe = Array("\u{1B}[H\u{25CF}\u{1B}[6n".utf8)
  /// Whether updates can be shown at once, the background's color, and what the terminal is.
  static let rest = Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)

  /// When waiting for answers ends.
  let deadline: ContinuousClock.Instant
  /// Whether the terminal says that it can show an update at once.
  private(set) var canSynchronize = false
  /// Whether the last question was answered.
  private(set) var isOver = false

  /// Takes a reply in.
  ///
  /// Returns what it says to the program, nil where it says nothing.
  mutating func apply(_ reply: TerminalReply) -> TerminalAnswer? {
    guard !isOver else { return nil }
    switch reply {
    case .cursor(let column, row: 1) where column == 2 || column == 3:
      return .ambiguousWidth(column - 1)
    case .mode(2026, let state):
      canSynchronize = (1...3).contains(state)
      return nil
    case .color(11, let red, let green, let blue):
      return .background(red: red, green: green, blue: blue)
    case .attributes:
      isOver = true
      return nil
    case .cursor, .mode, .color:
      return nil
    }
  }
}
