internal import CellGrid

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A line on the terminal of standard error that is rewritten in place.
///
/// It is not shown while the program is in the background or the terminal is stopped (Ctrl-S), so
/// that it never blocks.
struct StatusLine {
  private var isShown = false

  /// Creates an empty line; nil if standard error is not a terminal that can rewrite a line, or for a
  /// screen reader, which would read every change.
  init?(_ environment: Environment) {
    let term = environment.variables["TERM"] ?? ""
    guard !term.isEmpty, term != "dumb", !environment.isAccessible, isatty(STDERR_FILENO) != 0
    else { return nil }
  }

  /// Replaces the text; it is cut to the terminal's width.
  mutating func show(_ text: SafeText) {
    // The ^C of a key needs columns too: a wrapped line could not be erased.
    if write("\r\(text.truncated(to: max(0, Self.columns - 3)))\u{1B}[K") { isShown = true }
  }

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

  /// Writes as much as the terminal accepts without blocking.
  private func write(_ text: String) -> Bool {
    var terminal = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard tcgetpgrp(STDERR_FILENO) == getpgrp(), unsafe poll(&terminal, 1, 0) > 0 else {
      return false
    }
    return unsafe Array(text.utf8).withUnsafeBytes {
      unsafe SystemFile.writeOnce($0, to: STDERR_FILENO) > 0
    }
  }
}
