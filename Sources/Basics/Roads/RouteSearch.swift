internal import Geo

/// An A* search for the fastest route over arcs, which includes the time of turns.
struct RouteSearch {
  private struct Candidate {
    var estimate: Double
    var arc: Int
  }

  /// The time of the best route found, in seconds.
  private(set) var bestSeconds = Double.infinity

  private let network: RoadNetwork
  private let start: RoadNetwork.Position
  private let end: RoadNetwork.Position
  private let goal: SIMD2<Double>
  /// The time at each arc's end and the previous arc; −1 for the first.
  private var times: [Double]
  private var previous: [Int32]
  private var isDone: [Bool]
  private var heap: [Candidate] = []
  /// The last arc of the best route and the arc before it; −1 for none.
  private var best: (last: Int32, arc: Int)?

  init(_ network: RoadNetwork, start: RoadNetwork.Position, end: RoadNetwork.Position) {
    self.network = network
    self.start = start
    self.end = end
    goal = network.index.plane.point(end.coordinate)
    let count = network.segments.count * 2
    times = Array(repeating: .infinity, count: count)
    previous = Array(repeating: -1, count: count)
    isDone = Array(repeating: false, count: count)
  }

  mutating func run() -> [Int]? {
    begin()
    while let next = pop() {
      if next.estimate >= bestSeconds { break }
      guard !isDone[next.arc] else { continue }
      isDone[next.arc] = true
      visit(next.arc)
    }
    guard let best else { return nil }
    var arcs = [best.arc]
    var arc = best.last
    while arc >= 0 {
      arcs.append(Int(arc))
      arc = previous[Int(arc)]
    }
    return arcs.reversed()
  }

  private mutating func begin() {
    for arc in [2 * start.segment, 2 * start.segment + 1] where network.arcs.seconds[arc].isFinite {
      let left = share(of: arc, from: start.metersFromStart)
      if start.segment == end.segment {
        let onward = left - share(of: arc, from: end.metersFromStart)
        if onward >= 0 { finish(arc, after: -1, seconds: onward * network.arcs.seconds[arc]) }
      }
      reach(arc, after: -1, seconds: left * network.arcs.seconds[arc])
    }
  }

  private mutating func visit(_ arc: Int) {
    for next in network.arcs.leaving(Int(network.arcs.ends[arc])) {
      let next = Int(next)
      let time = times[arc] + network.arcs.turn(from: arc, into: next)
      if next / 2 == end.segment {
        let driven = 1 - share(of: next, from: end.metersFromStart)
        finish(next, after: Int32(arc), seconds: time + driven * network.arcs.seconds[next])
      }
      reach(next, after: Int32(arc), seconds: time + network.arcs.seconds[next])
    }
  }

  /// Returns the fraction of an arc after a position on its segment.
  private func share(of arc: Int, from meters: Double) -> Double {
    let length = network.lines[arc / 2].lengthInMeters
    guard length > 0 else { return 0 }
    let fraction = max(0, min(1, meters / length))
    return arc % 2 == 0 ? 1 - fraction : fraction
  }

  private mutating func finish(_ arc: Int, after last: Int32, seconds: Double) {
    guard seconds < bestSeconds else { return }
    bestSeconds = seconds
    best = (last, arc)
  }

  private mutating func reach(_ arc: Int, after last: Int32, seconds: Double) {
    guard seconds < times[arc] else { return }
    times[arc] = seconds
    previous[arc] = last
    let away = network.index.plane.point(network.nodes[Int(network.arcs.ends[arc])]) - goal
    // The flat distance may be slightly longer than the path on the sphere.
    let rest = (away * away).sum().squareRoot() * 0.995 / network.arcs.topSpeed
    push(Candidate(estimate: seconds + rest, arc: arc))
  }

  private mutating func push(_ candidate: Candidate) {
    heap.append(candidate)
    var place = heap.count - 1
    while place > 0, heap[(place - 1) / 2].estimate > heap[place].estimate {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func pop() -> Candidate? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return first }
      if child + 1 < heap.count, heap[child + 1].estimate < heap[child].estimate { child += 1 }
      guard heap[child].estimate < heap[place].estimate else { return first }
      heap.swapAt(place, child)
      place = child
    }
  }
}
