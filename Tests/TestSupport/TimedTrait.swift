import Foundation
public import Testing

/// Reports how long each test of a suite ran, without the time it was queued.
///
/// The runner's own durations begin when a test is queued. `scripts/run-tests` lists the slowest tests.
public struct TimedTrait: SuiteTrait, TestTrait, TestScoping {
  /// True: the trait also applies to the tests of a suite.
  public let isRecursive = true

  /// Runs a test case and reports its time.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Self.measure(test, function)
  }

  /// Runs a test case and reports its time.
  static func measure(_ test: Test, _ run: () async throws -> Void) async rethrows {
    let start = ContinuousClock.now
    defer { report(test, ContinuousClock.now - start) }
    try await run()
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

extension Trait where Self == TimedTrait {
  /// Reports the time of each test.
  public static var timed: TimedTrait { TimedTrait() }
}
