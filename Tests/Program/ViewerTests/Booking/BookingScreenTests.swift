import CellGrid
import ConsumerMap
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The screens of a booking` {
  private func check(_ name: String, _ frame: (GridSize, GlyphLevel) -> Frame) throws {
    try Snapshots.expect(Snapshots.pictures(frame), named: "book-" + name)
  }

  @Test(arguments: SampleBooking.Moment.allCases)
  func `The screens of a booking match their snapshots`(_ moment: SampleBooking.Moment) throws {
    try check(moment.rawValue) { size, glyphs in
      SampleBooking(moment, columns: size.columns, rows: size.rows, glyphs: glyphs).frame
    }
  }

  @Test func `The screens of help and of the cancel question match their snapshots`() throws {
    try check("help") { size, glyphs in
      var booking = SampleBooking(.pickup, columns: size.columns, rows: size.rows, glyphs: glyphs)
      booking.press("?")
      return booking.frame
    }
    func question(_ size: GridSize, _ glyphs: GlyphLevel) -> SampleView {
      var view = SampleView(.pickup, columns: size.columns, rows: size.rows, glyphs: glyphs)
      view.state.ride.isOwnBooking = true
      view.press("X")
      return view
    }
    try check("cancel") { question($0, $1).frame }
    try check("cancel-failed") { size, glyphs in
      var view = question(size, glyphs)
      view.press("y")
      view.apply(.cancelResult(SampleBooking.unreachable))
      return view.frame
    }
  }

  @Test func `The screens of a booking hide a map label that the cursor would cover`() throws {
    var booking = SampleBooking(.pickup, columns: 120, rows: 40)
    let camera = Camera(center: Coordinate(latitude: 45.461, longitude: 9.186), zoom: 13)
    let size = booking.state.layout.map.size
    let viewport = Viewport(
      camera: camera, rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    var renderer = BaseMapRenderer()
    let tiles = try SampleTown.tiles(camera, size)
    let picture = renderer.picture(of: tiles, in: viewport, style: .dark)
    let names = picture.names(clearOf: [], in: viewport, previous: [])
    let name = try #require(names.first { $0.rect.minColumn > 8 && $0.rect.minRow > 1 })
    let written = name.text.description
    booking.state.map?.camera = camera
    booking.state.map?.baseMap = NamedBaseMap(picture: picture, names: names)
    func isShown(_ text: some StringProtocol) -> Bool {
      booking.frame.rows.contains { $0.contains(text) }
    }
    booking.state.cursor = GridPoint(column: name.rect.minColumn - 5, row: name.rect.minRow)
    #expect(isShown(written))
    for column in name.rect.minColumn - 3..<name.rect.maxColumn + 3 {
      booking.state.cursor.column = column
      #expect(!isShown(written) && !isShown(written.prefix(4)) && !isShown(written.suffix(4)))
    }
  }

  @Test func `The screens of a booking show that there is no room for the map`() throws {
    let sizes = [(30, 8), (20, 5), (16, 3), (1, 1)].map { GridSize(columns: $0, rows: $1) }
    let pictures = sizes.flatMap { size in
      [GlyphLevel.full, .ascii].map { level in
        let booking = SampleBooking(.pickup, columns: size.columns, rows: size.rows, glyphs: level)
        return Snapshots.Picture(booking.frame, level.rawValue)
      }
    }
    try Snapshots.expect(pictures, named: "book-small")
  }

  @Test(
    arguments: Array(stride(from: 1, through: 130, by: 13)),
    Array(stride(from: 1, through: 45, by: 6))
  )
  func `The screens of a booking fit every size`(_ columns: Int, rows: Int) {
    for moment in SampleBooking.Moment.allCases {
      var booking = SampleBooking(moment)
      booking.apply(.input(.resize(GridSize(columns: columns, rows: rows))))
      for glyphs in [GlyphLevel.full, .ascii] {
        booking.settings.glyphs = glyphs
        for page in [nil, 0, 99] {
          booking.state.layers = page.map { [.help(HelpLayer(page: $0))] } ?? []
          let frame = booking.frame
          #expect(frame.size == booking.state.size)
          #expect(frame.cells.contains { $0.base != " " })
          #expect(
            glyphs == .full || frame.cells.allSatisfy { $0.base.isASCII && $0.marks == (0, 0) })
        }
      }
    }
  }

  @Test(arguments: [
    GridSize(columns: 20, rows: 14), GridSize(columns: 40, rows: 12),
    GridSize(columns: 30, rows: 50),
    GridSize(columns: 50, rows: 30), GridSize(columns: 60, rows: 18),
    GridSize(columns: 80, rows: 24),
    GridSize(columns: 120, rows: 40), GridSize(columns: 200, rows: 60),
  ]) func `The screens of a booking give the map three fifths of the cells`(size: GridSize) {
    var booking = SampleBooking(.pickup, columns: size.columns, rows: size.rows)
    let layout = booking.state.layout
    let card = layout.panel.map { card in
      booking.frame.rows.dropFirst(card.minRow).prefix(card.rows).filter {
        let last = Array($0)[card.maxColumn - 1]
        return last == "│" || last == "╮" || last == "╯"
      }.count * card.columns
    }
    let cells = layout.map.columns * layout.map.rows - (card ?? 0)
    #expect(cells * 5 >= size.columns * size.rows * 3, "\(cells) cells")
    // The place that is chosen next is in the middle of what no card covers.
    booking.press("l")
    #expect(booking.state.cursor.column < layout.uncoveredMap.columns)
    #expect(booking.state.cursor.row < layout.uncoveredMap.rows)
  }

  @Test func `The screens of a booking are empty at size zero`() {
    for size in [(0, 0), (1, 0), (0, 1)] {
      var booking = SampleBooking()
      booking.apply(.input(.resize(GridSize(columns: size.0, rows: size.1))))
      #expect(booking.frame.rows.count == size.1)
    }
  }

  @Test func `The screens of a booking show nine stops and the drop-off`() {
    var booking = SampleBooking()
    booking.press(.enter)
    for _ in 0..<9 {
      booking.press("l")
      booking.press("v")
    }
    booking.press("l")
    booking.press(.enter)
    let text = booking.text
    #expect(text.contains(" 9 45.") && text.contains(" D 45."))
  }
}
