internal import CellGrid
internal import FleetEmulator
internal import Synchronization

/// The emulator's access log, one line for each request.
///
/// Writing never blocks: lines that a pipe does not accept are skipped and counted.
final class AccessLogFile: Sendable {
  private struct State {
    var file: AppendedFile
    var hasFailed = false
    var missedLines = 0
  }

  private let onProblem: @Sendable (SafeText) -> Void
  private let state: Mutex<State>

  /// Opens a log for appending; `-` is standard error.
  init(
    _ path: String,
    onProblem: @escaping @Sendable (SafeText) -> Void = { Console.printError($0) }
  ) throws(CommandError) {
    self.onProblem = onProblem
    do {
      state = Mutex(State(file: path == "-" ? .standardError : try AppendedFile(path)))
    } catch {
      throw .usage("The access log \(path) \(error.reason).")
    }
  }

  deinit { state.withLock { $0.file.close() } }

  /// Appends a line about a request.
  func record(_ entry: AccessLogEntry) {
    let problem = state.withLock { state in write(entry.line, &state) }
    if let problem { onProblem(problem) }
  }

  /// Writes a line; returns a problem to report.
  private func write(_ line: String, _ state: inout State) -> SafeText? {
    do throws(AppendedFile.Failure) {
      try state.file.reopenIfMoved()
      var text = line + "\n"
      if state.missedLines > 0 {
        text = "- \(state.missedLines) lines are missing here\n" + text
      }
      guard try state.file.write(text) else {
        state.missedLines += 1
        return state.missedLines == 1 ? "The access log accepts no lines; they are skipped." : nil
      }
    } catch {
      // Only the first failure in a row is reported.
      defer { state.hasFailed = true }
      return state.hasFailed
        ? nil : SafeText("The access log \(error.reason). Requests are still answered.")
    }
    (state.hasFailed, state.missedLines) = (false, 0)
    return nil
  }
}
