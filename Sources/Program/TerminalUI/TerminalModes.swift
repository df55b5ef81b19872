/// Sequences that curses does not know.
enum TerminalModes {
  /// Reports clicks, drags and the wheel in decimal numbers.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let noMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  /// Brackets pastes.
  static let pastes = "\u{1B}[?2004h"
  /// Undoes ``mouse`` and ``pastes``.
  static let leave = noMouse + "\u{1B}[?2004l"
  static let synchronized = 2026
  /// Reports focus changes.
  static let focus = 1004
  /// Reports changes of the color scheme.
  static let scheme = 2031
  /// Switches modes on or off.
  static func set(_ modes: some Sequence<Int>, isOn: Bool) -> [UInt8] {
    Array(modes.map { "\u{1B}[?\($0)\(isOn ? "h" : "l")" }.joined().utf8)
  }
  /// Stops drawing until ``endUpdate``.
  static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  static let endUpdate = Array("\u{1B}[?2026l".utf8)
  /// Lets every row scroll, and moves the cursor to the first cell.
  static let wholeRegion = Array("\u{1B}[r".utf8)
  /// Lets every row scroll without moving the cursor.
  static let wholeRegionAround = Array("\u{1B}7\u{1B}[r\u{1B}8".utf8)
  /// Undoes everything that the program may have switched on, except the region and the screen.
  static let restore = endUpdate + Array((leave + "\u{1B}[<u\u{1B}[0m\u{1B}[?25h").utf8)
  /// Moves the cursor to the last row, however many rows there are.
  static let lastRow = Array("\u{1B}[9999;1H".utf8)
}
