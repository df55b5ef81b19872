import CellGrid
import ConsumerMap
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A layout` {
  /// The rectangles of a ride's screen, without the cards' part of the map.
  private static func parts(of layout: Layout) -> [Rect] {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    func line(_ row: Int, rows: Int = 1) -> Rect {
      Rect(column: 0, row: row, columns: columns, rows: rows)
    }
    let map = layout.uncoveredMap
    let below = layout.card.map {
      Rect(
        column: $0.minColumn, row: $0.maxRow, columns: $0.columns,
        rows: layout.map.maxRow - $0.maxRow)
    }
    let boxes = [map, below, layout.panel, layout.events, layout.requests].compactMap(\.self)
    let bottom =
      layout.isMapOnly
      ? [line(rows - 2), line(rows - 1)]
      : [line(rows - 2 - layout.lines), line(rows - 1 - layout.lines, rows: layout.lines)]
        + [line(rows - 1)]
    return [line(0)] + boxes + bottom
  }

  /// The first fault of a layout; nil if each part is on the screen and covers no other.
  private static func fault(of layout: Layout) -> String? {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    let screen = Rect(column: 0, row: 0, columns: columns, rows: rows)
    let parts = parts(of: layout)
    let place = "\(columns)x\(rows)"
    if let part = parts.first(where: { $0.intersection(screen) != $0 }) {
      return "\(part) is not on the screen of \(place)"
    }
    for (index, part) in parts.enumerated() {
      if let other = parts[..<index].first(where: { $0.overlaps(part) }) {
        return "\(part) overlaps \(other) at \(place)"
      }
    }
    let cells = parts.reduce(0) { $0 + $1.columns * $1.rows }
    return cells == columns * rows ? nil : "\(columns * rows - cells) cells are unused at \(place)"
  }

  private static let sizes = (40...240).flatMap { columns in
    (12...80).map { GridSize(columns: columns, rows: $0) }
  }

  @Test func `A layout gives the map three fifths of the cells and covers no part with another`() {
    let narrow = (20..<40).flatMap { columns in
      (13...80).map { GridSize(columns: columns, rows: $0) }
    }
    var faults: [String] = []
    for size in Self.sizes + narrow {
      let layout = Layout(size: size, arrangement: ScreenArrangement())
      let card = layout.card.map { $0.columns * $0.rows } ?? 0
      let shown = layout.map.columns * layout.map.rows - card
      if shown * 5 < size.columns * size.rows * 3 {
        faults.append("The map has \(shown) cells at \(size.columns)x\(size.rows)")
      }
      if let fault = Self.fault(of: layout) { faults.append(fault) }
    }
    #expect(faults.prefix(5) == [])
  }

  @Test func `A layout of any arrangement covers no part with another`() {
    let all = ScreenArrangement.Panel.allCases.flatMap { panel in
      [false, true].flatMap { events in
        [false, true].map { ScreenArrangement(panel: panel, showsEvents: events, isMapOnly: $0) }
      }
    }
    var faults: [String] = []
    for (index, size) in Self.sizes.enumerated() {
      for events in [0, 2, 100] {
        let layout = Layout(size: size, arrangement: all[index % all.count], events: events)
        if let fault = Self.fault(of: layout) { faults.append(fault) }
      }
    }
    #expect(faults.prefix(5) == [])
  }

  @Test(arguments: [(120, 40), (200, 60), (60, 50)])
  func `A layout has one line of events, and a box as high as the events on demand`(
    columns: Int, rows: Int
  ) {
    let size = GridSize(columns: columns, rows: rows)
    func events(_ count: Int, isShown: Bool) -> Int? {
      let arrangement = ScreenArrangement(showsEvents: isShown)
      return Layout(size: size, arrangement: arrangement, events: count).events?.rows
    }
    #expect(events(4, isShown: false) == 1)
    #expect([0, 1, 2, 4, 5, 90].map { events($0, isShown: true) } == [3, 3, 4, 6, 7, 7])
  }
}

@Suite(.limited) struct `The screen's parts` {
  @Test(arguments: [(80, 24), (120, 40), (50, 30), (30, 50), (60, 40)])
  func `The next estimate is shown in large digits where there is room`(columns: Int, rows: Int) {
    let text = SampleView(.pickup, columns: columns, rows: rows).text
    #expect(text.contains("▀▀▀"), "\(text)")
    let ascii = SampleView(.pickup, columns: columns, rows: rows, glyphs: .ascii).text
    #expect(ascii.contains("|_|"), "\(ascii)")
    #expect(!ascii.contains("▀"), "\(ascii)")
  }

  @Test func `The next estimate has no large digits without an estimate or room for them`() {
    for view in [SampleView(.pickup, columns: 40, rows: 12), SampleView(.complete)] {
      #expect(!view.text.contains("▀▀▀"), "\(view.text)")
    }
  }

  @Test func `Large digits are three rows of one width, as blocks and in ASCII`() throws {
    for hour in 0..<24 {
      let digits = "\(hour / 10)\(hour % 10):\((hour + 3) % 6)\((hour + 7) % 10)"
      for isASCII in [false, true] {
        let rows = LargeEstimate.rows(of: digits, isASCII: isASCII)
        #expect(rows.count == LargeEstimate.rows)
        #expect(rows.allSatisfy { $0.count == 17 })
        #expect(rows.allSatisfy { $0.allSatisfy { $0.isASCII } } == isASCII)
      }
    }
    #expect(
      LargeEstimate.rows(of: "~10:42", isASCII: false) == [
        "  ▀█  █▀█ ▄ █ █ ▀▀█", "~  █  █ █ ▄ ▀▀█ █▀▀", "  ▀▀▀ ▀▀▀     ▀ ▀▀▀",
      ])
  }

  @Test(arguments: [
    (120, "ridealong · providers/demo-project/trips/ride-2041"),
    (80, "ridealong · providers/demo-project/trips/ride-2041"),
    (70, "providers/demo-project/trips/ride-2041"), (60, "ridealong · ride-2041"),
    (50, "ridealong · ride-2041"), (30, "ride-2041"),
  ]) func `The first row names the trip with as many parts as fit`(columns: Int, shown: String) {
    let view = SampleView(.pickup, columns: columns, rows: 40)
    let row = view.frame.rows[0].split(separator: "  ", omittingEmptySubsequences: true)
    #expect(row.first.map { $0.drop { $0 == " " } } == shown[...])
    #expect(view.frame.rows[0].contains("…") == false)
  }

  @Test func `The first row is quieter than the vehicle, which looks as on the map`() throws {
    let view = SampleView(.pickup, columns: 120, rows: 40)
    let frame = view.frame
    for column in 0..<40 { #expect(!frame[column, 0].style.attributes.contains(.reverse)) }
    let rail = try #require(frame.rows.lastIndex { $0.contains(" → ") })
    let column = try #require(Array(frame.rows[rail]).firstIndex(of: "→"))
    #expect(frame[column, rail].style == ColorTable(view.settings.appearance)[.vehicle])
  }

  @Test func `A card on the map ends below its last line, and the map is shown below it`() {
    var view = SampleView(.pickup, columns: 200, rows: 60)
    view.state.ride.events = []
    let rows = view.frame.rows
    let bottom = rows.lastIndex { $0.hasSuffix("╯") } ?? 0
    #expect(bottom > 20 && bottom < 50)
    #expect(rows[bottom - 1].hasSuffix("│"))
    #expect(!rows[bottom + 1].hasSuffix("│"))
  }
}
