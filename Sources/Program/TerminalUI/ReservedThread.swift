internal import Synchronization
internal import SystemLibrary

/// A thread that is reserved for tasks for which the user waits.
///
/// A task resumes on the concurrency pool before it reaches its actor, even the main actor, unless it
/// prefers another executor. A task that prefers this one continues while the pool is busy.
public final class ReservedThread: TaskExecutor {
  /// The only thread, or the reason why it did not start.
  static let started = Result { () throws(TerminalError) in try ReservedThread() }
  /// The only thread, which ``TerminalActor/start()`` has started.
  public static var shared: ReservedThread { started.running }

  private let jobs = Mutex<[UnownedJob]>([])
  private let pipe: WakePipe

  private init() throws(TerminalError) {
    pipe = try WakePipe()
    try unsafe WakePipe.startThread { _ in
      ReservedThread.shared.run()
      return nil
    }
  }

  /// Runs a job on the thread, after earlier jobs.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    pipe.wake()
  }

  private func run() {
    while true {
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&polled, 1, -1)
      _ = pipe.takeSignals()
      let next = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in next { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
