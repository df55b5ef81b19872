internal import Synchronization

/// The points that the routes of several trips may have together; a trip without room has no routes.
final class RouteBudget: Sendable {
  private enum Routes {
    case kept(points: Int)
    case dropped

    var points: Int { if case .kept(let points) = self { points } else { 0 } }
  }

  private let limit: Int
  private let trips = Mutex<(routes: [String: Routes], points: Int)>(([:], 0))

  init(limit: Int) { self.limit = limit }

  /// Makes the budget apply to a trip.
  func add(_ name: String) {
    trips.withLock { trips in if trips.routes[name] == nil { trips.routes[name] = .kept(points: 0) }
    }
  }

  /// Lets a trip have all its routes; returns whether they were dropped.
  @discardableResult func remove(_ name: String) -> Bool {
    trips.withLock { trips in
      guard let routes = trips.routes.removeValue(forKey: name) else { return false }
      trips.points -= routes.points
      if case .dropped = routes { return true }
      return false
    }
  }

  /// Returns whether there is room for the present routes of a trip.
  func hasRoom(for points: Int, of name: String) -> Bool {
    trips.withLock { trips in
      guard let routes = trips.routes[name] else { return true }
      let others = trips.points - routes.points
      let hasRoom = others + points <= limit
      trips.routes[name] = hasRoom ? .kept(points: points) : .dropped
      trips.points = others + (hasRoom ? points : 0)
      return hasRoom
    }
  }
}
