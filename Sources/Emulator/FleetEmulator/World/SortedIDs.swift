/// A set of IDs that can be read in order from any of them.
///
/// New IDs wait in a short list, and all are brought together when it is long, so that neither
/// listing nor creating many is quadratic.
struct SortedIDs: Sendable {
  private var settled: [String] = []
  /// The latest IDs, in order, few compared with the settled ones.
  private var recent: [String] = []
  /// The removed IDs that are still in the arrays.
  private var removed: Set<String> = []

  /// Adds an ID that it does not have.
  mutating func insert(_ id: String) {
    guard removed.remove(id) == nil else { return }
    if recent.isEmpty, settled.last.map({ $0 < id }) ?? true { return settled.append(id) }
    recent.insert(id, at: Self.index(after: id, in: recent))
    if recent.count > 64 + settled.count / 16 { settle() }
  }

  /// Removes an ID that it has.
  mutating func remove(_ id: String) {
    removed.insert(id)
    if removed.count > 64 + (settled.count + recent.count) / 2 { settle() }
  }

  /// The IDs in order, beginning with the first after one.
  func ids(after id: String? = nil) -> Tail {
    guard let id else { return Tail(settled[...], recent[...], removed) }
    return Tail(
      settled[Self.index(after: id, in: settled)...], recent[Self.index(after: id, in: recent)...],
      removed)
  }

  private mutating func settle() {
    settled = Array(ids())
    recent = []
    removed = []
  }

  private static func index(after id: String, in ids: [String]) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] <= id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rest of the IDs, in order.
  struct Tail: Sequence, IteratorProtocol {
    private var settled: ArraySlice<String>
    private var recent: ArraySlice<String>
    private let removed: Set<String>

    fileprivate init(
      _ settled: ArraySlice<String>, _ recent: ArraySlice<String>, _ removed: Set<String>
    ) { (self.settled, self.recent, self.removed) = (settled, recent, removed) }

    mutating func next() -> String? {
      while let id = pop() { if removed.isEmpty || !removed.contains(id) { return id } }
      return nil
    }

    private mutating func pop() -> String? {
      guard let late = recent.first else { return settled.popFirst() }
      guard let early = settled.first, early < late else { return recent.popFirst() }
      return settled.popFirst()
    }
  }
}
