internal import CNcurses
internal import CTerminalRestore
internal import CellGrid

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The terminal as a file: its attributes, its size, its bytes.
@TerminalActor
final class TerminalDevice {
  let input: Int32
  let output: Int32
  /// The same terminal, written to without waiting; only this program's writes do not wait on it.
  ///
  /// Where the terminal cannot be opened once more it is `output`.
  let writer: Int32
  private let ownsInput: Bool
  private let saved: termios
  private let raw: termios
  /// What the terminal has not taken yet.
  private var pending: ArraySlice<UInt8> = []
  private(set) var bytesWritten = 0
  /// Whether the terminal is gone; nothing more is written then.
  private(set) var isGone = false

  /// Takes standard output, and standard input or, if that is no terminal, the controlling one.
  init() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) != 0 else { throw TerminalError.notATerminal }
    output = STDOUT_FILENO
    ownsInput = isatty(STDIN_FILENO) == 0
    input = ownsInput ? unsafe ridealong_open("/dev/tty", O_RDWR, 0) : STDIN_FILENO
    guard input >= 0 else {
      throw TerminalError.system(operation: "open its input", code: errno)
    }
    var attributes = termios()
    guard unsafe tcgetattr(input, &attributes) == 0 else {
      let code = errno
      if ownsInput { Glibc.close(input) }
      throw TerminalError.system(operation: "tell its attributes", code: code)
    }
    saved = attributes
    unsafe cfmakeraw(&attributes)
    // What curses writes ends its lines itself, but a message of another program does not.
    attributes.c_oflag |= tcflag_t(OPOST | ONLCR)
    raw = attributes
    writer = Self.reopened(output) ?? output
  }

  /// The terminal of a descriptor, opened again.
  ///
  /// Whether writing waits belongs to what was opened, which the shell shares.
  private nonisolated static func reopened(_ terminal: Int32) -> Int32? {
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
    let writer = unsafe ridealong_open("/proc/self/fd/\(terminal)", flags, 0)
    guard writer >= 0 else { return nil }
    guard isatty(writer) != 0 else {
      Glibc.close(writer)
      return nil
    }
    return writer
  }

  /// Keys come at once, unchanged, unechoed, without signals.
  func makeRaw() { set(raw, TCSADRAIN) }

  /// The attributes from before.
  func makeUsual() {
    // A terminal that takes nothing would be waited for.
    set(saved, hasPending ? TCSANOW : TCSADRAIN)
  }

  /// A guardian that gives the terminal back as it was before.
  func startGuardian(_ sequence: [UInt8]) throws(TerminalError) -> TerminalGuardian {
    let guardian = try TerminalGuardian(output: output, input: input)
    arm(guardian, sequence)
    return guardian
  }

  /// From now on a guardian gives the terminal back with a sequence when the program is killed.
  func arm(_ guardian: TerminalGuardian, _ sequence: [UInt8]) {
    guardian.arm(usual: saved, raw: raw, sequence)
  }

  /// From now on a crash gives the terminal back with a sequence, and leaves a note.
  func armRestore(_ sequence: [UInt8], note: [UInt8]) {
    var attributes = saved
    unsafe sequence.withUnsafeBytes { sequence in
      unsafe note.withUnsafeBytes { note in
        unsafe ridealong_restore_arm(
          writer,
          &attributes,
          sequence.bindMemory(to: CChar.self).baseAddress,
          sequence.count,
          note.bindMemory(to: CChar.self).baseAddress,
          note.count
        )
      }
    }
  }

  /// The most columns and rows; curses keeps sizes in 16 bits and crashes on larger ones, and no
  /// screen has as many.
  nonisolated static let largestSize = GridSize(columns: 1_000, rows: 1_000)

  /// The present size up to the largest; 80×24 if the terminal does not know it.
  func size() -> GridSize {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard unsafe ridealong_terminal_size(output, &columns, &rows) == 0, columns > 0, rows > 0
    else { return GridSize(columns: 80, rows: 24) }
    return GridSize(
      columns: min(Int(columns), Self.largestSize.columns),
      rows: min(Int(rows), Self.largestSize.rows)
    )
  }

  /// Reads what there is, nil at the end of input.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe Glibc.read(input, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      case EAGAIN: return []
      default: return nil
      }
    }
  }

  /// Whether the terminal has not taken everything yet.
  var hasPending: Bool { !pending.isEmpty }

  /// Writes what the terminal takes at once, and keeps the rest for ``flush()``.
  func write(_ bytes: [UInt8]) {
    guard !isGone else { return }
    pending = hasPending ? pending + bytes : bytes[...]
    flush()
  }

  /// Writes what the terminal takes of what was kept.
  func flush() {
    while hasPending, !isGone {
      var most = pending.count
      if writer == output {
        // A write could wait, but not one that is as short as this.
        guard hasRoom(milliseconds: 0) else { return }
        most = min(most, 256)
      }
      let count = unsafe pending.withUnsafeBytes {
        unsafe Glibc.write(writer, $0.baseAddress, most)
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

  /// Writes what was kept, as long as the terminal goes on taking it.
  ///
  /// `patience` is the longest wait in which it takes nothing, in milliseconds.
  func drain(patience: Int32) -> Bool {
    flush()
    while hasPending {
      guard hasRoom(milliseconds: patience) else { return false }
      flush()
    }
    return true
  }

  /// Forgets what the terminal has not taken.
  func discardPending() { pending = [] }

  private func hasRoom(milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&ready, 1, milliseconds) > 0
  }

  /// Whether there is input within a time.
  func hasInput(milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, milliseconds) > 0
  }

  /// Gives up what was opened.
  func close() {
    if ownsInput { Glibc.close(input) }
    if writer != output { Glibc.close(writer) }
  }

  private func set(_ attributes: termios, _ when: Int32) {
    var attributes = attributes
    // A signal may interrupt the call, as one that brings the program back to the foreground does.
    while unsafe tcsetattr(input, when, &attributes) != 0, errno == EINTR {}
  }
}
