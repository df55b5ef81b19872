/// Sequences that curses does not know.
enum TerminalModes {
  /// Clicks, drags and the wheel, in decimal numbers.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  /// Undoes ``mouse``.
  static let noMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  /// Pastes in brackets.
  static let pastes = "\u{1B}[?2004h"
  /// Undoes ``mouse`` and ``pastes``.
  static let leave = noMouse + "\u{1B}[?2004l"
  /// From here on the terminal shows nothing new.
  static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  /// Shows what came since ``beginUpdate``.
  static let endUpdate = Array("\u{1B}[?2026l".utf8)
  /// Undoes everything, blindly, after a crash.
  static let restore =
    "\u{1B}[?2026l" + leave + "\u{1B}[<u\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
}
