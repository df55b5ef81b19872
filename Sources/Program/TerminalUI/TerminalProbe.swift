internal import CNcurses
internal import CTerminalRestore
public import CellGrid
internal import SystemLibrary

/// The terminal's answers about itself, without a screen.
public struct TerminalProbe: Sendable, Hashable {
  /// The columns of a character of ambiguous width, 1 or 2; nil if unknown.
  public private(set) var ambiguousWidth: Int?
  /// The color of the background; nil if unknown.
  public private(set) var background: TerminalAnswer?
  /// Whether the terminal shows every color.
  public private(set) var hasExactColors = false
  /// Whether the terminal can show an update at once.
  public private(set) var canSynchronize = false
  /// Whether the terminal answered the question that every terminal answers.
  public private(set) var hasAnswered = false
  /// The size.
  public private(set) var size: GridSize

  /// Asks the terminal of standard output, in an empty line, which stays empty.
  ///
  /// Keys that are typed during this time are lost.
  @TerminalActor public init(
    asksWidth: Bool, asksColors: Bool, patience: Duration
  ) throws(TerminalError) {
    let device = try TerminalDevice()
    size = device.size()
    // A signal may end the process at any time.
    device.armRestore([], note: [])
    device.makeRaw()
    var parser = InputParser()
    parser.expectsCursorReport = asksWidth
    let probe =
      (asksColors ? TerminalQuestions.lineColorProbe : [])
      + (asksWidth ? TerminalQuestions.lineWidthProbe : [])
    device.write(probe + TerminalQuestions.rest(modes: [TerminalModes.synchronized]))
    var questions = TerminalQuestions(deadline: .now + patience, probedRow: nil)
    questions.asksColors = asksColors
    while !questions.isOver, device.drain(patience: 0),
      let bytes = device.read(before: questions.deadline)
    {
      _ = parser.feed(bytes)
      for reply in parser.takeReplies() {
        switch questions.apply(reply) {
        case .ambiguousWidth(let columns): ambiguousWidth = columns
        case .exactColors: hasExactColors = true
        case let color?: background = color
        case nil: break
        }
      }
    }
    (canSynchronize, hasAnswered) = (
      questions.modes.contains(TerminalModes.synchronized), questions.isOver
    )
    device.discardPending()
    device.makeUsual()
    ridealong_restore_disarm()
    device.close()
  }

  /// The version of the curses library.
  public static var libraryVersion: String {
    guard let text = unsafe curses_version() else { return "ncurses" }
    return unsafe String(cString: text)
  }
}
