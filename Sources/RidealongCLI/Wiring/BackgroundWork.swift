internal import Synchronization

/// Work that goes on beside a command, such as noting what it hears, and is waited for at its end.
final class BackgroundWork: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Takes a task that ends soon after the command has.
  func add(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  /// Waits until all is done.
  func finish() async {
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}
