import CellGrid
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `A contest of labels` {
  private let size = GridSize(columns: 100, rows: 20)

  private func candidate(
    _ text: String, _ cells: [(Int, Int)], rank: Int = 0, moved: (Int, Int) = (0, 0)
  ) -> LabelCandidate {
    LabelCandidate(
      text: SafeText(text), style: .plain, rank: rank,
      order: text.utf8.reduce(0 as UInt64) { $0 &* 31 &+ UInt64($1) },
      places: cells.map { column, row in
        LabelCandidate.Place(
          cell: GridPoint(column: column - moved.0, row: row - moved.1), worldColumn: column,
          worldRow: row)
      })
  }

  private func run(
    _ candidates: [LabelCandidate], previous: [PlacedLabel] = [], limit: Int = 80,
    taken: [Rect] = []
  ) -> [PlacedLabel] {
    var contest = LabelPlacer(size: size)
    for rect in taken { contest.occupy(rect) }
    return contest.run(candidates, previous: previous, limit: limit)
  }

  private func crowd(moved: (Int, Int) = (0, 0)) -> [LabelCandidate] {
    var random = SeededGenerator(seed: 5)
    return (0..<400).map { index in
      let length = Int.random(in: 1...14, using: &random)
      let places = (0..<3).map { _ in
        (Int.random(in: -20...119, using: &random), Int.random(in: -4...23, using: &random))
      }
      let text = String(repeating: index % 5 == 0 ? "橋" : "e", count: length) + "\(index)"
      return candidate(text, places, rank: index % 4, moved: moved)
    }
  }

  @Test func `Placed labels neither touch nor leave the map`() {
    let taken = Rect(column: 30, row: 5, columns: 25, rows: 6)
    let placed = run(crowd(), taken: [taken])
    #expect(placed.count > 20)
    let bounds = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    for (index, label) in placed.enumerated() {
      #expect(label.rect.intersection(bounds) == label.rect)
      #expect(label.rect.intersection(taken).columns * label.rect.intersection(taken).rows == 0)
      for other in placed[(index + 1)...] {
        let shared = label.rect.inset(columns: -1, rows: 0).intersection(other.rect)
        #expect(shared.columns * shared.rows == 0)
      }
    }
  }

  @Test func `A contest of labels is decided by rank first`() {
    let names = [candidate("Low", [(3, 3)], rank: 2), candidate("High", [(4, 3)], rank: 1)]
    #expect(run(names).map(\.text.description) == ["High"])
    #expect(run(names.reversed()).map(\.text.description) == ["High"])
  }

  @Test func `A contest of labels writes a name that has several places once`() {
    let placed = run([candidate("Ring", [(3, 3)]), candidate("Ring", [(50, 9)])])
    #expect(placed.count == 1)
  }

  @Test func `A label moves to its next place if the best one is occupied`() {
    let placed = run(
      [candidate("Quay", [(3, 3), (3, 4)])], taken: [Rect(column: 5, row: 3, columns: 1, rows: 1)])
    #expect(placed.map(\.rect.origin) == [GridPoint(column: 3, row: 4)])
  }

  @Test func `A contest of labels keeps names where they are while the map moves`() {
    let first = run(crowd())
    let second = run(crowd(moved: (3, 1)), previous: first)
    for label in first {
      let moved = Rect(
        column: label.rect.minColumn - 3, row: label.rect.minRow - 1, columns: label.rect.columns,
        rows: 1)
      guard moved.minColumn >= 0, moved.minRow >= 0 else { continue }
      let now = second.first { $0.text == label.text }
      // A name of a higher rank that comes into sight may replace one, but no name jumps.
      if let now { #expect(now.rect == moved) }
    }
    let kept = second.filter { label in first.contains { $0.text == label.text } }
    #expect(kept.count * 10 >= first.count * 7)
  }

  @Test(arguments: [0, 90]) func `Labels do not pile up at the sides of the map`(column: Int) {
    let names = (0..<size.rows).map { candidate("Street\(10 + $0)x", [(column, $0)]) }
    let placed = run(names)
    #expect((2...4).contains(placed.count))
    let rows = placed.map(\.rect.minRow).sorted()
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1 - $0 > 4 })
  }

  @Test func `Labels above each other in the middle of the map keep their places`() {
    let names = (0..<5).map { candidate("Street\(10 + $0)", [(40, 3 * $0)]) }
    #expect(run(names).count == 5)
  }

  @Test func `A contest of labels ends at its limit`() {
    #expect(run(crowd(), limit: 7).count == 7)
    #expect(run(crowd(), limit: 0).isEmpty)
  }

  @Test func `A contest of labels has no place for names wider than the map`() {
    #expect(run([candidate(String(repeating: "n", count: 101), [(0, 0)])]).isEmpty)
  }
}
