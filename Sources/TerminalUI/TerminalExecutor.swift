internal import CTerminalRestore
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs jobs on one thread, which otherwise sleeps in `poll` for jobs, signals and input.
///
/// Safe although unchecked: jobs and signals are behind a mutex, and waiters are touched by the
/// thread alone.
final class TerminalExecutor: SerialExecutor, @unchecked Sendable {
  /// Why a wait ended.
  enum Wake: Sendable {
    /// What was waited for is there, or the other end is gone, which using it will tell.
    case ready
    /// The time was over.
    case timedOut
    /// A signal came, or someone asked.
    case interrupted
  }

  /// What is waited for on a file.
  enum Readiness: Sendable {
    /// Something to read for the screen, which takes signals too.
    case reading
    /// Something to read for something else.
    case data
    /// Room to write.
    case writing
    /// The other end's end.
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

  /// The one thread, or why it could not be started.
  static let started = Result { () throws(TerminalError) in try TerminalExecutor() }
  /// The one thread; ``TerminalActor/start()`` has started it.
  static var shared: TerminalExecutor {
    switch started {
    case .success(let executor): executor
    case .failure: preconditionFailure("no thread for the terminal")
    }
  }

  private let queue = Mutex(Queue())
  private let pipe: WakePipe
  private let thread = Mutex<pthread_t?>(nil)
  private var waiters: [Waiter] = []

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

  /// Waits for a file, some time, a signal, or ``interrupt()``; on the thread only.
  @TerminalActor
  func wait(
    for fd: Int32,
    _ readiness: Readiness = .reading,
    timeout: Duration?
  ) async -> Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Only who waits for input takes signals; others would come back again and again.
        let mustLook = readiness == .reading && queue.withLock { !$0.signals.isEmpty }
        if Task.isCancelled || mustLook {
          continuation.resume(returning: .interrupted)
        } else {
          waiters.append(
            Waiter(
              fd: fd,
              readiness: readiness,
              deadline: timeout.map { ContinuousClock.now + $0 },
              continuation: continuation
            )
          )
        }
      }
    } onCancel: {
      interrupt()
    }
  }

  /// Ends every wait.
  func interrupt() {
    queue.withLock { $0.interrupts = true }
    pipe.wake()
  }

  /// The signals for the screen that came since the last call.
  func takeSignals() -> [Int32] {
    queue.withLock { queue in
      defer { queue.signals = [] }
      return queue.signals
    }
  }

  /// Carries a signal to the thread from now on.
  func forward(_ signal: Int32) -> Bool { pipe.forward(signal) }

  private func run() {
    thread.withLock { $0 = pthread_self() }
    // An overflow of this thread's stack is handled on another one.
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
    if interrupts { interruptWaiters() }
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

  private func interruptWaiters() {
    let interrupted = waiters
    waiters = []
    for waiter in interrupted { waiter.continuation.resume(returning: .interrupted) }
  }

  private func collectSignals() {
    let signals = pipe.takeSignals()
    guard !signals.isEmpty else { return }
    queue.withLock { queue in
      for signal in signals where !queue.signals.contains(signal) { queue.signals.append(signal) }
      queue.interrupts = true
    }
  }

  /// The time until a moment, for `poll`; 0 for one that is over.
  static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return 0 }
    // Rounded up, or the thread would spin through the last millisecond.
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }
}
