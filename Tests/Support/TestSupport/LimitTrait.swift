import Foundation
import Synchronization
public import Testing

/// Ends tests that run for too long, and reports how long each ran without the time it was queued.
///
/// After its limit a test fails and its task is cancelled. If it still runs a minute later, it waits for something that
/// cannot be cancelled: then the whole run ends, with the test's name, because it would never end by itself.
/// `scripts/check-graph` finds suites without it. The runner's own durations begin when a test is queued;
/// `scripts/run-tests` lists the slowest tests.
public struct LimitTrait: SuiteTrait, TestTrait, TestScoping {
  /// True: the trait also applies to the tests of a suite.
  public let isRecursive = true
  private let limit: Duration

  init(_ limit: Duration) { self.limit = limit }

  /// Runs a test case within the limit.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Self.run(test, within: limit, function)
  }

  /// Runs a test within a limit, which begins when the test does, and reports its time.
  static func run(
    _ test: Test, within limit: Duration, on executor: (any TaskExecutor)? = nil,
    _ function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await cancelling(after: limit, on: executor) {
      let start = ContinuousClock.now
      defer { report(test, ContinuousClock.now - start) }
      let end = Deadlines.shared.add(start + limit + .seconds(60)) {
        let text = "\(test.id) did not end a minute after its limit, \(limit). The run ends.\n"
        FileHandle.standardError.write(Data(text.utf8))
        abort()
      }
      defer { Deadlines.shared.remove(end) }
      try await function()
    } onLimit: {
      Issue.record("The test did not end within \(limit).")
    }
  }

  /// Runs a function; some time after its start calls another one and cancels the first.
  static func cancelling(
    after limit: Duration, on executor: (any TaskExecutor)? = nil,
    _ function: @Sendable @concurrent () async throws -> Void,
    onLimit: @escaping @Sendable () -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (waiting, start) = AsyncStream.makeStream(of: Never.self)
        group.addTask(executorPreference: executor) {
          start.finish()
          try await function()
        }
        group.addTask {
          for await _ in waiting {}
          guard (try? await Task.sleep(for: limit)) != nil else { return }
          onLimit()
        }
        try await group.next()
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  /// Adds a line to the file that `RIDEALONG_TEST_TIMES` names: seconds, a tab, the test's ID.
  private static func report(_ test: Test, _ time: Duration) {
    guard let path = ProcessInfo.processInfo.environment["RIDEALONG_TEST_TIMES"] else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    let line = Array("\(time / .seconds(1))\t\(test.id)\n".utf8)
    _ = write(file, line, line.count)
  }
}

extension Trait where Self == LimitTrait {
  /// The test ends within five minutes.
  public static var limited: LimitTrait { limited(to: .seconds(300)) }

  /// The test ends within a time.
  public static func limited(to limit: Duration) -> LimitTrait { LimitTrait(limit) }
}

/// Deadlines that a thread of its own watches, whatever blocks the threads of tasks.
private final class Deadlines: Sendable {
  static let shared = Deadlines()

  private typealias Entry = (end: ContinuousClock.Instant, action: @Sendable () -> Void)
  private let entries = Mutex<(next: Int, all: [Int: Entry])>((0, [:]))

  private init() {
    Thread.detachNewThread { [self] in
      let never = DispatchSemaphore(value: 0)
      while never.wait(timeout: .now() + 1) == .timedOut {
        let late = entries.withLock { $0.all.values.filter { $0.end <= .now } }
        for entry in late { entry.action() }
      }
    }
  }

  func add(_ end: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) -> Int {
    entries.withLock { entries in
      entries.next += 1
      entries.all[entries.next] = (end, action)
      return entries.next
    }
  }

  func remove(_ number: Int) { entries.withLock { _ = $0.all.removeValue(forKey: number) } }
}
