/// Waits while a condition holds; returns early if the task is cancelled, as by a time limit.
///
/// Checks at once at first, later every millisecond, so that a long wait leaves the processor to the
/// work that ends it.
public func waitWhile(
  isolation: isolated (any Actor)? = #isolation, _ condition: @autoclosure () async -> Bool
) async {
  var checks = 0
  while await condition(), !Task.isCancelled {
    checks += 1
    if checks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// The turns that a loop leaves to the tasks that it waits for.
///
/// After 20 s a loop also sleeps, so that one whose wait never ends does not slow other tests.
public struct Turns {
  private let start = ContinuousClock.now
  private var count = 0

  /// Creates turns that start now.
  public init() {}

  /// Lets others run.
  public mutating func next(isolation: isolated (any Actor)? = #isolation) async {
    count += 1
    if count.isMultiple(of: 64), start.duration(to: .now) > .seconds(20) {
      try? await Task.sleep(for: .milliseconds(5))
    } else {
      await Task.yield()
    }
  }
}

/// Waits until the main actor has run everything that was queued on it before.
public func mainActorTurn() async { await Task { @MainActor in }.value }
