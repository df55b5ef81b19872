import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Boxes over a screen` {
  private static let sizes = [
    (80, 24), (100, 30), (104, 33), (120, 40), (140, 30), (160, 45), (200, 60), (60, 50), (90, 70),
  ]

  @Test(arguments: sizes, [Key.character("?"), .enter, .character("d")])
  func `A box covers a card wholly or not at all`(_ size: (Int, Int), key: Key) throws {
    var view = SampleView(.denied, columns: size.0, rows: size.1)
    view.press(.escape)
    let before = view.frame
    let card = try #require(view.state.layout.panel)
    view.press(key)
    #expect(!view.state.layers.isEmpty)
    let after = view.frame
    func text(_ frame: Frame, row: Int) -> String {
      String(Array(frame.rows[row])[card.minColumn..<card.maxColumn])
    }
    let rows = (card.minRow..<card.maxRow).filter { row in
      text(before, row: row).contains { $0.isLetter }
    }
    let kept = rows.filter { text(after, row: $0) == text(before, row: $0) }
    #expect(kept.isEmpty || kept == rows, "\(view.text)")
  }

  @Test func `A box is in the middle of the map that the panel leaves`() throws {
    var view = SampleView(.pickup, columns: 140, rows: 40)
    view.press("X")
    view.press(.enter)
    let map = view.state.layout.uncoveredMap
    let row = try #require(view.frame.rows.first { $0.contains("╭─ Actions") })
    let characters = Array(row)
    let start = try #require(characters.indices.first { characters[$0...].starts(with: "╭─ Act") })
    let end = try #require(characters[start...].firstIndex(of: "╮"))
    #expect(abs((start - map.minColumn) - (map.maxColumn - 1 - end)) <= 1)
  }

  @Test(arguments: [(80, 24), (78, 20), (77, 24)])
  func `A box leaves no pieces of text next to itself`(columns: Int, rows: Int) throws {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.press("?")
    for row in view.frame.rows {
      let text = Array(row)
      guard let edge = text.firstIndex(where: { "│╭╰".contains($0) }), edge <= 4 else { continue }
      #expect(text[..<edge].allSatisfy { $0 == " " }, "\(view.text)")
    }
  }
}
