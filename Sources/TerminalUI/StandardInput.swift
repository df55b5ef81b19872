#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard input as a pipe or file of bytes, read without keeping any thread of the program waiting.
public enum StandardInput {
  private static let pieceBytes = 65_536

  /// Waits for the next bytes.
  ///
  /// Returns some bytes; nil at the end of the input, when it cannot be read, and when the task is
  /// cancelled.
  @TerminalActor
  public static func read() async -> [UInt8]? {
    while !Task.isCancelled {
      guard
        await TerminalExecutor.shared.wait(for: STDIN_FILENO, .data, timeout: nil) == .ready
      else { continue }
      var bytes = [UInt8](repeating: 0, count: pieceBytes)
      #if canImport(Glibc)
        let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      #else
        let count = unsafe Darwin.read(STDIN_FILENO, &bytes, bytes.count)
      #endif
      if count > 0 { return Array(bytes[..<count]) }
      // Whoever shares the input may have switched waiting off, or a signal came in between.
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
    }
    return nil
  }
}
