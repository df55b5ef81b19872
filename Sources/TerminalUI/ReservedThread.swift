internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread for what the user waits for, which nothing else uses.
///
/// Whatever waited is resumed on the concurrency pool before it comes to its actor, the main actor too,
/// unless its task prefers another executor. A task that prefers this one therefore continues while every
/// thread of the pool is busy.
public final class ReservedThread: TaskExecutor {
  /// The one thread, or why it could not be started.
  static let started = Result { () throws(TerminalError) in try ReservedThread() }
  /// The one thread; ``TerminalActor/start()`` has started it.
  public static var shared: ReservedThread {
    switch started {
    case .success(let thread): thread
    case .failure: preconditionFailure("no reserved thread")
    }
  }

  private let jobs = Mutex<[UnownedJob]>([])
  private let pipe: WakePipe

  private init() throws(TerminalError) {
    pipe = try WakePipe()
    try unsafe WakePipe.startThread { _ in
      ReservedThread.shared.run()
      return nil
    }
  }

  /// Runs a job on the thread, after those before it.
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
