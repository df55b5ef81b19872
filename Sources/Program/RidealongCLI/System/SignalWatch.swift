internal import Synchronization
internal import SystemLibrary
internal import TerminalUI

/// Receives the signals that ask the program to end.
///
/// After its creation the first such signal no longer ends the process, so that commands can clean
/// up; a second one ends it immediately. A command creates one before it starts anything.
final class SignalWatch: Sendable {
  /// The time after the first signal in which a second one is ignored, because `timeout`, and a shell
  /// whose terminal is closed, send the same signal twice in a row.
  private static let grace: Duration = .milliseconds(500)
  /// How long the process may run after the end of its session.
  private static let endingTime: Duration = .seconds(5)

  private struct State {
    var first: TerminalSignal?
    /// When another signal may end the process; nil before there was a reason to end.
    var mayEndAt: ContinuousClock.Instant?
    var action: (@Sendable () -> Void)?
    /// The effect of SIGHUP, in place of asking the program to end.
    var hangUpAction: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates a watch for the signals that `source` passes on, by default those of the process.
  init(_ source: (@escaping @Sendable (TerminalSignal) -> Void) -> Void = TerminalSignal.watch) {
    source { [self] in receive($0) }
  }

  var exitStatus: ExitStatus? {
    state.withLock { $0.first }.map { ExitStatus(rawValue: $0.exitStatus) ?? .failure }
  }

  /// Sets the action of the first signal, replacing the previous one.
  ///
  /// It is called on the signals' thread and must not block; it is called immediately if the signal
  /// has come already.
  func onSignal(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if isLate { action() }
  }

  /// Calls `action` at SIGHUP, instead of ending the program, as a service without a terminal expects.
  ///
  /// `action` is called on the signals' thread and must not block.
  func onHangUp(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.hangUpAction = action }
  }

  func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    // An unstructured task, so that a signal can end it.
    let task = Task { await work() }
    onSignal { task.cancel() }
    return await task.value
  }

  /// Prints the last lines of a session.
  ///
  /// After a signal, which decides the exit status, failures are ignored: after SIGHUP nobody reads.
  func printLast(_ print: () throws(CommandError) -> Void) throws(CommandError) {
    do throws(CommandError) { try print() } catch { guard exitStatus != nil else { throw error } }
  }

  func wait() async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    onSignal { signal.finish() }
    for await _ in waiting {}
  }

  /// Ends the process after its session at the next signal or after some seconds, if it still runs.
  func end(_ status: ExitStatus) {
    state.withLock { $0.mayEndAt = $0.mayEndAt ?? .now }
    TerminalSignal.endProcess(after: Self.endingTime, status: status.rawValue)
  }

  private func receive(_ signal: TerminalSignal) {
    if signal == .hangUp, let order = state.withLock({ $0.hangUpAction }) { return order() }
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

enum ProgramProcess {
  static var processID: Int32 { getpid() }

  /// Ends the process immediately.
  ///
  /// The cleanup that libraries register is skipped: another thread may still use their data, for
  /// example in a TLS handshake.
  static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Prevents core dumps, which would contain tokens.
  ///
  /// The limit is one byte: a limit of 0 does not apply if the kernel's `core_pattern` is a pipe, see
  /// core(5). The process stays readable for the writer of crash reports, which contain no memory.
  static func forbidCoreDumps() {
    var limit = rlimit()
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    limit.rlim_cur = min(1, limit.rlim_max)
    // A process may always lower its own limit.
    _ = unsafe setrlimit(core, &limit)
  }
}
