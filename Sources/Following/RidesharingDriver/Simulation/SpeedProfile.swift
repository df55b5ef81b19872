public import FleetEngine
public import Geo

/// The speed at each position of a path, ending at a standstill.
///
/// Acceleration is constant between nodes, so position and time are exact functions of each other.
public struct SpeedProfile: Sendable, Hashable {
  /// The limits of a vehicle's speed.
  public struct Limits: Sendable, Hashable {
    /// The speed on free and straight road, in meters per second.
    public var cruising: Double
    /// The acceleration in meters per second squared.
    public var acceleration: Double
    /// The deceleration in meters per second squared.
    public var braking: Double
    /// The lateral acceleration in a bend, in meters per second squared.
    public var cornering: Double

    /// Creates limits; values that are not finite and positive become the default.
    public init(
      cruising: Double = 13.9, acceleration: Double = 1.8, braking: Double = 2.2,
      cornering: Double = 2.5
    ) {
      func valid(_ value: Double, else fallback: Double) -> Double {
        value.isFinite && value > 0 ? min(max(value, 0.1), 1_000) : fallback
      }
      self.cruising = valid(cruising, else: 13.9)
      self.acceleration = valid(acceleration, else: 1.8)
      self.braking = valid(braking, else: 2.2)
      self.cornering = valid(cornering, else: 2.5)
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
  /// The ratio of simulated to real time.
  ///
  /// The profile's speeds are in real time; a simulated speedometer shows them divided by this.
  public private(set) var worldSpeed = 1.0

  /// Plans a drive along a path.
  ///
  /// `initialSpeed` is in meters per second, limited to what the road allows. `speedFactor` is the
  /// ratio of simulated to real time.
  public init(
    path: Polyline, traffic: [RoadStretch] = [], limits: Limits = Limits(),
    initialSpeed: Double = 0, speedFactor: Double = 1
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

  /// Plans a drive that takes a known time; a time that is not positive is ignored.
  public init(path: Polyline, traffic: [RoadStretch] = [], duration: Duration) {
    let own = SpeedProfile(path: path, traffic: traffic)
    let factor = duration > .zero ? own.duration / duration : 1
    self = factor == 1 ? own : SpeedProfile(path: path, traffic: traffic, speedFactor: factor)
    // The vehicle itself is faster, not its world.
    worldSpeed = 1
  }

  /// The real time of the whole drive.
  public var duration: Duration { .seconds(nodes.last?.seconds ?? 0) }

  /// Returns the meters from the start and the meters per second after a real time.
  ///
  /// The time is clamped to the drive.
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

  /// Returns the time left for a moving vehicle at a distance from the start, clamped to the path.
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

  /// Finds the last segment whose first node satisfies a condition, by binary search.
  private func segment(_ isReached: (Node) -> Bool) -> Int {
    var (low, high) = (0, nodes.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if isReached(nodes[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Divides the path into nodes with the speeds that traffic and bends allow.
  private static func limitedNodes(
    _ path: Polyline, _ traffic: [RoadStretch], _ limits: Limits
  ) -> [Node] {
    let length = path.lengthInMeters
    guard length > 0 else { return [] }
    let spacing = max(nodeSpacing, length / mostNodes)
    var nodes = [Node(meters: 0, speed: 0, seconds: 0)]
    let corners = corners(of: path)
    for (last, corner) in zip(corners, corners.dropFirst()) {
      let step = corner.meters - last.meters
      let parts = max(corners.count == 2 ? 2 : 1, Int((step / spacing).rounded(.up)))
      for part in 1...parts {
        let meters =
          part == parts ? corner.meters : last.meters + step * Double(part) / Double(parts)
        let free = limits.cruising * trafficFactor(atMeters: meters, traffic)
        let turn = part == parts ? (corner.radius * limits.cornering).squareRoot() : .infinity
        nodes.append(Node(meters: meters, speed: min(free, max(turn, slowestTurn)), seconds: 0))
      }
    }
    nodes[nodes.count - 1].speed = 0
    return nodes
  }

  private struct Corner {
    var meters: Double
    /// The radius of the bend in meters; infinite if the path is straight.
    var radius: Double
  }

  private static func corners(of path: Polyline) -> [Corner] {
    let distances = path.metersFromStart
    let indices = distances.indices.filter { $0 == 0 || distances[$0] > distances[$0 - 1] }
    return indices.indices.map { position in
      let meters = distances[indices[position]]
      guard position > 0, position + 1 < indices.count else {
        return Corner(meters: meters, radius: .infinity)
      }
      let points = (-1...1).map { path.coordinates[indices[position + $0]] }
      let before = meters - distances[indices[position - 1]]
      let after = distances[indices[position + 1]] - meters
      var turn = abs(
        points[0].initialBearing(to: points[1]) - points[1].initialBearing(to: points[2]))
      if turn > 180 { turn = 360 - turn }
      guard turn > 1 else { return Corner(meters: meters, radius: .infinity) }
      let half = Maths.radians(min(turn, 179)) / 2
      return Corner(
        meters: meters, radius: min(before, after, 40) / 2 * Maths.cos(half) / Maths.sin(half))
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
