import Foundation
import Synchronization
import Testing

/// Runs tests that wait for processes on threads of their own.
///
/// A wait that blocks would else keep one of the few threads that all other tests share.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  @concurrent
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// The test waits for other processes.
  static var blocking: BlockingTrait { BlockingTrait() }
}

/// A few threads that may be blocked.
private final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads()

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init() {
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
