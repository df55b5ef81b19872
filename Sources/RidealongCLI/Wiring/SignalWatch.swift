internal import Synchronization
internal import TerminalUI

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The first signal that asked the program to end.
///
/// From its making on such a signal no longer ends the process by itself, so that what a command
/// has started is ended in order. A command makes one before it starts anything.
final class SignalWatch: Sendable {
  private struct State {
    var first: TerminalSignal?
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let endsAtSecond: Bool

  /// Watches from now on.
  ///
  /// - Parameter endsAtSecond: Whether a second signal ends the process at once; for a command that
  ///   leaves nothing behind then.
  init(endsAtSecond: Bool = false) {
    self.endsAtSecond = endsAtSecond
    let signals = TerminalSignal.signals()
    // Not structured: a signal may come or not as long as the process runs.
    Task { [weak self] in
      for await signal in signals { self?.take(signal) }
    }
  }

  /// The status that the signal ends the program with, if one has come.
  var exitStatus: ExitStatus? {
    state.withLock { $0.first }.map { ExitStatus(rawValue: $0.exitStatus) ?? .failure }
  }

  /// Sets what is done when the first signal comes, in place of what was set before.
  ///
  /// - Parameter action: What is done, at once if the signal has come already.
  func onSignal(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if isLate { action() }
  }

  /// Waits for the first signal.
  func wait() async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    onSignal { signal.finish() }
    for await _ in waiting {}
  }

  private func take(_ signal: TerminalSignal) {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.first == nil else {
        if endsAtSecond { ProcessEnd.end(signal.exitStatus) }
        return nil
      }
      state.first = signal
      return state.action
    }
    action?()
  }
}
