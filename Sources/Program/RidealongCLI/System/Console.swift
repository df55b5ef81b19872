internal import CellGrid
internal import FleetEngine
internal import JSON
internal import SystemLibrary
internal import TerminalUI
internal import Viewer

/// Standard output and error, for text that is safe to show.
enum Console {
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) != 0 }
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) != 0 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Makes writing to a closed pipe an error instead of the end of the process, so that commands can
  /// clean up.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Whether any of the standard streams is a terminal.
  static var hasTerminal: Bool { (STDIN_FILENO...STDERR_FILENO).contains { isatty($0) != 0 } }

  static func print(_ line: SafeText) throws(CommandError) {
    try write(line.description + "\n", to: STDOUT_FILENO)
  }

  static func print(_ lines: [String]) throws(CommandError) {
    for line in lines { try print(SafeText(line)) }
  }

  static func print(_ lines: [SafeText]) throws(CommandError) {
    for line in lines { try print(line) }
  }

  /// Writes a line of JSON, which may be longer than a ``SafeText``.
  static func print(_ line: JSONLine) throws(CommandError) {
    try write(line.text + "\n", to: STDOUT_FILENO)
  }

  static func print(encoding value: some Encodable) throws(CommandError) {
    let line: JSONLine
    do {
      line = JSONLine(escaping: String(decoding: try JSONCoding.encode(value), as: UTF8.self))
    } catch { throw CommandError(.failure, "The output cannot be written as JSON.") }
    try print(line)
  }

  /// Writes lines for programs, of any length.
  ///
  /// Line ends and tabs become spaces, and other control characters are removed; nothing else
  /// changes, because programs need the exact name or path.
  static func print(whole lines: [String]) throws(CommandError) {
    for line in lines {
      let scalars = line.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
        if ["\t", "\n", "\r"].contains(scalar) { return " " }
        return scalar.properties.generalCategory == .control ? nil : scalar
      }
      try write(String(String.UnicodeScalarView(scalars)) + "\n", to: STDOUT_FILENO)
    }
  }

  /// Writes a document that a frame was made into, which keeps its escape sequences.
  static func print(document: String) throws(CommandError) {
    try write(document, to: STDOUT_FILENO)
  }

  static func print(_ notice: TerminalNotice) throws(CommandError) {
    try write(String(decoding: notice.bytes, as: UTF8.self), to: STDOUT_FILENO)
  }

  /// Calls `onGone` once when standard output is a pipe that nobody reads any more; the next write,
  /// which would fail, may be a minute away.
  ///
  /// The caller cancels the returned task; nil if the output is not a pipe.
  static func watchOutput(
    _ clock: ServiceClock, _ onGone: @escaping @Sendable () -> Void
  ) -> Task<Void, Never>? {
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { return nil }
    // An unstructured task: the caller cancels it.
    return Task {
      while !isOutputGone { do { try await clock.sleep(.milliseconds(500)) } catch { return } }
      onGone()
    }
  }

  static var isOutputGone: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&output, 1, 0) > 0 else { return false }
    return output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Writes a line to standard error, ignoring failures.
  static func printError(_ line: SafeText) {
    // A closed standard error cannot be reported anywhere.
    let level = line.description.hasPrefix("ridealong: ") ? LogLevel.error : .info
    try? write(Journal.prefix(level) + line.description + "\n", to: STDERR_FILENO)
  }

  /// Writes a secret that the user requested, as a line.
  static func printSecret(_ text: String) throws(CommandError) {
    try write(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes text, waiting for room until a signal comes.
  private static func write(_ text: String, to descriptor: Int32) throws(CommandError) {
    var rest = Array(text.utf8)[...]
    // If `poll` finds room, writing so few bytes to a pipe or a terminal does not block.
    let most = isatty(descriptor) != 0 ? 256 : 4_096
    while !rest.isEmpty {
      try waitForRoom(descriptor)
      let written = unsafe rest.prefix(most).withUnsafeBytes {
        unsafe SystemFile.writeOnce($0, to: descriptor)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
        continue
      }
      let code = errno
      switch code {
      // Another process that shares the pipe may have made it non-blocking.
      case EINTR, EAGAIN: continue
      case EPIPE:
        // The reader closed the pipe, as `head` does after its last line.
        throw CommandError(.success, "")
      default:
        throw CommandError(.failure, "The output could not be written: \(SystemReason.text(code)).")
      }
    }
  }

  /// Waits until a file accepts bytes, or writing would fail.
  private static func waitForRoom(_ descriptor: Int32) throws(CommandError) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // The signal may have come earlier, and it does not interrupt this thread.
    while unsafe poll(&ready, 1, 100) == 0 {
      guard let signal = TerminalSignal.first else { continue }
      throw CommandError(ExitStatus(rawValue: signal.exitStatus) ?? .failure, "")
    }
  }
}

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
