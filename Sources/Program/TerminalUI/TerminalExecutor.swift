internal import CTerminalRestore
internal import Synchronization
internal import SystemLibrary

/// Runs jobs on one thread, which sleeps in `poll` until there are jobs, signals or input.
///
/// Safe although unchecked: a mutex protects jobs and signals, and only the thread uses the waiters.
final class TerminalExecutor: SerialExecutor, @unchecked Sendable {
  enum Wake: Sendable {
    /// The file is ready, or the other end is gone, which using the file shows.
    case ready
    case timedOut
    /// A signal came, or ``TerminalExecutor/interrupt()`` was called.
    case interrupted
  }

  /// The readiness of a file that a task waits for.
  enum Readiness: Sendable {
    /// Input for the screen, which handles signals too.
    case reading
    /// Input for anything else.
    case data
    case writing
    /// The end of the other end.
    case hangUp

    fileprivate var events: Int16 {
      switch self {
      case .reading, .data: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .hangUp: 0
      }
    }
  }

  private struct Queue {
    var jobs: [UnownedJob] = []
    var isAwake = false
    var interrupts = false
    var signals: [Int32] = []
  }

  private struct Waiter {
    var fd: Int32
    var readiness: Readiness
    var deadline: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Wake, Never>
  }

  /// The only executor, or the reason why its thread did not start.
  static let started = Result { () throws(TerminalError) in try TerminalExecutor() }
  /// The only executor, which ``TerminalActor/start()`` has started.
  static var shared: TerminalExecutor { started.running }

  private let queue = Mutex(Queue())
  private let pipe: WakePipe
  private let thread = Mutex<pthread_t?>(nil)
  private var waiters: [Waiter] = []
  /// Whether the screen was interrupted while it did not wait, which its next wait must show.
  private var hasMissedInterrupt = false

  private init() throws(TerminalError) {
    pipe = try WakePipe()
    try unsafe WakePipe.startThread { _ in
      TerminalExecutor.shared.run()
      return nil
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.isAwake = true }
      return !queue.isAwake
    }
    if mustWake { pipe.wake() }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.withLock { thread in thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the terminal's thread")
  }

  /// Waits for a file, a timeout, a signal or ``interrupt()``; only on the thread.
  @TerminalActor
  func wait(for fd: Int32, _ readiness: Readiness = .reading, timeout: Duration?) async -> Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Only the screen handles signals; other tasks would return here again and again.
        let mustLook =
          readiness == .reading && (hasMissedInterrupt || queue.withLock { !$0.signals.isEmpty })
        if readiness == .reading { hasMissedInterrupt = false }
        if Task.isCancelled || mustLook {
          continuation.resume(returning: .interrupted)
        } else {
          waiters.append(
            Waiter(
              fd: fd, readiness: readiness, deadline: timeout.map { ContinuousClock.now + $0 },
              continuation: continuation))
        }
      }
    } onCancel: {
      interrupt()
    }
  }

  func interrupt() {
    queue.withLock { $0.interrupts = true }
    pipe.wake()
  }

  /// Removes and returns the signals for the screen.
  func takeSignals() -> [Int32] {
    queue.withLock { queue in
      defer { queue.signals = [] }
      return queue.signals
    }
  }

  func forward(_ signal: Int32) -> Bool { pipe.forward(signal) }

  private func run() {
    thread.withLock { $0 = pthread_self() }
    // Handles an overflow of this thread's stack on another one.
    _ = ridealong_restore_use_stack()
    while true {
      runJobs()
      sleep()
    }
  }

  private func runJobs() {
    while true {
      let jobs = queue.withLock { queue in
        defer { queue.jobs = [] }
        if queue.jobs.isEmpty { queue.isAwake = false }
        return queue.jobs
      }
      guard !jobs.isEmpty else { break }
      for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
    let interrupts = queue.withLock { queue in
      defer { queue.interrupts = false }
      return queue.interrupts
    }
    guard interrupts else { return }
    let interrupted = waiters
    waiters = []
    hasMissedInterrupt = !interrupted.contains { $0.readiness == .reading }
    for waiter in interrupted { waiter.continuation.resume(returning: .interrupted) }
  }

  private func sleep() {
    var polled = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
    for waiter in waiters {
      polled.append(pollfd(fd: waiter.fd, events: waiter.readiness.events, revents: 0))
    }
    let deadline = waiters.compactMap(\.deadline).min()
    let timeout = deadline.map { Self.milliseconds(until: $0) } ?? -1
    guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
    if polled[0].revents != 0 { collectSignals() }
    let now = deadline.map { _ in ContinuousClock.now }
    var left: [Waiter] = []
    var ended: [(Waiter, Wake)] = []
    for (waiter, entry) in zip(waiters, polled.dropFirst()) {
      if entry.revents != 0 {
        ended.append((waiter, .ready))
      } else if let now, let deadline = waiter.deadline, deadline <= now {
        ended.append((waiter, .timedOut))
      } else {
        left.append(waiter)
      }
    }
    waiters = left
    for (waiter, wake) in ended { waiter.continuation.resume(returning: wake) }
  }

  private func collectSignals() {
    let signals = pipe.takeSignals()
    guard !signals.isEmpty else { return }
    queue.withLock { queue in
      for signal in signals where !queue.signals.contains(signal) { queue.signals.append(signal) }
      queue.interrupts = true
    }
  }

  /// The time until a moment for `poll`; 0 if it has passed.
  static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return 0 }
    // Rounded up, or the thread would spin through the last millisecond.
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }
}
