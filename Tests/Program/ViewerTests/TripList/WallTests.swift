import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The wall of a list of trips` {
  private static let milan = Coordinate(latitude: 45.464, longitude: 9.19)
  private static let sizes = [(40, 12), (80, 24), (120, 40), (160, 45), (200, 60)]

  private static func place(_ number: Int) -> Coordinate {
    milan.destination(bearing: 90, meters: Double(number * 37 % 4_000))
      .destination(bearing: 0, meters: Double(number * 91 % 3_000))
  }

  /// A wall of trips in good order.
  private static func wall(
    _ count: Int, columns: Int = 160, rows: Int = 45, glyphs: GlyphLevel = .full
  ) -> SampleTripList {
    var list = SampleTripList(.empty, columns: columns, rows: rows, glyphs: glyphs)
    list.state.map = MapSnapshot(isAutoCamera: false)
    for number in 0..<count {
      var trip = SampleRide.toPickup
      trip.vehicleID = "car-\(number)"
      trip.lastLocation?.location = place(number)
      list.add("ride-\(number)", trip, age: 2)
    }
    list.arrange()
    list.press("w")
    look(&list)
    return list
  }

  private static func look(_ list: inout SampleTripList) {
    if let camera = list.state.nextCamera() { list.state.map?.camera = camera }
  }

  private static func fail(_ list: inout SampleTripList, _ id: String) {
    list.change(id) {
      $0.polling.lastError = SampleView.denied
      $0.polling.consecutiveFailures = 1
    }
  }

  private static func text(_ list: SampleTripList, in rect: Rect) -> String {
    let frame = list.frame
    var part = Frame(size: rect.size)
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        part[column, row] = frame[rect.minColumn + column, rect.minRow + row]
      }
    }
    return SampleView.text(part)
  }

  @Test func `The w key shows the wall of a list of trips, and list and map again`() {
    var list = Self.wall(6)
    #expect(list.state.view.shown == .wall)
    #expect(list.state.parts.map.columns == 160)
    #expect(list.state.parts.listCard != nil)
    list.press("w")
    #expect(list.state.parts.isBeside)
    // From the wall, the key of the parts begins again.
    list.press("w")
    list.press("z")
    #expect(list.state.view.shown == .both)
    var small = SampleTripList(.mixed, columns: 16, rows: 6)
    small.state.map = MapSnapshot(isAutoCamera: false)
    small.press("w")
    #expect(small.state.notice?.text == ViewerText.noMapHere)
    var plain = SampleTripList(.mixed)
    #expect(plain.press("w").isEmpty)
    #expect(plain.state.view == TripListView())
  }

  @Test(arguments: sizes, [0, 1, 6, 200])
  func `The cards of a wall are on its map and do not cover each other`(
    _ size: (columns: Int, rows: Int), count: Int
  ) {
    var list = Self.wall(count, columns: size.columns, rows: size.rows)
    for number in 0..<min(6, count) { Self.fail(&list, "ride-\(number)") }
    let canvas = list.canvas(notes: DrawingNotes())
    let parts = canvas.parts
    #expect(canvas.notes?.misfits == [])
    let cards = [parts.listCard].compactMap(\.self) + parts.worstCards
    for (number, card) in cards.enumerated() {
      #expect(card.intersection(parts.map) == card)
      #expect(!cards[..<number].contains { $0.overlaps(card) })
    }
    #expect(parts.worstCards.count <= min(4, count))
    if let card = parts.listCard {
      #expect(parts.list.intersection(card) == parts.list)
      // The map is what a wall is about.
      let covered = cards.reduce(0) { $0 + $1.columns * $1.rows }
      #expect(covered * 3 <= parts.map.columns * parts.map.rows * 2)
    }
  }

  @Test func `A small wall is the map alone`() {
    let list = Self.wall(6, columns: 60, rows: 18)
    #expect(list.state.parts.listCard == nil && list.state.parts.map.rows > 10)
    #expect(list.state.parts.listRows == 0)
  }

  @Test func `The cards of a wall are those of the four worst trips, with the reasons`() {
    var list = Self.wall(12)
    #expect(list.state.worst.isEmpty && list.state.parts.worstCards.isEmpty)
    list.change("ride-5") { trip in
      guard var first = trip.trip else { return }
      first.pickupTime = first.eta(at: .pickup).map { $0 - .seconds(720) }
      trip.polling.promised.note(first)
    }
    list.change("ride-7") { $0.trip?.lastLocation?.updateTime = SampleRide.wall - .seconds(75) }
    Self.fail(&list, "ride-9")
    let cards = list.state.parts.worstCards
    #expect(cards.count == 3)
    let texts = cards.map { Self.text(list, in: $0) }
    #expect(texts[0].contains("ride-9") && texts[0].contains("refused this token"))
    #expect(texts[1].contains("ride-7") && texts[1].contains("No report for 75 s."))
    #expect(texts[2].contains("ride-5") && texts[2].contains("12 min late"))
    for text in texts {
      #expect(
        text.contains("TO PICKUP") && text.contains("car-") && text.contains("14:36"), "\(text)")
      #expect(text.contains("━"))
    }
    for number in 0..<12 { Self.fail(&list, "ride-\(number)") }
    #expect(list.state.parts.worstCards.count == 4)
  }

  @Test func `A click on a card of a wall selects its trip, and another opens it`() throws {
    var list = Self.wall(30)
    Self.fail(&list, "ride-9")
    Self.fail(&list, "ride-20")
    let card = try #require(list.state.parts.worstCards.last)
    #expect(list.click(row: card.minRow + 2, column: card.minColumn + 4).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-20")
    let opened = list.click(row: card.minRow + 2, column: card.minColumn + 4)
    #expect(opened == [.open("providers/demo-project/trips/ride-20")])
    // So do the rows of the list; the map below the cards does not move.
    let row = list.state.parts.list
    #expect(list.click(row: row.minRow + 3, column: row.minColumn + 4).isEmpty)
    #expect(list.state.selectedLine == list.state.top + 3)
    let camera = list.state.view.camera
    list.apply(
      .mouse(MouseEvent(.wheelDown, at: GridPoint(column: row.minColumn + 4, row: row.minRow))))
    #expect(list.state.view.camera == camera)
  }

  @Test(arguments: sizes) func `The camera of a wall frames the vehicles next to the cards`(
    _ size: (columns: Int, rows: Int)
  ) {
    guard size.columns >= 120 else { return }
    var list = Self.wall(20, columns: size.columns, rows: size.rows)
    Self.fail(&list, "ride-3")
    list.press("f")
    Self.look(&list)
    guard let camera = list.state.map?.camera else { return }
    let parts = list.state.parts
    let viewport = Viewport(camera: camera, rect: parts.map)
    let cards = [parts.listCard].compactMap(\.self) + parts.worstCards
    for vehicle in list.state.vehicles {
      let cell = viewport.cell(of: vehicle.place)
      #expect(cell.map { cell in !cards.contains { $0.contains(cell) } } ?? false)
    }
  }

  @Test(arguments: GlyphLevel.allCases, sizes)
  func `A wall shows hostile names without control characters and within its cards`(
    _ glyphs: GlyphLevel, _ size: (columns: Int, rows: Int)
  ) {
    var list = Self.wall(0, columns: size.columns, rows: size.rows, glyphs: glyphs)
    list.settings.theme = .mono
    for number in 0..<5 { list.addHostileTrip(number) }
    list.arrange()
    Self.look(&list)
    let canvas = list.canvas(notes: DrawingNotes())
    #expect(canvas.notes?.misfits == [])
    let text = SampleView.text(canvas.frame)
    let controls = text.unicodeScalars.filter { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" }
    #expect(controls.isEmpty)
    let others = text.unicodeScalars.filter { !$0.isASCII }
    if glyphs == .ascii { #expect(others.isEmpty) }
  }

  private static func counts(_ list: SampleTripList) throws -> [Int] {
    try #require(list.state.markers(list.settings)).markers.map { marker in
      if case .vehicles(let count) = marker.glyph { count } else { 1 }
    }
  }

  @Test func `More than fifty vehicles on the map of a list share markers where they are close`()
    throws
  {
    let few = try Self.counts(Self.wall(50, columns: 120, rows: 40))
    let many = try Self.counts(Self.wall(51, columns: 120, rows: 40))
    #expect(few.reduce(0, +) == 50 && many.reduce(0, +) == 51)
    #expect(many.count < few.count * 2 / 3)
  }

  @Test func `A click on the marker of several vehicles zooms in and opens no trip`() throws {
    var list = Self.wall(200, columns: 120, rows: 40)
    let camera = try #require(list.state.map?.camera)
    let markers = try #require(list.state.markers(list.settings)).markers
    let shared = markers.filter { if case .vehicles = $0.glyph { true } else { false } }
    let viewport = Viewport(camera: camera, rect: list.state.parts.map)
    let cards = [list.state.parts.listCard].compactMap(\.self) + list.state.parts.worstCards
    let cell = try #require(
      shared.compactMap { viewport.cell(of: $0.coordinate) }.first { cell in
        !cards.contains { $0.inset(columns: -3, rows: 0).contains(cell) }
      })
    for _ in 0..<2 {
      let zoom = try #require(list.state.view.camera ?? list.state.map?.camera).zoom
      let commands = list.click(row: cell.row, column: cell.column)
      guard case .look(let camera)? = commands.first else {
        Issue.record("\(commands)")
        return
      }
      #expect(commands.count == 1 && camera.zoom == zoom + 2)
    }
  }

  @Test func `Zooming in separates the vehicles of a crowded map`() throws {
    var list = Self.wall(200, columns: 120, rows: 40)
    let before = try Self.counts(list)
    #expect(before.reduce(0, +) == 200 && before.contains { $0 > 5 })
    for _ in 0..<6 {
      list.press("+")
      list.state.map?.camera = list.state.view.camera
    }
    let after = try Self.counts(list)
    #expect(!after.isEmpty && after.allSatisfy { $0 <= 2 }, "\(after)")
  }
}
