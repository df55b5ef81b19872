import CellGrid
import ConsumerMap
import Geo
import MapCanvas
import Testing

@testable import Viewer

@Suite struct `The screens of a booking` {
  private static let sizes = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 120, rows: 40),
    GridSize(columns: 40, rows: 12),
  ]

  private func check(_ frame: Frame, _ name: String, _ glyphs: GlyphLevel) throws {
    let level = glyphs == .full ? "utf8" : "ascii"
    try Snapshots.expect(
      frame,
      named: "\(frame.size.columns)x\(frame.size.rows)-book-\(name)-\(level)"
    )
  }

  @Test(arguments: SampleBooking.Moment.allCases, sizes)
  func `look as they did`(_ moment: SampleBooking.Moment, size: GridSize) throws {
    for glyphs in [GlyphLevel.full, .ascii] {
      let booking = SampleBooking(moment, columns: size.columns, rows: size.rows, glyphs: glyphs)
      try check(booking.frame, moment.rawValue, glyphs)
    }
  }

  @Test(arguments: sizes) func `of help and of the question look as they did`(
    _ size: GridSize
  ) throws {
    var booking = SampleBooking(.pickup, columns: size.columns, rows: size.rows)
    booking.press("?")
    try check(booking.frame, "help", .full)
    var view = SampleView(.pickup, columns: size.columns, rows: size.rows)
    view.state.isOwnBooking = true
    view.press("X")
    try check(view.frame, "cancel", .full)
    view.press("y")
    view.apply(.cancelAnswer(SampleBooking.unreachable))
    try check(view.frame, "cancel-failed", .full)
  }

  @Test func `leave out a name that the cursor would cover a letter of`() throws {
    var booking = SampleBooking(.pickup, columns: 120, rows: 40)
    let camera = Camera(center: Coordinate(latitude: 45.461, longitude: 9.186), zoom: 13)
    let size = booking.state.layout.mapArea.size
    let viewport = Viewport(
      camera: camera,
      rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    )
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

  @Test(arguments: [(30, 8), (20, 5), (16, 3), (1, 1)])
  func `say so where there is no room`(_ columns: Int, rows: Int) throws {
    let booking = SampleBooking(.pickup, columns: columns, rows: rows)
    try check(booking.frame, "small", .full)
  }

  @Test(
    arguments: Array(stride(from: 1, through: 130, by: 13)),
    Array(stride(from: 1, through: 45, by: 6))
  )
  func `fit every size`(_ columns: Int, rows: Int) {
    for moment in SampleBooking.Moment.allCases {
      var booking = SampleBooking(moment)
      booking.apply(.input(.resize(GridSize(columns: columns, rows: rows))))
      for glyphs in [GlyphLevel.full, .ascii] {
        booking.settings.glyphs = glyphs
        for page in [nil, 0, 99] {
          booking.state.helpPage = page
          let frame = booking.frame
          #expect(frame.size == booking.state.size)
          #expect(frame.cells.contains { $0.base != " " })
          #expect(
            glyphs == .full || frame.cells.allSatisfy { $0.base.isASCII && $0.marks == (0, 0) }
          )
        }
      }
    }
  }

  @Test func `without any size are empty`() {
    for size in [(0, 0), (1, 0), (0, 1)] {
      var booking = SampleBooking()
      booking.apply(.input(.resize(GridSize(columns: size.0, rows: size.1))))
      #expect(booking.frame.rows.count == size.1)
    }
  }

  @Test func `show nine stops and the drop-off`() {
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
