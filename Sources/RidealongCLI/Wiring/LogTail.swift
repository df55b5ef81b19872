internal import CellGrid
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The end of the program's log, where standard error goes while the screen is on.
enum LogTail {
  /// The log's name in the directory of the program's state.
  static let name = "ridealong.log"

  /// Whether there is a log or a state, and so whether a screen was open before.
  static func exists(in directory: String) -> Bool {
    [name, StateFile.name].contains { unsafe access(directory + "/" + $0, F_OK) == 0 }
  }

  /// Reads the last lines, clean, oldest first.
  ///
  /// - Parameter path: The log.
  /// - Returns: The lines, or one that says why there are none.
  @concurrent
  static func lines(of path: String) async -> [SafeText] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return [failure(path)] }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    let most = off_t(Limits.File.logTailBytes)
    var bytes = [UInt8](repeating: 0, count: Int(min(max(0, end), most)))
    let count = unsafe pread(descriptor, &bytes, bytes.count, max(0, end - most))
    guard count >= 0 else { return [failure(path)] }
    var lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
    // The first line of a part of the file may be half a line.
    if end > most { lines = Array(lines.dropFirst()) }
    return lines.suffix(Limits.File.logTailLines).map { SafeText(utf8: $0) }
  }

  private static func failure(_ path: String) -> SafeText {
    SafeText("The log \(path) cannot be read: \(SystemReason.text(errno)).")
  }
}
