internal import CNcurses
internal import CellGrid
internal import SystemLibrary

/// Standard error while the screen is on: a file, since other text would damage the screen.
@TerminalActor final class StandardErrorLog {
  private let file: Int32
  private let saved: Int32

  /// Redirects standard error to the end of a file, which is created for the user alone if missing.
  ///
  /// The text is discarded if the file is a pipe, whose reader may stop and block the screen, or a
  /// symbolic link, or cannot be opened.
  init(path: String) throws(TerminalError) {
    let nowhere = { unsafe ridealong_open("/dev/null", O_WRONLY, 0) }
    let file = Self.opened(path) ?? nowhere()
    guard file >= 0 else { throw TerminalError.system(operation: "open the log file", code: errno) }
    let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard saved >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      let code = errno
      if saved >= 0 { close(saved) }
      close(file)
      throw TerminalError.system(operation: "redirect standard error", code: code)
    }
    self.file = file
    self.saved = saved
  }

  private static func opened(_ path: String) -> Int32? {
    // Opening a pipe would otherwise wait for its reader.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let file = unsafe ridealong_open(path, flags, 0o600)
    guard file >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    return file
  }

  func append(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // There is nowhere to report that the log cannot be written.
    _ = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
  }

  /// Restores standard error while the program is stopped.
  func pause() { dup2(saved, STDERR_FILENO) }

  /// Redirects standard error again.
  func resume() { dup2(file, STDERR_FILENO) }

  func restore() {
    dup2(saved, STDERR_FILENO)
    close(saved)
    close(file)
  }
}
