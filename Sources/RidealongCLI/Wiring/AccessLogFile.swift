internal import CellGrid
internal import FleetEmulator
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The file that the emulator's requests are noted in, a line each.
///
/// A file that was moved away or removed is made anew with the next line, so that logs can be
/// rotated. Noting never waits: lines that a pipe does not take are left out, which is told.
final class AccessLogFile: Sendable {
  private struct State {
    var descriptor: Int32
    var file: FileID
    var hasFailed = false
    var missedLines = 0
  }

  /// Which file is open, by its device and number.
  private struct FileID: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// The path; nil for standard error.
  private let path: String?
  private let tell: @Sendable (SafeText) -> Void
  private let state: Mutex<State>

  /// Opens a log, behind what a file holds already; only the user may read it from then on.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for standard error.
  ///   - tell: Tells the user that lines are lost.
  /// - Throws: That the file cannot be written.
  init(
    _ path: String,
    tell: @escaping @Sendable (SafeText) -> Void = { Console.note($0) }
  ) throws(CommandError) {
    self.tell = tell
    if path == "-" {
      self.path = nil
      state = Mutex(State(descriptor: STDERR_FILENO, file: FileID(device: 0, number: 0)))
      return
    }
    self.path = path
    do {
      let (descriptor, file) = try Self.open(path)
      state = Mutex(State(descriptor: descriptor, file: file))
    } catch {
      throw .usage("The access log \(path) \(error.reason).")
    }
  }

  deinit {
    if path != nil { _ = state.withLock { close($0.descriptor) } }
  }

  /// Notes a request.
  func note(_ entry: AccessLogEntry) {
    let problem = state.withLock { state in write(entry.line, &state) }
    if let problem { tell(problem) }
  }

  /// Writes a line; what is to be told of it, if anything.
  private func write(_ line: String, _ state: inout State) -> SafeText? {
    do {
      try reopenIfMoved(&state)
    } catch {
      return failure(error.reason, &state)
    }
    var ready = pollfd(fd: state.descriptor, events: Int16(POLLOUT), revents: 0)
    // A pipe that is ready takes a line of this size whole.
    guard unsafe poll(&ready, 1, 0) > 0, Int32(ready.revents) & POLLOUT != 0 else {
      state.missedLines += 1
      return state.missedLines == 1 ? "The access log takes no lines; they are left out." : nil
    }
    var text = line + "\n"
    if state.missedLines > 0 { text = "- \(state.missedLines) lines are left out here\n" + text }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe platformWrite(state.descriptor, buffer)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        return failure("cannot be written: \(SystemReason.text(errno))", &state)
      }
      bytes = bytes.dropFirst(count)
    }
    (state.hasFailed, state.missedLines) = (false, 0)
    return nil
  }

  /// What is told of a failure: the first of a row.
  private func failure(_ reason: String, _ state: inout State) -> SafeText? {
    defer { state.hasFailed = true }
    return state.hasFailed
      ? nil : SafeText("The access log \(reason). Requests are answered as ever.")
  }

  private func reopenIfMoved(_ state: inout State) throws(OpenFailure) {
    guard let path else { return }
    var status = stat()
    if unsafe stat(path, &status) == 0,
      state.file == FileID(device: status.st_dev, number: status.st_ino)
    {
      return
    }
    let (descriptor, file) = try Self.open(path)
    close(state.descriptor)
    (state.descriptor, state.file) = (descriptor, file)
  }

  /// Why a file cannot be a log, as the rest of a sentence.
  private struct OpenFailure: Error {
    let reason: String
  }

  private static func open(_ path: String) throws(OpenFailure) -> (Int32, FileID) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = unsafe platformOpen(path, flags, 0o600)
    guard descriptor >= 0 else {
      // A pipe that nobody reads.
      let reason = errno == ENXIO ? "nobody reads the pipe" : SystemReason.text(errno)
      throw OpenFailure(reason: "cannot be opened: \(reason)")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let reason = SystemReason.text(errno)
      close(descriptor)
      throw OpenFailure(reason: "cannot be opened: \(reason)")
    }
    // It tells who rides where, and what others may read already is closed to them from now on.
    if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0,
      fchmod(descriptor, 0o600) != 0
    {
      let reason = SystemReason.text(errno)
      close(descriptor)
      throw OpenFailure(reason: "cannot be kept private: \(reason)")
    }
    return (descriptor, FileID(device: status.st_dev, number: status.st_ino))
  }
}

// The type's own names hide the platform's functions.
@unsafe
private func platformOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

@unsafe
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
