internal import DemoAssets
internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Roads
internal import Synchronization

/// Extends another router's routes by straight lines to the exact places, which roads do not reach.
///
/// If the router finds no route, the whole route is a straight line.
final class DoorToDoorRouter: RouteFinder {
  /// The distance in meters between a route's end and its place that needs no line.
  private static let nearEnough = 1.0
  private static let metersPerSecond = 5.0

  private let router: any RouteFinder
  private let onProblem: @Sendable (RouteFinderError) -> Void
  private let hasReported = Mutex(false)

  init(_ router: any RouteFinder, onProblem: @escaping @Sendable (RouteFinderError) -> Void) {
    self.router = router
    self.onProblem = onProblem
  }

  func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    do throws(RouteFinderError) {
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

  static func joined(
    _ start: Coordinate, _ leg: FoundRoute.Leg, _ end: Coordinate
  ) -> FoundRoute.Leg {
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

/// The roads of the demo's town, which are embedded in the program.
enum DemoTown {
  /// The market square.
  static let origin = Coordinate(latitude: 45, longitude: -30)

  static func roads() throws(CommandError) -> RoadNetwork {
    let contents = unsafe Array(
      UnsafeBufferPointer(start: ridealong_demo_roads_bytes(), count: ridealong_demo_roads_size()))
    do { return try RoadNetwork(contents: contents) } catch {
      throw CommandError(.failure, "The demo town's roads cannot be read: \(error)")
    }
  }
}
