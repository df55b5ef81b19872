public import DemoCity
public import FleetEngine

/// Slow and standing traffic on the main roads of a network, invented from a seed.
///
/// A road has the same traffic whoever drives there, as long as the seed is the same.
public struct InventedTraffic: Sendable, Hashable {
  /// The number that the traffic follows from.
  public var seed: UInt64

  /// Creates traffic.
  ///
  /// - Parameter seed: The number that the traffic follows from.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// How the traffic on a segment is; nil where it is free.
  ///
  /// - Parameters:
  ///   - segment: The index of the segment in its network.
  ///   - isForward: The direction of the drive; the other one has its own traffic.
  ///   - roadClass: What the road is for; smaller streets than collecting ones are free.
  /// - Returns: The style, or nil.
  public func style(
    ofSegment segment: Int,
    isForward: Bool,
    _ roadClass: RoadClass
  ) -> RoadStretchStyle? {
    guard roadClass <= .tertiary else { return nil }
    switch mixed(UInt64(truncatingIfNeeded: 2 * segment + (isForward ? 0 : 1))) % 100 {
    case ..<5: return .trafficJam
    case ..<17: return .slowerTraffic
    default: return nil
    }
  }

  /// The stretches of a way, neighbours of one style joined.
  func stretches(on way: RoadWay, of network: RoadNetwork) -> [RoadStretch] {
    var stretches: [RoadStretch] = []
    var driven = 0.0
    for part in way.parts {
      let (start, end) = (Int(driven.rounded()), Int((driven + part.meters).rounded()))
      driven += part.meters
      guard end > start, let style = style(of: part, network) else { continue }
      if let last = stretches.last, last.style == style,
        last.offsetMeters + last.lengthMeters == start
      {
        stretches[stretches.count - 1].lengthMeters += end - start
      } else {
        stretches.append(
          RoadStretch(style: style, offsetMeters: start, lengthMeters: end - start)
        )
      }
    }
    return stretches
  }

  /// The time that is lost in the traffic of a way.
  func delay(on way: RoadWay, of network: RoadNetwork) -> Duration {
    way.parts.reduce(.zero) { sum, part in
      guard let style = style(of: part, network) else { return sum }
      let speed = Double(network.segments[part.segment].speedLimit) / 3.6
      // A jam is driven at some third of the free speed, slow traffic at two thirds.
      return sum + .seconds(part.meters / speed * (style == .trafficJam ? 2 : 0.5))
    }
  }

  private func style(of part: RoadWay.Part, _ network: RoadNetwork) -> RoadStretchStyle? {
    style(
      ofSegment: part.segment,
      isForward: part.isForward,
      network.segments[part.segment].roadClass
    )
  }

  /// A number that looks like chance, the same for the same seed and key.
  private func mixed(_ key: UInt64) -> UInt64 {
    var mixed = seed &+ (key &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
