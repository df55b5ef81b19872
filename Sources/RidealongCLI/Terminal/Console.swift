internal import JSON
internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard output and error, for text that is safe to show.
enum Console {
  /// Makes a closed pipe an error of the write and not the end of the process, so that whatever was
  /// started is ended first.
  static func ignoreBrokenPipes() {
    // The previous handler is not needed.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line to standard output.
  static func print(_ line: SafeText) throws(CommandError) {
    try write(line.description + "\n", to: STDOUT_FILENO)
  }

  /// Writes lines of the program's own to standard output.
  static func print(_ lines: [String]) throws(CommandError) {
    for line in lines { try print(SafeText(line)) }
  }

  /// Writes safe lines to standard output.
  static func print(_ lines: [SafeText]) throws(CommandError) {
    for line in lines { try print(line) }
  }

  /// Writes a line of JSON, of any length, to standard output.
  static func print(_ line: JSONLine) throws(CommandError) {
    try write(line.text + "\n", to: STDOUT_FILENO)
  }

  /// Writes a value as a line of JSON to standard output.
  static func print(encoding value: some Encodable) throws(CommandError) {
    let line: JSONLine
    do {
      line = JSONLine(escaping: String(decoding: try JSONCoding.encode(value), as: UTF8.self))
    } catch {
      throw CommandError(.failure, "The output cannot be written as JSON.")
    }
    try print(line)
  }

  /// Writes lines that programs read to standard output, however long they are.
  ///
  /// Line ends and tabs in them become spaces and other control characters are left out; nothing
  /// else changes, because a program needs a name or path as it is.
  static func print(whole lines: [String]) throws(CommandError) {
    for line in lines {
      let scalars = line.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
        if ["\t", "\n", "\r"].contains(scalar) { return " " }
        return scalar.properties.generalCategory == .control ? nil : scalar
      }
      try write(String(String.UnicodeScalarView(scalars)) + "\n", to: STDOUT_FILENO)
    }
  }

  /// Notifies the user through the terminal of standard output.
  static func print(_ notice: TerminalNotice) throws(CommandError) {
    try write(String(decoding: notice.bytes, as: UTF8.self), to: STDOUT_FILENO)
  }

  /// Tells when standard output is a pipe that nobody reads any more, which a write alone would tell
  /// long after; a line may be a minute away.
  ///
  /// `onGone`: called once. Returns the watching, to be cancelled by the caller; nil where the
  /// output is no pipe.
  static func watchOutput(
    _ clock: ServiceClock,
    _ onGone: @escaping @Sendable () -> Void
  ) -> Task<Void, Never>? {
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { return nil }
    // Not structured: the caller cancels it.
    return Task {
      while !isOutputGone {
        do {
          try await clock.sleep(.milliseconds(500))
        } catch {
          return
        }
      }
      onGone()
    }
  }

  /// Whether standard output is a pipe whose reader is gone.
  static var isOutputGone: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&output, 1, 0) > 0 else { return false }
    return output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Writes a line to standard error, as far as that can be.
  static func printError(_ line: SafeText) {
    // There is nowhere to report that standard error is closed.
    try? write(line.description + "\n", to: STDERR_FILENO)
  }

  /// Writes a secret that was asked for, and its line's end, to standard output.
  static func printSecret(_ text: String) throws(CommandError) {
    try write(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes text, and waits for room as long as no signal asked the program to end.
  private static func write(_ text: String, to descriptor: Int32) throws(CommandError) {
    var rest = Array(text.utf8)[...]
    // What is that short does not wait where `poll` found room: in pipes, and in terminals.
    let most = isatty(descriptor) != 0 ? 256 : 4_096
    while !rest.isEmpty {
      try waitForRoom(descriptor)
      let written = unsafe rest.prefix(most).withUnsafeBytes { bytes in
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
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
        // Whoever read it has seen enough, as in a pipe to head.
        throw CommandError(.success, "")
      default:
        throw CommandError(
          .failure,
          "The output could not be written: \(SystemReason.text(code))."
        )
      }
    }
  }

  /// Waits until a file takes bytes, or writing would fail.
  private static func waitForRoom(_ descriptor: Int32) throws(CommandError) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // The signal may have come before or come now; it does not interrupt this thread.
    while unsafe poll(&ready, 1, 100) == 0 {
      guard let signal = TerminalSignal.first else { continue }
      throw CommandError(ExitStatus(rawValue: signal.exitStatus) ?? .failure, "")
    }
  }
}
