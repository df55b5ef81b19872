internal import CTerminalRestore
internal import Synchronization
internal import SystemLibrary

/// Receives the signals that end programs, on a thread that waits for nothing else.
///
/// It works while the main actor, the terminal's thread and the threads of the concurrency pool are
/// busy or blocked, so that a signal can always end the process.
final class SignalThread: Sendable {
  private struct State {
    var receivers: [@Sendable (TerminalSignal) -> Void] = []
    var first: TerminalSignal?
    var end: (moment: ContinuousClock.Instant, status: Int32)?
  }

  /// The only thread, or the reason why it did not start.
  static let started = Result { () throws(TerminalError) in try SignalThread() }
  /// The only thread, which ``TerminalActor/start()`` has started.
  static var shared: SignalThread { started.running }

  private let state = Mutex(State())
  private let pipe: WakePipe

  private init() throws(TerminalError) {
    pipe = try WakePipe()
    try unsafe WakePipe.startThread { _ in
      SignalThread.shared.run()
      return nil
    }
  }

  var first: TerminalSignal? { state.withLock { $0.first } }

  func watch(_ receive: @escaping @Sendable (TerminalSignal) -> Void) {
    state.withLock { $0.receivers.append(receive) }
    for signal in TerminalSignal.allCases where ridealong_signal_is_ignored(signal.number) == 0 {
      _ = pipe.forward(signal.number)
    }
  }

  /// Ends the process after some time, unless it is to end earlier.
  func endProcess(after time: Duration, status: Int32) {
    let moment = ContinuousClock.now + time
    state.withLock { state in
      if let end = state.end, end.moment <= moment { return }
      state.end = (moment, status)
    }
    pipe.wake()
  }

  private func run() {
    // Handles an overflow of this thread's stack on another one.
    _ = ridealong_restore_use_stack()
    while true {
      let moment = state.withLock { $0.end?.moment }
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      let timeout = moment.map { TerminalExecutor.milliseconds(until: $0) } ?? -1
      _ = unsafe poll(&polled, 1, timeout)
      for signal in pipe.takeSignals().compactMap(TerminalSignal.init) { receive(signal) }
      if let end = state.withLock({ $0.end }), end.moment <= .now {
        ridealong_restore_now()
        _exit(end.status)
      }
    }
  }

  private func receive(_ signal: TerminalSignal) {
    let receivers = state.withLock { state in
      state.first = state.first ?? signal
      return state.receivers
    }
    for receive in receivers { receive(signal) }
  }
}
