internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Synchronization

/// Finds ways with a router from the very place to the very place, and joins them by straight lines
/// where the router knows no way.
///
/// Routers know roads, which do not reach the riders' places.
final class DoorToDoorRouter: Router {
  /// How far the end of a way may be from its place, in metres, before the two are joined.
  private static let nearEnough = 1.0
  /// How fast the bit between road and place is driven, in metres per second.
  private static let metersPerSecond = 5.0

  private let router: any Router
  private let onProblem: @Sendable (RouterError) -> Void
  private let hasReported = Mutex(false)

  /// Creates a router.
  init(_ router: any Router, onProblem: @escaping @Sendable (RouterError) -> Void) {
    self.router = router
    self.onProblem = onProblem
  }

  func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer {
    do throws(RouterError) {
      var answer = try await router.route(through: places)
      guard answer.legs.count == places.count - 1 else { return answer }
      for index in answer.legs.indices {
        answer.legs[index] = Self.joined(places[index], answer.legs[index], places[index + 1])
      }
      return answer
    } catch {
      guard error.kind != .cancelled, error.kind != .invalidPlaces else { throw error }
      let isFirst = hasReported.withLock { hasReported in
        defer { hasReported = true }
        return !hasReported
      }
      if isFirst { onProblem(error) }
      return try await StraightLineRouter().route(through: places)
    }
  }

  /// A leg that begins and ends at its places.
  static func joined(
    _ start: Coordinate,
    _ leg: RouterAnswer.Leg,
    _ end: Coordinate
  ) -> RouterAnswer.Leg {
    guard let first = leg.path.first, let last = leg.path.last else { return leg }
    var leg = leg
    let (before, after) = (start.meters(to: first), last.meters(to: end))
    if before > nearEnough {
      leg.path.insert(start, at: 0)
      let offset = Int(before.rounded())
      for index in leg.traffic.indices { leg.traffic[index].offsetMeters += offset }
      leg.distanceMeters += before
      leg.duration += .seconds(before / metersPerSecond)
    }
    if after > nearEnough {
      leg.path.append(end)
      leg.distanceMeters += after
      leg.duration += .seconds(after / metersPerSecond)
    }
    return leg
  }
}
