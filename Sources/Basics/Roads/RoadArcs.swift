internal import Geo

/// The directed arcs of a network and their connections.
///
/// Arc `2 * s` leads from the start of segment `s` to its end, and arc `2 * s + 1` leads back.
struct RoadArcs: Sendable {
  /// The driving time of each arc in seconds; infinite in a forbidden direction.
  let seconds: [Double]
  /// The node at which each arc ends.
  let ends: [Int32]
  /// The unit vectors, east and north, of each arc's first and last part.
  private let headings: [(leaving: SIMD2<Double>, arriving: SIMD2<Double>)]
  private let leaving: PackedLists
  /// The highest speed of all arcs, in meters per second.
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
        segment.path[segment.path.count - 2], segment.path[segment.path.count - 1])
      headings += [(first, last), (-last, -first)]
      guard drivable else { continue }
      topSpeed = max(topSpeed, segment.metersPerSecond)
      lists[segment.start].append(Int32(2 * number))
      if !segment.isOneWay { lists[segment.end].append(Int32(2 * number + 1)) }
    }
    (self.seconds, self.ends, self.headings, self.topSpeed) = (seconds, ends, headings, topSpeed)
    leaving = PackedLists(lists)
  }

  func leaving(_ node: Int) -> ArraySlice<Int32> { leaving[node] }

  /// Returns the time in seconds to turn from one arc into the next.
  ///
  /// Traffic drives on the right, so a left turn waits for oncoming traffic. A U-turn is possible
  /// anywhere, and slow.
  func turn(from arc: Int, into next: Int) -> Double {
    if next == arc ^ 1 { return 20 }
    let (before, after) = (headings[arc].arriving, headings[next].leaving)
    let ahead = (before * after).sum()
    // Up to about 35 degrees is not a turn.
    if ahead > 0.82 { return 0 }
    let left = before.x * after.y - before.y * after.x
    return left > 0 ? 5 : 2.5
  }

  private static func heading(_ from: Coordinate, _ to: Coordinate) -> SIMD2<Double> {
    let along = SIMD2(
      Maths.wrappedLongitude(to.longitude - from.longitude)
        * Maths.cos(Maths.radians(from.latitude)), to.latitude - from.latitude)
    let length = (along * along).sum().squareRoot()
    return length > 0 ? along / length : .zero
  }
}

/// Lists of numbers in one array, to save memory.
struct PackedLists: Sendable {
  /// The index of each list's first number, then the end.
  private var starts: [Int32] = [0]
  private let numbers: [Int32]

  init(_ lists: [[Int32]]) {
    numbers = lists.flatMap(\.self)
    starts.reserveCapacity(lists.count + 1)
    for list in lists { starts.append(starts[starts.count - 1] + Int32(list.count)) }
  }

  subscript(_ list: Int) -> ArraySlice<Int32> { numbers[Int(starts[list])..<Int(starts[list + 1])] }
}
