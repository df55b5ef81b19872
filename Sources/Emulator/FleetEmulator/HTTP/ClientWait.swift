extension Duration {
  /// How often a wait checks that its client is still there.
  private static let checkInterval: Duration = .milliseconds(25)

  /// Waits as a script of faults says, and returns whether the client stayed until the end.
  func wait(while isConnected: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + self
    while true {
      guard isConnected() else { return false }
      let now = ContinuousClock.now
      guard now < end else { return true }
      let rest = min(end, now + Self.checkInterval)
      do { try await Task.sleep(until: rest, clock: .continuous) } catch { return false }
    }
  }

  /// Pauses between two looks at a server that stops, even in a cancelled task.
  func pause() async {
    // Sleeping ends immediately in a cancelled task; yielding lets other tasks run.
    do { try await Task.sleep(for: self) } catch { await Task.yield() }
  }
}
