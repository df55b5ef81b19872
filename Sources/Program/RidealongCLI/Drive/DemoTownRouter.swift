internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Roads
internal import RouteSources

/// Routes on the demo town's roads; some roads are always slow or jammed.
///
/// The traffic depends on the place alone, so that every route and every run finds it there.
struct DemoTownRouter: RouteFinder {
  private static let stepMeters = 20.0
  /// The parts of a degree that have the same traffic; in the town about 160 m.
  private static let partsOfDegree = (latitude: 700.0, longitude: 500.0)

  private let roads: RoadNetworkRouter

  init(_ network: RoadNetwork) { roads = RoadNetworkRouter(network) }

  func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    var answer = try await roads.route(through: places)
    for index in answer.legs.indices { Self.addTraffic(to: &answer.legs[index]) }
    return answer
  }

  private static func addTraffic(to leg: inout FoundRoute.Leg) {
    let path = Polyline(leg.path)
    var delay = 0.0
    for start in stride(from: 0, to: path.lengthInMeters, by: stepMeters) {
      let length = min(stepMeters, path.lengthInMeters - start)
      guard let middle = path.position(atMeters: start + length / 2)?.coordinate,
        let (style, delayOfStretch) = traffic(at: middle)
      else { continue }
      delay += delayOfStretch * length / path.lengthInMeters
      let offset = Int(start.rounded())
      let meters = Int((start + length).rounded()) - offset
      if let last = leg.traffic.last, last.style == style,
        last.offsetMeters + last.lengthMeters == offset
      {
        leg.traffic[leg.traffic.count - 1].lengthMeters += meters
      } else {
        leg.traffic.append(RoadStretch(style: style, offsetMeters: offset, lengthMeters: meters))
      }
    }
    leg.duration = leg.duration * (1 + delay)
  }

  /// The traffic at a place, and how much longer it takes; nil where the road is free.
  private static func traffic(at place: Coordinate) -> (RoadStretchStyle, delay: Double)? {
    let row = Int((place.latitude * partsOfDegree.latitude).rounded(.down))
    let column = Int((place.longitude * partsOfDegree.longitude).rounded(.down))
    // Any number that neighboring parts do not share.
    switch (row &* 73 &+ column &* 151) & 15 {
    case 0, 1: return (.slowerTraffic, 0.4)
    case 2: return (.trafficJam, 1.2)
    default: return nil
    }
  }
}
