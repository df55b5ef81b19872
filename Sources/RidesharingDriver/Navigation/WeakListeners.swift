/// Listeners in the order in which they were added, none of them kept alive.
struct WeakListeners<Listener> {
  private struct Entry {
    weak var object: AnyObject?
  }

  private var entries: [Entry] = []

  mutating func add(_ listener: Listener) {
    let object = listener as AnyObject
    entries.removeAll { $0.object == nil }
    guard !entries.contains(where: { $0.object === object }) else { return }
    entries.append(Entry(object: object))
  }

  mutating func remove(_ listener: Listener) {
    let object = listener as AnyObject
    entries.removeAll { $0.object == nil || $0.object === object }
  }

  /// The listeners that still exist.
  func present() -> [Listener] {
    entries.compactMap { $0.object as? Listener }
  }
}
