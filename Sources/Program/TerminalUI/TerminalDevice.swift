internal import CNcurses
internal import CTerminalRestore
internal import CellGrid
internal import SystemLibrary

/// The terminal as a file: its attributes, size and bytes.
@TerminalActor final class TerminalDevice {
  let input: Int32
  let output: Int32
  /// The same terminal opened without blocking for this program alone, or `output` if that failed.
  let writer: Int32
  private let ownsInput: Bool
  private let saved: termios
  private let raw: termios
  /// The bytes that the terminal has not accepted yet.
  private var pending: ArraySlice<UInt8> = []
  private(set) var bytesWritten = 0
  private(set) var pace: LinePace
  /// Whether the terminal is gone, so that nothing more is written.
  private(set) var isGone = false

  /// Uses standard output, and standard input or, if that is not a terminal, the controlling one.
  ///
  /// `lineSpeed` is that of a slow serial line, in bits a second; nil for any other.
  init(lineSpeed: Int? = nil) throws(TerminalError) {
    guard isatty(STDOUT_FILENO) != 0 else { throw TerminalError.notATerminal }
    output = STDOUT_FILENO
    ownsInput = isatty(STDIN_FILENO) == 0
    input = ownsInput ? unsafe ridealong_open("/dev/tty", O_RDWR, 0) : STDIN_FILENO
    guard input >= 0 else { throw .system(operation: "open its input", code: errno) }
    var attributes = termios()
    guard unsafe tcgetattr(input, &attributes) == 0 else {
      let code = errno
      if ownsInput { SystemLibrary.close(input) }
      throw .system(operation: "read its attributes", code: code)
    }
    saved = attributes
    pace = LinePace(bitsPerSecond: lineSpeed)
    unsafe cfmakeraw(&attributes)
    // Curses ends its lines itself, but a message of another program does not.
    attributes.c_oflag |= tcflag_t(OPOST | ONLCR)
    raw = attributes
    writer = Self.reopened(output) ?? output
  }

  /// Opens a terminal again, because non-blocking mode would also affect the shell's descriptors.
  private nonisolated static func reopened(_ terminal: Int32) -> Int32? {
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
    let writer = unsafe ridealong_open("/proc/self/fd/\(terminal)", flags, 0)
    guard writer >= 0 else { return nil }
    guard isatty(writer) != 0 else {
      SystemLibrary.close(writer)
      return nil
    }
    return writer
  }

  /// Makes keys arrive at once, unchanged, without echo and signals.
  func makeRaw() { _ = setAttributes(raw, of: input, when: TCSADRAIN) }

  func makeUsual() {
    // Draining would wait for a terminal that accepts no bytes.
    _ = setAttributes(saved, of: input, when: hasPending ? TCSANOW : TCSADRAIN)
  }

  /// Makes a guardian restore the terminal with a sequence when the program is killed.
  func arm(_ guardian: TerminalGuardian, _ sequence: [UInt8]) {
    guardian.arm(usual: saved, raw: raw, sequence)
  }

  /// Makes a crash restore the terminal with a sequence and leave a note.
  func armRestore(_ sequence: [UInt8], note: [UInt8]) {
    var attributes = saved
    unsafe sequence.withUnsafeBytes { sequence in
      unsafe note.withUnsafeBytes { note in
        unsafe ridealong_restore_arm(
          writer, &attributes, sequence.bindMemory(to: CChar.self).baseAddress, sequence.count,
          note.bindMemory(to: CChar.self).baseAddress, note.count)
      }
    }
  }

  /// The largest size; curses keeps sizes in 16 bits and crashes on larger ones.
  nonisolated static let largestSize = GridSize(columns: 1_000, rows: 1_000)

  /// The current size up to the largest; 80×24 if the terminal does not know it.
  func size() -> GridSize {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard unsafe ridealong_terminal_size(output, &columns, &rows) == 0, columns > 0, rows > 0
    else { return GridSize(columns: 80, rows: 24) }
    return GridSize(
      columns: min(Int(columns), Self.largestSize.columns),
      rows: min(Int(rows), Self.largestSize.rows))
  }

  /// Reads available bytes; nil at the end of input.
  func read() -> [UInt8]? { readAvailable(input, most: 4_096) }

  /// Reads bytes that arrive before a moment; nil if there are none, and at the end of input.
  func read(before deadline: ContinuousClock.Instant) -> [UInt8]? {
    let time = TerminalExecutor.milliseconds(until: deadline)
    return time > 0 && isReady(input, POLLIN, milliseconds: time) ? read() : nil
  }

  /// Whether the terminal has not accepted all bytes yet.
  var hasPending: Bool { !pending.isEmpty }

  /// Writes as much as the terminal accepts at once, and keeps the rest for ``flush()``.
  func write(_ bytes: [UInt8]) {
    guard !isGone else { return }
    pending = hasPending ? pending + bytes : bytes[...]
    flush()
  }

  /// Writes as much of the pending bytes as the terminal accepts at once.
  func flush() {
    let before = bytesWritten
    writePending()
    pace.accepted(bytesWritten - before, leavesSome: hasPending, at: .now)
  }

  private func writePending() {
    while hasPending, !isGone {
      var most = pending.count
      if writer == output {
        // A longer write could block.
        guard isReady(writer, POLLOUT, milliseconds: 0) else { return }
        most = min(most, 256)
      }
      let count = unsafe pending.withUnsafeBytes {
        unsafe SystemLibrary.write(writer, $0.baseAddress, most)
      }
      if count >= 0 {
        bytesWritten += count
        pending = pending.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return
      default:
        isGone = true
        pending = []
      }
    }
  }

  /// Writes the pending bytes as long as the terminal accepts some; returns whether none are left.
  ///
  /// `patience` is the longest wait in which it accepts none, in milliseconds.
  func drain(patience: Int32) -> Bool {
    flush()
    while hasPending {
      guard isReady(writer, POLLOUT, milliseconds: patience) else { return false }
      flush()
    }
    return true
  }

  /// Counts bytes since a moment as a picture, after which a slow line is left free.
  func finishPicture(_ bytes: Int, since start: ContinuousClock.Instant) {
    pace.wrote(bytes, from: start, to: .now)
  }

  /// Drops the bytes that the terminal has not accepted.
  func discardPending() { pending = [] }

  private func isReady(_ file: Int32, _ events: Int32, milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: file, events: Int16(events), revents: 0)
    return unsafe poll(&ready, 1, milliseconds) > 0
  }

  func close() {
    if ownsInput { SystemLibrary.close(input) }
    if writer != output { SystemLibrary.close(writer) }
  }
}

/// Sets a terminal's attributes; returns false if that fails.
func setAttributes(_ attributes: termios, of file: Int32, when: Int32) -> Bool {
  var attributes = attributes
  while unsafe tcsetattr(file, when, &attributes) != 0 {
    // A signal may interrupt the call, such as the one that resumes the program.
    guard errno == EINTR else { return false }
  }
  return true
}

/// Reads available bytes; empty if there are none yet, nil at the end and after an error.
func readAvailable(_ file: Int32, most: Int = 65_536) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: most)
  let count = unsafe read(file, &bytes, most)
  if count > 0 { return Array(bytes[..<count]) }
  return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
}
