internal import CTerminalRestore
internal import CellGrid
internal import SystemLibrary

/// A pipe with which other threads and signal handlers wake a thread that sleeps in `poll`.
struct WakePipe: Sendable {
  let reading: Int32
  private let writing: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe ridealong_wake_pipe(&ends)
    guard code == 0 else {
      throw TerminalError.system(operation: "make a pipe for its thread", code: code)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = unsafe write(writing, &byte, 1)
  }

  /// Writes a signal's number to the pipe whenever the signal comes, instead of its usual effect.
  func forward(_ signal: Int32) -> Bool { ridealong_signal_forward(signal, writing) == 0 }

  /// Removes and returns the signals in the pipe.
  func takeSignals() -> [Int32] {
    var signals: [Int32] = []
    while let bytes = readAvailable(reading, most: 256), !bytes.isEmpty {
      signals += bytes.filter { $0 != 0 }.map(Int32.init)
    }
    return signals
  }

  static func startThread(
    _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  ) throws(TerminalError) {
    var id = pthread_t()
    let code = unsafe pthread_create(&id, nil, body, nil)
    guard code == 0 else { throw TerminalError.system(operation: "start its thread", code: code) }
    pthread_detach(id)
  }
}

extension Result where Failure == TerminalError {
  /// The thread that ``TerminalActor/start()`` has started.
  var running: Success {
    switch self {
    case .success(let thread): thread
    case .failure: preconditionFailure("a thread of the terminal did not start")
    }
  }
}
