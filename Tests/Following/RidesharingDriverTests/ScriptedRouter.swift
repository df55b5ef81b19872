import Geo
import RidesharingDriver
import Synchronization

/// A router that answers from a closure and records its requests.
final class ScriptedRouter: RouteFinder {
  typealias Answer =
    @Sendable (_ places: [Coordinate], _ index: Int) async throws(RouteFinderError) -> FoundRoute

  private let answer: Answer
  private let log = Mutex<[[Coordinate]]>([])

  /// Creates a router, which joins places by straight lines by default.
  init(
    _ answer: @escaping Answer = { places, _ throws(RouteFinderError) in
      try await StraightLineRouter().route(through: places)
    }
  ) { self.answer = answer }

  var requests: [[Coordinate]] { log.withLock { $0 } }

  func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    let index = log.withLock { log in
      log.append(places)
      return log.count - 1
    }
    return try await answer(places, index)
  }
}
