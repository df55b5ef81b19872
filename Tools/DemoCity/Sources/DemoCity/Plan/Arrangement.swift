/// Lines cut at all of their crossings: nodes, and edges that meet at nodes only.
struct Arrangement {
  struct Edge {
    var start: Int
    var end: Int
    /// The index of the line that the edge is a piece of.
    var line: Int
  }

  private(set) var nodes: [Point] = []
  private(set) var edges: [Edge] = []

  private static let cellSize = 80.0
  /// Ends that are nearer to a line than this touch it.
  private static let touching = 0.05

  private struct Piece {
    var from: Point
    var to: Point
    var line: Int
    var cuts: [(share: Double, point: Point)] = []
  }

  /// Cuts lines.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isKept: Whether a piece between two crossings stays, by its middle and its line.
  init(_ lines: [PlanLine], isKept: (Point, Int) -> Bool) {
    var pieces: [Piece] = []
    for (number, line) in lines.enumerated() {
      for (from, to) in zip(line.points, line.points.dropFirst()) where from != to {
        pieces.append(Piece(from: from, to: to, line: number))
      }
    }
    Self.cut(&pieces)
    var finder = PointFinder()
    var known: Set<SIMD2<Int32>> = []
    for piece in pieces {
      var last = node(piece.from, &finder)
      let cuts = piece.cuts.sorted { $0.share < $1.share } + [(1, piece.to)]
      for cut in cuts {
        let next = node(cut.point, &finder)
        guard next != last else { continue }
        let middle = (nodes[last] + nodes[next]) / 2
        let key = SIMD2(Int32(min(last, next)), Int32(max(last, next)))
        if isKept(middle, piece.line), known.insert(key).inserted {
          edges.append(Edge(start: last, end: next, line: piece.line))
        }
        last = next
      }
    }
  }

  private mutating func node(_ point: Point, _ finder: inout PointFinder) -> Int {
    if let near = finder.nearest(to: point, within: 0.3) { return near }
    finder.insert(point)
    nodes.append(point)
    return nodes.count - 1
  }

  /// Finds where pieces cross or touch each other.
  private static func cut(_ pieces: inout [Piece]) {
    let reach = TownPlan.halfSize + Point(repeating: 1_500)
    let columns = Int(2 * reach.x / cellSize) + 1
    let rows = Int(2 * reach.y / cellSize) + 1
    var cells: [[Int32]] = Array(repeating: [], count: columns * rows)
    for (number, piece) in pieces.enumerated() {
      let low = (pointwiseMin(piece.from, piece.to) - Point(repeating: 0.1) + reach) / cellSize
      let high = (pointwiseMax(piece.from, piece.to) + Point(repeating: 0.1) + reach) / cellSize
      guard high.x >= 0, high.y >= 0, low.x < Double(columns), low.y < Double(rows) else {
        continue
      }
      for row in max(0, Int(low.y))...min(rows - 1, max(0, Int(high.y))) {
        for column in max(0, Int(low.x))...min(columns - 1, max(0, Int(high.x))) {
          for other in cells[row * columns + column] { cross(&pieces, Int(other), number) }
          cells[row * columns + column].append(Int32(number))
        }
      }
    }
  }

  private static func cross(_ pieces: inout [Piece], _ one: Int, _ other: Int) {
    let (a, b) = (pieces[one], pieces[other])
    let (low, high) = (pointwiseMin(a.from, a.to), pointwiseMax(a.from, a.to))
    guard max(b.from.x, b.to.x) >= low.x - 0.1, min(b.from.x, b.to.x) <= high.x + 0.1,
      max(b.from.y, b.to.y) >= low.y - 0.1, min(b.from.y, b.to.y) <= high.y + 0.1
    else { return }
    var touches = false
    for end in [b.from, b.to] {
      if let share = share(of: end, on: a) {
        pieces[one].cuts.append((share, end))
        touches = true
      } else if end == a.from || end == a.to {
        touches = true
      }
    }
    for end in [a.from, a.to] {
      if let share = share(of: end, on: b) {
        pieces[other].cuts.append((share, end))
        touches = true
      }
    }
    guard !touches else { return }
    let (along, across) = (a.to - a.from, b.to - b.from)
    let slant = along.cross(across)
    guard abs(slant) > 1e-9 else { return }
    let offset = b.from - a.from
    let (first, second) = (offset.cross(across) / slant, offset.cross(along) / slant)
    guard first > 0, first < 1, second > 0, second < 1 else { return }
    let point = a.from + along * first
    pieces[one].cuts.append((first, point))
    pieces[other].cuts.append((second, point))
  }

  /// The position of a point on a piece, from 0 to 1 between its ends.
  private static func share(of point: Point, on piece: Piece) -> Double? {
    let along = piece.to - piece.from
    let share = (point - piece.from).dot(along) / along.squaredLength
    guard share > 0, share < 1 else { return nil }
    let off = point - (piece.from + along * share)
    guard off.squaredLength < touching * touching else { return nil }
    return point == piece.from || point == piece.to ? nil : share
  }
}
