import Glibc
import TestSupport

/// Runs all Swift concurrency of the process on one thread, in an order that follows from a seed.
///
/// It replaces the runtime's global executor and the main actor's. When no job is left, time jumps to
/// the next sleeper. Everything here belongs to that one thread.
enum Scheduler {
  /// The most jobs at one moment; more are a loop that never waits.
  private static let mostJobsAtOnce = 3_000_000

  private struct Sleeper {
    let time: Int64
    let id: Int

    func isBefore(_ other: Sleeper) -> Bool { (time, id) < (other.time, other.id) }
  }

  private nonisolated(unsafe) static var jobs: [(job: UnownedJob, isMain: Bool)] = []
  private nonisolated(unsafe) static var random = SeededGenerator(seed: 0)
  /// A binary heap; cancelled sleepers stay in it until their time.
  private nonisolated(unsafe) static var queue: [Sleeper] = []
  private nonisolated(unsafe) static var sleeping: [Int: UnsafeContinuation<Bool, Never>] = [:]
  private nonisolated(unsafe) static var nextID = 0
  private nonisolated(unsafe) static var nanoseconds: Int64 = 0
  private nonisolated(unsafe) static var jobsAtOnce = 0
  private static let thread = pthread_self()
  /// The jobs that have run.
  nonisolated(unsafe) static private(set) var steps = 0
  /// A hash of everything that was noted.
  nonisolated(unsafe) static private(set) var hash: UInt64 = 0

  /// The time since the start of the simulation.
  static var now: Duration { .nanoseconds(nanoseconds) }

  /// The number of tasks that wait for time to pass.
  static var sleeperCount: Int { sleeping.count }

  /// Takes over scheduling, for the rest of the process.
  static func install() {
    _ = thread
    let program = dlopen(nil, RTLD_NOW)
    guard let global = dlsym(program, "swift_task_enqueueGlobal_hook"),
      let main = dlsym(program, "swift_task_getMainExecutor_hook")
    else { fatalError("This Swift runtime has no hooks for scheduling.") }
    global.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, _ in
      Scheduler.enqueue(job, isMain: false)
    }
    main.assumingMemoryBound(to: MainExecutorHook?.self).pointee = { _ in
      SimulatedExecutor.main.asUnownedSerialExecutor()
    }
  }

  /// Begins a simulation at time zero.
  static func start(seed: UInt64) {
    precondition(jobs.isEmpty && sleeping.isEmpty, "An earlier simulation is still running.")
    random = SeededGenerator(seed: seed)
    (nanoseconds, steps, jobsAtOnce, queue) = (0, 0, 0, [])
    hash = 0xCBF2_9CE4_8422_2325
  }

  /// Runs jobs until a condition holds, or until nothing can happen any more.
  static func run(until isOver: () -> Bool) {
    while !isOver() {
      guard !jobs.isEmpty else {
        guard wakeNext() else { return }
        continue
      }
      jobs.swapAt(Int(random.next() % UInt64(jobs.count)), jobs.count - 1)
      let (job, isMain) = jobs.removeLast()
      steps += 1
      jobsAtOnce += 1
      if jobsAtOnce > mostJobsAtOnce { Failure.report("a loop waits", "Time does not pass.") }
      job.runSynchronously(
        on: (isMain ? SimulatedExecutor.main : .global).asUnownedSerialExecutor())
    }
  }

  /// Waits in simulated time.
  static func sleep(_ time: Duration) async throws {
    try Task.checkCancellation()
    nextID += 1
    let id = nextID
    let parts = time.components
    // Rounded up, because a clock must not be short of the end of a sleep.
    let length = max(
      0, parts.seconds * 1_000_000_000 + (parts.attoseconds + 999_999_999) / 1_000_000_000)
    let isOver = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Bool, Never>) in
        if Task.isCancelled { return continuation.resume(returning: false) }
        sleeping[id] = continuation
        push(Sleeper(time: nanoseconds + length, id: id))
      }
    } onCancel: {
      sleeping.removeValue(forKey: id)?.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }

  /// Waits until a condition holds, for some time at most.
  static func wait(
    _ time: Duration, step: Duration = .milliseconds(10),
    isolation: isolated (any Actor)? = #isolation, until isOver: () -> Bool
  ) async {
    let end = now + time
    while !isOver(), now < end, (try? await sleep(step)) != nil {}
  }

  /// Adds an event to the hash.
  static func note(_ text: String) {
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for shift in stride(from: 0, to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: nanoseconds >> shift))
    }
    for byte in text.utf8 { add(byte) }
  }

  fileprivate static func enqueue(_ job: UnownedJob, isMain: Bool) {
    guard pthread_equal(pthread_self(), thread) != 0 else {
      fatalError("A thread outside the simulation started a job.")
    }
    jobs.append((job, isMain))
  }

  /// Moves time to the next sleeper and wakes all of that moment; returns whether there was one.
  private static func wakeNext() -> Bool {
    while let first = queue.first {
      guard sleeping[first.id] != nil else {
        pop()
        continue
      }
      if first.time > nanoseconds { (nanoseconds, jobsAtOnce) = (first.time, 0) }
      while let next = queue.first, next.time <= nanoseconds {
        pop()
        sleeping.removeValue(forKey: next.id)?.resume(returning: true)
      }
      return true
    }
    return false
  }

  private static func push(_ sleeper: Sleeper) {
    queue.append(sleeper)
    var place = queue.count - 1
    while place > 0, queue[place].isBefore(queue[(place - 1) / 2]) {
      queue.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private static func pop() {
    queue.swapAt(0, queue.count - 1)
    queue.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < queue.count {
        if queue[child].isBefore(queue[least]) { least = child }
      }
      if least == place { return }
      queue.swapAt(place, least)
      place = least
    }
  }
}

private typealias EnqueueHook =
  @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void
private typealias MainExecutorHook =
  @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) -> UnownedSerialExecutor

/// The executor of all jobs of the main actor, or of all others.
private final class SimulatedExecutor: SerialExecutor {
  static let main = SimulatedExecutor(isMain: true)
  static let global = SimulatedExecutor(isMain: false)

  private let isMain: Bool

  private init(isMain: Bool) { self.isMain = isMain }

  func enqueue(_ job: consuming ExecutorJob) { Scheduler.enqueue(UnownedJob(job), isMain: isMain) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  // There is one thread, and the runtime has checked which executor it runs.
  func checkIsolated() {}
  func isIsolatingCurrentContext() -> Bool? { true }
}
