internal import CellGrid

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A line on the terminal of standard error that each change rewrites in place.
///
/// It has no colors. It shows nothing while the program is in the background of its terminal, or
/// while the terminal is stopped (Ctrl-S), so that it never blocks.
struct StatusLine {
  private var isShown = false

  /// Creates an empty line; nil if standard error is not a terminal that can rewrite a line, or if a
  /// screen reader would read out every change.
  init?(_ environment: Environment) {
    let term = environment.variables["TERM"] ?? ""
    guard !term.isEmpty, term != "dumb", !environment.isAccessible, isatty(STDERR_FILENO) != 0
    else { return nil }
  }

  /// Shows a text in place of the one before, cut to the terminal's width.
  mutating func show(_ text: SafeText) {
    // Columns for the ^C of a key, which would wrap and keep the line from being erased.
    if write("\r\(text.truncated(to: max(0, Self.columns - 3)))\u{1B}[K") { isShown = true }
  }

  /// Removes the text.
  mutating func erase() {
    guard isShown else { return }
    isShown = !write("\r\u{1B}[K")
  }

  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return HelpLayout.width
    }
    return Int(size.ws_col)
  }

  /// Writes as much as the terminal takes at once.
  private func write(_ text: String) -> Bool {
    var terminal = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard tcgetpgrp(STDERR_FILENO) == getpgrp(), unsafe poll(&terminal, 1, 0) > 0 else {
      return false
    }
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      return unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count) > 0
    #else
      return unsafe Darwin.write(STDERR_FILENO, bytes, bytes.count) > 0
    #endif
  }
}
