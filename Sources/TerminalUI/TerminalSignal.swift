internal import CTerminalRestore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A signal that asks the program to end.
public enum TerminalSignal: Sendable, Hashable, CaseIterable {
  /// SIGINT, as from Ctrl-C while the terminal is not in raw mode.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGHUP: the terminal is gone.
  case hangUp
  /// SIGQUIT.
  case quit

  init?(_ number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangUp
    case SIGQUIT: self = .quit
    default: return nil
    }
  }

  /// The signal's number.
  public var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    }
  }

  /// The exit status that says that this signal ended the program: 128 and its number.
  public var exitStatus: Int32 { 128 + number }

  /// The signals from now on; from the first call they no longer end the program by themselves.
  ///
  /// A signal that the parent process had ignored, as `nohup` does with SIGHUP, stays ignored.
  /// SIGPIPE is ignored as well, so that writing to a closed pipe is an error and not an end.
  ///
  /// - Returns: A stream without an end; each caller has its own.
  public static func signals() -> AsyncStream<TerminalSignal> {
    let executor = TerminalExecutor.shared
    let numbers = executor.endingSignals()
    _ = ridealong_signal_ignore(SIGPIPE)
    for signal in allCases where ridealong_signal_is_ignored(signal.number) == 0 {
      _ = executor.forward(signal.number)
    }
    return AsyncStream(bufferingPolicy: .bufferingOldest(16)) { continuation in
      // The stream outlives this call, so its task has no parent; ending the stream ends the task.
      let task = Task {
        for await number in numbers {
          if let signal = TerminalSignal(number) { continuation.yield(signal) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
