/// Waits while a condition holds; returns early if the task is cancelled, as by a time limit.
///
/// Checks at once at first, later every millisecond, so that a long wait leaves the processor to the
/// work that ends it.
public func waitWhile(
  isolation: isolated (any Actor)? = #isolation,
  _ condition: @autoclosure () async -> Bool
) async {
  var checks = 0
  while await condition(), !Task.isCancelled {
    checks += 1
    if checks < 100 {
      await Task.yield()
    } else {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// Waits until the main actor has run everything that was queued on it before.
public func mainActorTurn() async {
  await Task { @MainActor in }.value
}
