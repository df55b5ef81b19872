import Foundation
import Synchronization
public import Testing

/// Runs tests that block, for example to wait for a process or a terminal, or that compute for seconds, on dedicated
/// threads.
///
/// Otherwise they would block the few threads that the tasks of all other tests share. They end within five minutes, as
/// ``LimitTrait`` says, from when they have a thread.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  /// True: the trait also applies to the tests of a suite.
  public let isRecursive = true

  /// Runs a test case on the blocking threads.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await LimitTrait.run(test, within: .seconds(300), on: BlockingThreads.tests, function)
  }
}

extension Trait where Self == BlockingTrait {
  /// The test blocks its thread, for example to wait for a process or a terminal, or computes for seconds.
  public static var blocking: BlockingTrait { BlockingTrait() }
}

/// Threads for tasks that block while a test waits for them; not those of ``BlockingTrait``, which may all be busy.
public let blockingThreads: any TaskExecutor = BlockingThreads()

/// One thread for each test that runs at the same time.
private final class BlockingThreads: TaskExecutor {
  static let tests = BlockingThreads()

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<8 {
      Thread.detachNewThread { [self] in
        while true {
          waiting.wait()
          let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
          job?.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }
}
