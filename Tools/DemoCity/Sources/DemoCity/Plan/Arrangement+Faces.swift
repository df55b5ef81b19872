extension Arrangement {
  /// The areas that edges enclose, counterclockwise, without the one around all of them.
  func faces() -> [Polygon] {
    let edges = withoutDeadEnds()
    // Half edge 2 * e leaves the edge's start, 2 * e + 1 its end.
    var leaving: [[Int]] = Array(repeating: [], count: nodes.count)
    for (number, edge) in edges.enumerated() {
      leaving[edge.start].append(2 * number)
      leaving[edge.end].append(2 * number + 1)
    }
    func ends(_ half: Int) -> (from: Int, to: Int) {
      let edge = edges[half / 2]
      return half % 2 == 0 ? (edge.start, edge.end) : (edge.end, edge.start)
    }
    var place: [Int] = Array(repeating: 0, count: 2 * edges.count)
    for node in leaving.indices {
      leaving[node].sort { one, other in
        Self.turn(nodes[ends(one).to] - nodes[node])
          < Self.turn(nodes[ends(other).to] - nodes[node])
      }
      for (position, half) in leaving[node].enumerated() { place[half] = position }
    }
    var isUsed = Array(repeating: false, count: 2 * edges.count)
    var faces: [Polygon] = []
    for first in isUsed.indices where !isUsed[first] {
      var points: [Point] = []
      var half = first
      while !isUsed[half] {
        isUsed[half] = true
        points.append(nodes[ends(half).from])
        // At its end turn as far left as possible: to the neighbor clockwise of the way back.
        let around = leaving[ends(half).to]
        half = around[(place[half ^ 1] + around.count - 1) % around.count]
      }
      let face = Polygon(points)
      if face.area > 1 { faces.append(face) }
    }
    return faces
  }

  /// The edges that are part of a cycle.
  private func withoutDeadEnds() -> [Edge] {
    var degrees = Array(repeating: 0, count: nodes.count)
    var at: [[Int]] = Array(repeating: [], count: nodes.count)
    for (number, edge) in edges.enumerated() {
      for node in [edge.start, edge.end] {
        degrees[node] += 1
        at[node].append(number)
      }
    }
    var isKept = Array(repeating: true, count: edges.count)
    var open = degrees.indices.filter { degrees[$0] == 1 }
    while let node = open.popLast() {
      for number in at[node] where isKept[number] {
        isKept[number] = false
        for end in [edges[number].start, edges[number].end] {
          degrees[end] -= 1
          if degrees[end] == 1 { open.append(end) }
        }
      }
    }
    return zip(edges, isKept).filter(\.1).map(\.0)
  }

  /// A number that grows with a direction's angle, in 0..<4.
  static func turn(_ direction: Point) -> Double {
    let sum = abs(direction.x) + abs(direction.y)
    guard sum > 0 else { return 0 }
    let share = direction.y / sum
    return direction.x < 0 ? 2 - share : direction.y < 0 ? 4 + share : share
  }
}
