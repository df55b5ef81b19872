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
  private let ownsInput: Bool
  private let saved: termios
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
  }

  /// Keys come at once, unchanged, unechoed, without signals.
  func makeRaw() {
    var raw = saved
    unsafe cfmakeraw(&raw)
    // What curses writes ends its lines itself, but a message of another program does not.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    set(raw)
  }

  /// The attributes from before.
  func makeUsual() { set(saved) }

  /// From now on a crash gives the terminal back.
  func armRestore(note: [UInt8]) {
    let sequence = Array(TerminalModes.restore.utf8)
    var attributes = saved
    unsafe sequence.withUnsafeBytes { sequence in
      unsafe note.withUnsafeBytes { note in
        unsafe ridealong_restore_arm(
          output,
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

  /// Writes everything, or finds that the terminal is gone.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isGone {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(output, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytesWritten += count
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, 1_000)
      default: isGone = true
      }
    }
  }

  /// Gives up what was opened.
  func close() {
    if ownsInput { Glibc.close(input) }
  }

  private func set(_ attributes: termios) {
    var attributes = attributes
    // A signal may interrupt the call, as one that brings the program back to the foreground does.
    while unsafe tcsetattr(input, TCSADRAIN, &attributes) != 0, errno == EINTR {}
  }
}
