/// Events on their way to the run loop, which takes all that wait at once.
@MainActor
final class Mailbox<Event: Sendable> {
  private var waiting: [Event] = []
  private var reader: CheckedContinuation<Void, Never>?

  /// Adds an event and wakes the reader.
  func post(_ event: Event) { post([event]) }

  /// Adds events that came together, so that they are taken together, and wakes the reader.
  func post(_ events: [Event]) {
    waiting += events
    reader?.resume()
    reader = nil
  }

  /// Waits for at least one event and takes all.
  func next() async -> [Event] {
    if waiting.isEmpty {
      await withCheckedContinuation { reader = $0 }
    }
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }
}
