internal import Geo

/// The directions in which segments are driven, and their connections.
///
/// Arc `2 * s` drives segment `s` from its start to its end, arc `2 * s + 1` back.
struct RoadArcs: Sendable {
  /// The time of each arc in seconds; infinite where it may not be driven.
  let seconds: [Double]
  /// The node at which each arc ends.
  let ends: [Int32]
  /// The unit vectors, east and north, with which each arc leaves its start and reaches its end.
  private let headings: [(leaving: SIMD2<Double>, arriving: SIMD2<Double>)]
  /// The index in `leaving` of each node's first arc, then the end.
  private let starts: [Int32]
  private let leaving: [Int32]
  /// The highest speed of all arcs, in metres per second.
  let topSpeed: Double

  init(nodeCount: Int, _ segments: [RoadNetwork.Segment], _ lines: [Polyline]) {
    var (seconds, ends): ([Double], [Int32]) = ([], [])
    var headings: [(leaving: SIMD2<Double>, arriving: SIMD2<Double>)] = []
    var lists: [[Int32]] = Array(repeating: [], count: nodeCount)
    var topSpeed = 1.0
    for (number, segment) in segments.enumerated() {
      let time = lines[number].lengthInMeters / segment.metersPerSecond
      let drivable = segment.roadClass.isDrivable
      seconds += [drivable ? time : .infinity, drivable && !segment.isOneWay ? time : .infinity]
      ends += [Int32(segment.end), Int32(segment.start)]
      let first = Self.heading(segment.path[0], segment.path[1])
      let last = Self.heading(
        segment.path[segment.path.count - 2],
        segment.path[segment.path.count - 1]
      )
      headings += [(first, last), (-last, -first)]
      guard drivable else { continue }
      topSpeed = max(topSpeed, segment.metersPerSecond)
      lists[segment.start].append(Int32(2 * number))
      if !segment.isOneWay { lists[segment.end].append(Int32(2 * number + 1)) }
    }
    (self.seconds, self.ends, self.headings, self.topSpeed) = (seconds, ends, headings, topSpeed)
    var starts: [Int32] = [0]
    starts.reserveCapacity(nodeCount + 1)
    for list in lists { starts.append((starts.last ?? 0) + Int32(list.count)) }
    self.starts = starts
    leaving = lists.flatMap(\.self)
  }

  /// The arcs that may be driven from a node.
  func leaving(_ node: Int) -> ArraySlice<Int32> {
    leaving[Int(starts[node])..<Int(starts[node + 1])]
  }

  /// The time that it takes to turn from one arc into the next, in seconds.
  ///
  /// Traffic keeps to the right, so a left turn waits for oncoming traffic; turning back
  /// is possible anywhere, and slow.
  func turn(from arc: Int, into next: Int) -> Double {
    if next == arc ^ 1 { return 20 }
    let (before, after) = (headings[arc].arriving, headings[next].leaving)
    let ahead = (before * after).sum()
    // Within some 35 degrees the road just goes on.
    if ahead > 0.82 { return 0 }
    let left = before.x * after.y - before.y * after.x
    return left > 0 ? 5 : 2.5
  }

  private static func heading(_ from: Coordinate, _ to: Coordinate) -> SIMD2<Double> {
    let along = SIMD2(
      Maths.wrappedLongitude(to.longitude - from.longitude)
        * Maths.cos(Maths.radians(from.latitude)),
      to.latitude - from.latitude
    )
    let length = (along * along).sum().squareRoot()
    return length > 0 ? along / length : .zero
  }
}
