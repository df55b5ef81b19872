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
  /// `action`: what is done, at once if the signal has come already. It is called on the signals'
  /// thread, so it waits for nothing, and starts tasks on an actor that is free.
  func onSignal(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if isLate { action() }
  }

  /// Runs work that the first signal cancels, such as a token command.
  func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    // Not structured, so that a signal can end it.
    let task = Task { await work() }
    onSignal { task.cancel() }
    return await task.value
  }

  /// Prints the last words of a session.
  ///
  /// After a signal a failure is ignored: after SIGHUP nobody reads them, and the signal is what ended
  /// the program.
  func printLast(_ print: () throws(CommandError) -> Void) throws(CommandError) {
    do throws(CommandError) {
      try print()
    } catch {
      guard exitStatus != nil else { throw error }
    }
  }

  /// Waits for the first signal.
  func wait() async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    onSignal { signal.finish() }
    for await _ in waiting {}
  }

  /// Sees to it that the process ends soon after its session: at the next signal, or after some time.
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

/// The end of the process.
enum ProcessEnd {
  /// Ends the process at once, whatever its threads are doing.
  ///
  /// Without the cleaning up that libraries register for an end: a thread may still be amid a
  /// handshake with a server, and would find what it works with gone.
  static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Sees to it that a crash leaves no image of the memory, in which tokens are.
  ///
  /// The limit is one byte: none would still let a kernel whose `core_pattern` is a pipe send the whole
  /// image through it, see core(5).
  ///
  /// The process stays readable for the writer of crash reports, which shows where it was only.
  static func forbidCoreDumps() {
    var limit = rlimit()
    #if canImport(Glibc)
      let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      let core = RLIMIT_CORE
    #endif
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    limit.rlim_cur = min(1, limit.rlim_max)
    // Lowering one's own limit is always allowed.
    _ = unsafe setrlimit(core, &limit)
  }
}
