internal import CellGrid
internal import FleetEngine
internal import RideRecordings
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// The file of `--record`, to which each poll is appended.
///
/// Only the user may read it. What was appended is readable whatever ends the program.
struct RecordingFile: Sendable {
  let tape: RideTape
  private let path: String
  private let output: Output

  /// Creates the file, which must not exist; in a directory, a file with a name of its own.
  init(_ path: String, speed: Double, _ clock: ServiceClock) throws(CommandError) {
    let start = clock.wallNow().inWholeSeconds
    let name = "ride-" + start.description.filter { $0 != "-" && $0 != ":" } + ".ride"
    self.path = FileListing.isDirectory(path) ? "\(path)/\(name)" : path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = SystemFile.open(self.path, flags, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      throw .usage(
        code == EEXIST
          ? "--record: \(self.path) exists already. Choose another name, or a directory."
          : "--record: \(self.path) cannot be created: \(SystemReason.text(code))."
      )
    }
    let output = Output(descriptor)
    self.output = output
    // The file is what counts; few segments stay in memory.
    tape = RideTape(from: clock.monotonicNow(), speed: speed, limit: 64 * 1_024) {
      output.write($0)
    }
  }

  /// Creates the file of `--record`; nil without that option.
  init?(_ arguments: Arguments, _ clock: ServiceClock) throws(CommandError) {
    guard let path = arguments[.record] else { return nil }
    try self.init(path, speed: try arguments.speed(), clock)
  }

  /// Ends the recording, and returns a sentence about it.
  func end() -> SafeText {
    tape.end()
    if let failure = output.close() {
      return SafeText("The recording \(path) is incomplete: \(failure).")
    }
    let word = ShellWord.quoted(path)
    return SafeText("Recorded in \(path). ridealong replay \(word) shows it again.")
  }

  /// The open file.
  private final class Output: Sendable {
    private let state: Mutex<(descriptor: Int32, failure: String?)>

    init(_ descriptor: Int32) { state = Mutex((descriptor, nil)) }

    deinit { _ = close() }

    /// Writes bytes; after a failure nothing more is written, so that the file ends where it failed.
    func write(_ bytes: [UInt8]) {
      state.withLock { state in
        guard state.failure == nil, state.descriptor >= 0, !bytes.isEmpty else { return }
        if let code = SystemFile.write(bytes, to: state.descriptor) {
          state.failure = SystemReason.text(code)
        }
      }
    }

    /// Closes the file, and returns why a write failed.
    func close() -> String? {
      state.withLock { state in
        if state.descriptor >= 0 { SystemFile.close(state.descriptor) }
        state.descriptor = -1
        return state.failure
      }
    }
  }
}
