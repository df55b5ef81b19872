internal import CNcurses
internal import CTerminalRestore
public import CellGrid

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the terminal answers about itself, without a screen.
public struct TerminalProbe: Sendable, Hashable {
  /// Where a character of ambiguous width is drawn, and the cursor's place after it.
  private static let widthProbe = Array("\r\u{25CF}\u{1B}[6n\r \r".utf8)

  /// How many columns a character of ambiguous width takes, 1 or 2; nil if unknown.
  public private(set) var ambiguousWidth: Int?
  /// The color of its background; nil if unknown.
  public private(set) var background: TerminalAnswer?
  /// Whether it says that it can show an update at once.
  public private(set) var canSynchronize = false
  /// Whether it answered what every terminal answers.
  public private(set) var hasAnswered = false
  /// Its size.
  public private(set) var size: GridSize

  /// Asks the terminal of standard output, in an empty line, and leaves that empty.
  ///
  /// What is typed meanwhile is lost.
  @TerminalActor
  public init(asksWidth: Bool, patience: Duration) throws(TerminalError) {
    let device = try TerminalDevice()
    size = device.size()
    // A signal may end the process meanwhile.
    device.armRestore([], note: [])
    device.makeRaw()
    var parser = InputParser()
    parser.expectsCursorReport = asksWidth
    device.write((asksWidth ? Self.widthProbe : []) + TerminalQuestions.rest)
    let deadline = ContinuousClock.now + patience
    while !hasAnswered {
      let left = deadline - .now
      guard left > .zero, device.drain(patience: 0),
        device.hasInput(milliseconds: Int32(left / .milliseconds(1)) + 1),
        let bytes = device.read()
      else { break }
      _ = parser.feed(bytes)
      for reply in parser.takeReplies() { apply(reply) }
    }
    device.discardPending()
    device.makeUsual()
    ridealong_restore_disarm()
    device.close()
  }

  private mutating func apply(_ reply: TerminalReply) {
    switch reply {
    case .cursor(let column, _) where column == 2 || column == 3: ambiguousWidth = column - 1
    case .mode(2026, let state): canSynchronize = (1...3).contains(state)
    case .color(11, let red, let green, let blue):
      background = .background(red: red, green: green, blue: blue)
    case .attributes: hasAnswered = true
    case .cursor, .mode, .color: break
    }
  }

  /// The version of the library that draws on terminals.
  public static var libraryVersion: String {
    guard let text = unsafe curses_version() else { return "ncurses" }
    return unsafe String(cString: text)
  }
}
