internal import Synchronization
internal import TerminalUI

/// The first signal that asked the program to end.
///
/// From its making on such a signal no longer ends the process by itself, so that what a command
/// has started is ended in order. A second one ends the process at once, whatever its threads do. A
/// command makes one before it starts anything.
final class SignalWatch: Sendable {
  /// How long the first signal has before a second one ends the process.
  ///
  /// `timeout`, and a shell whose terminal is closed, send the same signal twice in a row.
  private static let grace: Duration = .milliseconds(500)
  /// How long a session that is over may take to end the process.
  private static let endingTime: Duration = .seconds(5)

  private struct State {
    var first: TerminalSignal?
    /// When another signal may end the process; nil before there was a reason to end.
    var mayEndAt: ContinuousClock.Instant?
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Watches from now on, as long as the process runs.
  init() {
    TerminalSignal.watch { [self] in receive($0) }
  }

  /// The status that the signal ends the program with, if one has come.
  var exitStatus: ExitStatus? {
    state.withLock { $0.first }.map { ExitStatus(rawValue: $0.exitStatus) ?? .failure }
  }

  /// Sets what is done when the first signal comes, in place of what was set before.
  ///
  /// - Parameter action: What is done, at once if the signal has come already. It is called on the
  ///   signals' thread, so it waits for nothing, and starts tasks on an actor that is free.
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

  /// Sees to it that the process ends soon after its session: at the next signal, or after some time.
  ///
  /// - Parameter status: The status to end with.
  func end(_ status: ExitStatus) {
    state.withLock { $0.mayEndAt = $0.mayEndAt ?? .now }
    TerminalSignal.endProcess(after: Self.endingTime, status: status.rawValue)
  }

  private func receive(_ signal: TerminalSignal) {
    let now = ContinuousClock.now
    let (action, end) = state.withLock { state in
      let end = state.mayEndAt
      state.mayEndAt = end ?? now + Self.grace
      defer { state.first = state.first ?? signal }
      return (state.first == nil ? state.action : nil, end)
    }
    if let end { TerminalSignal.endProcess(after: end - now, status: signal.exitStatus) }
    action?()
  }
}
