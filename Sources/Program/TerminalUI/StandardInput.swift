internal import SystemLibrary

/// Standard input as a pipe or file of bytes that does not block a thread.
public enum StandardInput {
  /// Waits for the next bytes; nil at the end of the input, if it cannot be read, and when the task
  /// is cancelled.
  @TerminalActor public static func read() async -> [UInt8]? {
    while !Task.isCancelled {
      guard await TerminalExecutor.shared.wait(for: STDIN_FILENO, .data, timeout: nil) == .ready
      else { continue }
      guard let bytes = readAvailable(STDIN_FILENO) else { return nil }
      // Nothing if another program has switched waiting off, or a signal came in between.
      if !bytes.isEmpty { return bytes }
    }
    return nil
  }
}
