public import FleetEngine
public import Geo

/// How fast a path is driven at each of its places, to a stand at its end.
///
/// Between its nodes a vehicle accelerates evenly, so that place and speed are exact functions of
/// time and each other's inverse.
public struct SpeedProfile: Sendable, Hashable {
  /// What limits the speed of a drive.
  public struct Limits: Sendable, Hashable {
    /// The speed on free and straight road, in metres per second.
    public var cruising: Double
    /// How the vehicle gains speed, in metres per second squared.
    public var acceleration: Double
    /// How it loses speed, in metres per second squared.
    public var braking: Double
    /// How much it is pushed aside in a bend, in metres per second squared.
    public var cornering: Double

    /// Creates limits; values that are not finite or not positive become the default.
    ///
    /// - Parameters:
    ///   - cruising: The speed on free and straight road, in metres per second.
    ///   - acceleration: How the vehicle gains speed, in metres per second squared.
    ///   - braking: How it loses speed, in metres per second squared.
    ///   - cornering: How much it is pushed aside in a bend, in metres per second squared.
    public init(
      cruising: Double = 13.9,
      acceleration: Double = 1.8,
      braking: Double = 2.2,
      cornering: Double = 2.5
    ) {
      func usable(_ value: Double, _ standard: Double) -> Double {
        value.isFinite && value > 0 ? min(max(value, 0.1), 1_000) : standard
      }
      self.cruising = usable(cruising, 13.9)
      self.acceleration = usable(acceleration, 1.8)
      self.braking = usable(braking, 2.2)
      self.cornering = usable(cornering, 2.5)
    }
  }

  private struct Node: Hashable {
    var meters: Double
    var speed: Double
    var seconds: Double
  }

  private static let nodeSpacing = 5.0
  private static let mostNodes = 40_000.0
  private static let slowestTurn = 2.5

  private let nodes: [Node]
  /// How many times faster than the clock the simulated world goes; a profile's speeds are by the
  /// clock, and a speedometer in that world shows them divided by this.
  public private(set) var worldSpeed = 1.0

  /// Plans a drive along a path.
  ///
  /// - Parameters:
  ///   - path: The path, one or more points.
  ///   - traffic: The stretches on which the vehicle drives slower.
  ///   - limits: What limits the speed.
  ///   - initialSpeed: The speed at the start of the path in metres per second, 0 for a vehicle
  ///     that stands; no more than the road there allows.
  ///   - speedFactor: How many times faster than the world everything goes, 1 by default.
  public init(
    path: Polyline,
    traffic: [RoadStretch] = [],
    limits: Limits = Limits(),
    initialSpeed: Double = 0,
    speedFactor: Double = 1
  ) {
    var nodes = Self.limitedNodes(path, traffic, limits)
    if nodes.count > 1, initialSpeed > 0 {
      nodes[0].speed = min(initialSpeed, limits.cruising * Self.trafficFactor(atMeters: 0, traffic))
    }
    for index in nodes.indices.dropFirst() {
      let step = nodes[index].meters - nodes[index - 1].meters
      let reachable =
        nodes[index - 1].speed * nodes[index - 1].speed + 2 * limits.acceleration * step
      nodes[index].speed = min(nodes[index].speed, reachable.squareRoot())
    }
    for index in nodes.indices.dropLast().reversed() {
      let step = nodes[index + 1].meters - nodes[index].meters
      let reachable = nodes[index + 1].speed * nodes[index + 1].speed + 2 * limits.braking * step
      nodes[index].speed = min(nodes[index].speed, reachable.squareRoot())
    }
    let factor = speedFactor.isFinite && speedFactor > 0 ? speedFactor : 1
    worldSpeed = factor
    for index in nodes.indices { nodes[index].speed *= factor }
    for index in nodes.indices.dropFirst() {
      let step = nodes[index].meters - nodes[index - 1].meters
      let speeds = nodes[index].speed + nodes[index - 1].speed
      nodes[index].seconds = nodes[index - 1].seconds + (speeds > 0 ? 2 * step / speeds : 0)
    }
    self.nodes = nodes
  }

  /// Plans a drive that takes a known time.
  ///
  /// - Parameters:
  ///   - path: The path, one or more points.
  ///   - traffic: The stretches on which the vehicle drives slower than elsewhere.
  ///   - duration: The time of the whole drive; one that is not positive leaves the vehicle's own.
  public init(path: Polyline, traffic: [RoadStretch] = [], duration: Duration) {
    let own = SpeedProfile(path: path, traffic: traffic)
    let factor = duration > .zero ? own.duration / duration : 1
    self = factor == 1 ? own : SpeedProfile(path: path, traffic: traffic, speedFactor: factor)
    // The vehicle itself is that fast, not its world.
    worldSpeed = 1
  }

  /// The time that the whole drive takes.
  public var duration: Duration { .seconds(nodes.last?.seconds ?? 0) }

  /// Finds how far and how fast a vehicle is.
  ///
  /// - Parameter elapsed: The time since it set off, clamped to the drive.
  /// - Returns: Metres from the start, and metres per second.
  public func motion(at elapsed: Duration) -> (meters: Double, speed: Double) {
    guard let last = nodes.last, nodes.count > 1 else { return (0, 0) }
    let seconds = max(0, elapsed.inSeconds)
    guard seconds < last.seconds else { return (last.meters, 0) }
    let index = segment { $0.seconds <= seconds }
    let (from, to) = (nodes[index], nodes[index + 1])
    let total = to.seconds - from.seconds
    let time = seconds - from.seconds
    let acceleration = total > 0 ? (to.speed - from.speed) / total : 0
    let meters = from.meters + from.speed * time + acceleration * time * time / 2
    return (min(max(meters, from.meters), to.meters), max(0, from.speed + acceleration * time))
  }

  /// Finds the time that is left from a place on.
  ///
  /// - Parameter meters: Metres from the start, clamped to the path.
  /// - Returns: The time to the end of the path, for a vehicle that is on its way.
  public func remainingTime(atMeters meters: Double) -> Duration {
    guard let last = nodes.last, nodes.count > 1 else { return .zero }
    let place = meters.isNaN ? 0 : max(0, meters)
    guard place < last.meters else { return .zero }
    let index = segment { $0.meters <= place }
    let (from, to) = (nodes[index], nodes[index + 1])
    let step = to.meters - from.meters
    let acceleration = (to.speed * to.speed - from.speed * from.speed) / (2 * step)
    let squared = from.speed * from.speed + 2 * acceleration * (place - from.meters)
    let speeds = from.speed + max(0, squared).squareRoot()
    let time = speeds > 0 ? 2 * (place - from.meters) / speeds : 0
    return .seconds(last.seconds - from.seconds - time)
  }

  /// The last segment whose first node fulfils a condition that early nodes fulfil and late ones do not.
  private func segment(_ isReached: (Node) -> Bool) -> Int {
    var (low, high) = (0, nodes.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if isReached(nodes[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Places along the path with the speed that road, traffic and bends allow there.
  private static func limitedNodes(
    _ path: Polyline,
    _ traffic: [RoadStretch],
    _ limits: Limits
  ) -> [Node] {
    let length = path.lengthInMeters
    guard length > 0 else { return [] }
    let spacing = max(nodeSpacing, length / mostNodes)
    var nodes = [Node(meters: 0, speed: 0, seconds: 0)]
    let corners = corners(of: path)
    for (index, corner) in corners.enumerated() where index > 0 {
      let from = corners[index - 1].meters
      let parts = max(
        corners.count == 2 ? 2 : 1,
        Int(((corner.meters - from) / spacing).rounded(.up))
      )
      for part in 1...parts {
        let meters =
          part == parts
          ? corner.meters : from + (corner.meters - from) * Double(part) / Double(parts)
        let free = limits.cruising * trafficFactor(atMeters: meters, traffic)
        let turn = part == parts ? corner.topSpeed(limits.cornering) : .infinity
        nodes.append(Node(meters: meters, speed: min(free, max(turn, slowestTurn)), seconds: 0))
      }
    }
    nodes[nodes.count - 1].speed = 0
    return nodes
  }

  private struct Corner {
    var meters: Double
    /// The radius of the bend in metres, infinite where the path goes straight on.
    var radius: Double

    func topSpeed(_ cornering: Double) -> Double { (radius * cornering).squareRoot() }
  }

  /// The path's distinct points with the bends that they make.
  private static func corners(of path: Polyline) -> [Corner] {
    var indices: [Int] = []
    for index in path.coordinates.indices {
      if let last = indices.last, path.metersFromStart[index] <= path.metersFromStart[last] {
        continue
      }
      indices.append(index)
    }
    return indices.indices.map { position in
      let meters = path.metersFromStart[indices[position]]
      guard position > 0, position + 1 < indices.count else {
        return Corner(meters: meters, radius: .infinity)
      }
      let points = (-1...1).map { path.coordinates[indices[position + $0]] }
      let before = meters - path.metersFromStart[indices[position - 1]]
      let after = path.metersFromStart[indices[position + 1]] - meters
      var turn = abs(
        points[0].initialBearing(to: points[1]) - points[1].initialBearing(to: points[2])
      )
      if turn > 180 { turn = 360 - turn }
      guard turn > 1 else { return Corner(meters: meters, radius: .infinity) }
      let half = Maths.radians(min(turn, 179)) / 2
      return Corner(
        meters: meters,
        radius: min(before, after, 40) / 2 * Maths.cos(half) / Maths.sin(half)
      )
    }
  }

  private static func trafficFactor(atMeters meters: Double, _ traffic: [RoadStretch]) -> Double {
    let stretch = traffic.first {
      meters >= Double($0.offsetMeters)
        && meters - Double($0.offsetMeters) < Double($0.lengthMeters)
    }
    switch stretch?.style {
    case .slowerTraffic: return 0.7
    case .trafficJam: return 0.45
    case .unknown, nil: return 1
    }
  }
}
