internal import CellGrid
internal import FleetEmulator
internal import Synchronization

/// The file that the emulator's requests are noted in, a line each.
///
/// A file that was moved away or removed is made anew with the next line, so that logs can be
/// rotated. Noting never waits: lines that a pipe does not take are left out, which is told.
final class AccessLogFile: Sendable {
  private struct State {
    var file: AppendedFile
    var hasFailed = false
    var missedLines = 0
  }

  private let onProblem: @Sendable (SafeText) -> Void
  private let state: Mutex<State>

  /// Opens a log, behind what a file holds already; only the user may read it from then on.
  ///
  /// `path` is the file; `-` for standard error.
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

  /// Writes a line; what is to be told of it, if anything.
  private func write(_ line: String, _ state: inout State) -> SafeText? {
    do throws(AppendedFile.Failure) {
      try state.file.reopenIfMoved()
      var text = line + "\n"
      if state.missedLines > 0 {
        text = "- \(state.missedLines) lines are left out here\n" + text
      }
      guard try state.file.write(text) else {
        state.missedLines += 1
        return state.missedLines == 1 ? "The access log takes no lines; they are left out." : nil
      }
    } catch {
      // The first of a row is told.
      defer { state.hasFailed = true }
      return state.hasFailed
        ? nil : SafeText("The access log \(error.reason). Requests are answered as ever.")
    }
    (state.hasFailed, state.missedLines) = (false, 0)
    return nil
  }
}
