internal import FleetEngine

/// When trips and vehicles have been kept for long enough, the first to go first.
///
/// Each is in it once, at a moment at which it is to be looked at: an update does not move it, so
/// that it costs nothing; who is looked at too early is put back.
struct ExpiryQueue: Sendable {
  /// A trip or vehicle by its id.
  enum Item: Sendable, Hashable {
    case trip(String)
    case vehicle(String)
  }

  private var members: Set<Item> = []
  /// A binary heap: no entry is later than the two below it.
  private var heap: [(due: Timestamp, item: Item)] = []

  /// When the first is to be looked at; nil where there is none.
  var next: Timestamp? { heap.first?.due }

  /// Puts one in, unless it is there already.
  mutating func add(_ item: Item, due: Timestamp) {
    guard members.insert(item).inserted else { return }
    var place = heap.count
    heap.append((due, item))
    while place > 0, heap[(place - 1) / 2].due > heap[place].due {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out who is to be looked at by a moment.
  mutating func removeDue(at moment: Timestamp) -> [Item] {
    var result: [Item] = []
    while let first = heap.first, first.due <= moment {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      sink()
      members.remove(first.item)
      result.append(first.item)
    }
    return result
  }

  /// Brings the first entry to its place.
  private mutating func sink() {
    var place = 0
    while true {
      let below = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
      guard let least = below.min(by: { heap[$0].due < heap[$1].due }),
        heap[least].due < heap[place].due
      else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
