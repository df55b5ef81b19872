/// Sequences that curses does not know.
enum TerminalModes {
  /// Clicks, drags, the wheel, in decimal numbers, and pastes in brackets.
  static let enter = mouse + enterWithoutMouse
  /// Clicks, drags and the wheel.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  /// Undoes ``mouse``.
  static let noMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  /// The same without the mouse.
  static let enterWithoutMouse = "\u{1B}[?2004h"
  /// Undoes ``enter``.
  static let leave = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
  /// Undoes everything, blindly, after a crash.
  static let restore =
    "\u{1B}[?2026l" + leave + "\u{1B}[<u\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
}
