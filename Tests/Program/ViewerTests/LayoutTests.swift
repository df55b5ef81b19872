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
    let below = layout.panel.map {
      layout.isPortrait
        ? Rect(
          column: $0.maxColumn, row: $0.minRow, columns: layout.map.maxColumn - $0.maxColumn,
          rows: $0.rows)
        : Rect(
          column: $0.minColumn, row: $0.maxRow, columns: $0.columns,
          rows: layout.map.maxRow - $0.maxRow)
    }
    let boxes = [map, below, layout.panel, layout.events, layout.requests].compactMap(\.self)
    let bottom =
      layout.isMapOnly
      ? [line(rows - 1)]
      : [line(rows - 1 - layout.lines, rows: layout.lines), line(rows - 1)]
    let progress = [layout.railRow, layout.timelineRow].compactMap(\.self).map { line($0) }
    return [line(0)] + boxes + progress + bottom
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
      let card = layout.panel.map { $0.columns * $0.rows } ?? 0
      if let panel = layout.panel, panel.columns > 40 {
        faults.append("The panel has \(panel.columns) columns at \(size.columns)x\(size.rows)")
      }
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

  @Test func `A layout has the line of the past's time below the ride's progress`() {
    var faults: [String] = []
    for size in Self.sizes {
      for isMapOnly in [false, true] {
        let arrangement = ScreenArrangement(showsEvents: size.rows % 2 == 0, isMapOnly: isMapOnly)
        let layout = Layout(size: size, arrangement: arrangement, hasTimeline: true)
        if layout.timelineRow == nil { faults.append("There is no line at \(size)") }
        if !layout.isTextOnly, let fault = Self.fault(of: layout) { faults.append(fault) }
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
  @Test(arguments: [SampleView.Moment.pickup, .traffic, .retry], [GlyphLevel.full, .ascii])
  func `A panel has a row for a stop at every size`(
    _ moment: SampleView.Moment, _ glyphs: GlyphLevel
  ) {
    for columns in [60, 70, 80, 90, 100, 120, 160, 200] {
      for rows in [18, 20, 22, 24, 26, 30, 35, 40, 45, 50, 60, 80] {
        let view = SampleView(moment, columns: columns, rows: rows, glyphs: glyphs)
        guard view.state.layout.panel != nil else { continue }
        #expect(view.text.contains("1 Stop 1"), "\(columns)x\(rows)\n\(view.text)")
      }
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (50, 30), (30, 50), (60, 40)])
  func `The time to the next place is shown in large digits where there is room`(
    columns: Int, rows: Int
  ) throws {
    let view = SampleView(.pickup, columns: columns, rows: rows)
    for line in ["█ █", "▀▀█"] { #expect(view.text.contains(line), "\(view.text)") }
    let unit = try #require(view.frame.rows.first { $0.contains("▀ min") })
    #expect(!unit.contains("█"))
    for line in ["Pickup", "14:36", "Drop-off"] {
      #expect(view.text.contains(line), "\(view.text)")
    }
  }

  @Test func `A terminal without block characters has large digits of reversed cells`() throws {
    var view = SampleView(.pickup, columns: 80, rows: 24, glyphs: .ascii)
    let unit = try #require(view.frame.place(of: " min"))
    let reversed = (0..<5).map { row in
      (1...3).map { column in
        view.frame[unit.column - 4 + column, unit.row - 4 + row].style.attributes.contains(.reverse)
          ? "#" : " "
      }.joined()
    }
    #expect(reversed == ["# #", "# #", "###", "  #", "  #"])
    view.settings.colorDepth = .monochrome
    #expect(view.text.contains("|_|"), "\(view.text)")
  }

  @Test func `The next estimate has no large digits without an estimate or room for them`() {
    for view in [SampleView(.pickup, columns: 40, rows: 12), SampleView(.canceled)] {
      #expect(!view.text.contains("▀▀"), "\(view.text)")
    }
  }

  @Test(arguments: [
    (-5, ["<1 min"]), (59, ["<1 min"]), (60, ["1 min"]), (3_569, ["59 min"]),
    (3_570, ["1 h", "00 "]), (3_900, ["1 h", "05 "]), (359_969, ["99 h", "59 "]), (360_000, nil),
  ]) func `Large digits count minutes, and from an hour on hours and minutes`(
    seconds: Int, expected: [String]?
  ) {
    let parts = LargeEstimate.parts(of: .seconds(seconds), doubt: "")
    #expect(parts?.map { "\($0.digits) \($0.unit)" } == expected)
    #expect(
      LargeEstimate.parts(of: .seconds(seconds), doubt: "~")?.first?.digits.first
        == (expected == nil ? nil : "~"))
  }

  @Test(arguments: [LargeEstimate.Font.blocks, .cells, .lines])
  func `Large digits have rows of one width`(font: LargeEstimate.Font) throws {
    for character in "0123456789<~" {
      let glyph = try #require(font.glyphs[character])
      #expect(glyph.count == font.rows)
      #expect(Set(glyph.map(\.count)).count == 1)
      #expect(font == .blocks || glyph.allSatisfy { $0.allSatisfy(\.isASCII) })
    }
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
