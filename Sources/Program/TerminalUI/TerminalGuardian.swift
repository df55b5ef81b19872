internal import CTerminalRestore
internal import CellGrid
internal import SystemLibrary

/// A second process that restores the terminal when the program is killed.
///
/// It is the same program, started with one argument and almost no environment. It holds a pipe and
/// the terminal; if the pipe ends without a goodbye, it restores the terminal.
@TerminalActor public final class TerminalGuardian {
  /// The argument that makes the program the guardian.
  nonisolated static let word = "__tty-guard"
  /// How long ``end(isGivenBack:)`` waits for the guardian.
  private static let endingMilliseconds: Int32 = 100

  /// The writing end of the pipe; it breaks when the guardian ends.
  let pipe: Int32
  private let process: pid_t

  /// Becomes the guardian if the process was started as one, and does not return then; call it
  /// before anything else.
  public nonisolated static func runIfMeant() {
    let words = CommandLine.arguments
    if words.count == 2, words[1] == word { ridealong_guard_run() }
  }

  init(output: Int32, input: Int32) throws(TerminalError) {
    let arguments = unsafe [strdup("ridealong"), strdup(Self.word), nil]
    // The guardian needs them to start if the program does.
    var variables = ["SWIFT_BACKTRACE=enable=no"]
    for name in ["LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
      if let value = unsafe getenv(name) {
        variables.append("\(name)=\(unsafe String(cString: value))")
      }
    }
    let environment = unsafe variables.map { unsafe strdup($0) } + [nil]
    // By its own path, because the system names a process after the path of its program.
    let path = unsafe realpath("/proc/self/exe", nil) ?? strdup("/proc/self/exe")
    defer { unsafe (arguments + environment + [path]).forEach { unsafe free($0) } }
    var (process, pipe): (pid_t, Int32) = (0, -1)
    let code = unsafe ridealong_guard_start(
      &process, &pipe, path, arguments, environment, output, input)
    guard code == 0 else { throw TerminalError.system(operation: "start its guardian", code: code) }
    (self.process, self.pipe) = (process, pipe)
    ridealong_restore_tell(pipe)
  }

  /// Waits until the guardian has ended or the task is cancelled.
  @TerminalActor func ended() async -> Bool {
    while !Task.isCancelled {
      let wake = await TerminalExecutor.shared.wait(for: pipe, .hangUp, timeout: nil)
      if wake == .ready { return !Task.isCancelled }
    }
    return false
  }

  /// Makes the guardian restore the terminal with a sequence when the program is killed.
  func arm(usual: termios, raw: termios, _ sequence: [UInt8]) {
    var (usual, raw) = (usual, raw)
    unsafe sequence.withUnsafeBytes { sequence in
      // The pipe shows whether the guardian is gone.
      _ = unsafe ridealong_guard_arm(
        pipe, &usual, &raw, sequence.bindMemory(to: CChar.self).baseAddress, sequence.count)
    }
  }

  /// Makes the guardian leave the terminal alone.
  func disarm() { _ = ridealong_guard_disarm(pipe) }

  /// Ends the guardian.
  ///
  /// Without `isGivenBack` it restores the terminal as soon as the terminal accepts bytes again.
  func end(isGivenBack: Bool) {
    ridealong_restore_tell(-1)
    ridealong_guard_end(pipe, process, isGivenBack ? 1 : 0, Self.endingMilliseconds)
  }
}
