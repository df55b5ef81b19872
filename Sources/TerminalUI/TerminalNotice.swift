public import CellGrid

/// A notice of the terminal to a user who does not look at it.
public enum TerminalNotice: Sendable, Hashable {
  /// It rings.
  case bell
  /// It shows a message of its own, where it knows the sequence OSC 9.
  case message(SafeText)

  /// The bytes that make a terminal do it.
  public var bytes: [UInt8] {
    switch self {
    case .bell: [0x07]
    case .message(let text): Array("\u{1B}]9;\(text)\u{1B}\\".utf8)
    }
  }
}

extension CursesScreen {
  /// Notifies the user through the terminal.
  @TerminalActor
  public func notify(_ notice: TerminalNotice) async {
    guard !isClosed, !device.hasPending else { return }
    device.write(notice.bytes)
    await flushed()
  }
}
