import CellGrid
import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The card of a trip in a list` {
  private static let sizes = [(40, 12), (80, 24), (120, 40), (160, 45), (200, 60)]

  private static func list(
    _ count: Int, columns: Int, rows: Int, glyphs: GlyphLevel = .full
  ) -> SampleTripList {
    var list = SampleTripList(.empty, columns: columns, rows: rows, glyphs: glyphs)
    for number in 0..<count { list.add("ride-\(number)", SampleRide.toStop, age: 2) }
    list.arrange()
    return list
  }

  /// A part of a frame as text.
  private static func text(_ frame: Frame, in rect: Rect) -> String {
    var part = Frame(size: rect.size)
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        part[column, row] = frame[rect.minColumn + column, rect.minRow + row]
      }
    }
    return SampleView.text(part)
  }

  /// Returns the text of the card, or no lines without one.
  private static func card(_ list: SampleTripList) -> String {
    text(list.frame, in: list.state.parts.preview)
  }

  @Test func `The selected trip of a list has a card with its status, rail, times and vehicle`() {
    var list = SampleTripList(.mixed, columns: 120, rows: 40)
    list.press("G")
    list.press("k")
    let card = Self.card(list)
    for text in [
      "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "● LIVE 0s", "ON THE WAY TO PICKUP", "P Pickup",
      "14:36", "D Drop-off", "14:52", "demo-vehicle-1", "1.1 km", "━",
    ] { #expect(card.contains(text), "\(text) in\n\(card)") }
    // Another trip, another card.
    list.press("k")
    #expect(Self.card(list).contains("ride-opening"))
    #expect(Self.card(list).contains(ViewerText.noResponse))
  }

  @Test func `The card of a trip in a list says what is wrong with it`() {
    var list = SampleTripList(.mixed, columns: 120, rows: 40)
    #expect(Self.card(list).contains("refused this token"))
    list.press("j")
    #expect(Self.card(list).contains("has no trip"))
    list.press("j")
    #expect(Self.card(list).contains("No response for 42 s."))
    list.press("j")
    #expect(Self.card(list).contains("The vehicle has not reported for 75 s."))
  }

  @Test func `The card of a trip in a list says how late the ride is`() {
    var list = Self.list(1, columns: 120, rows: 40)
    list.change("ride-0") { trip in
      guard var first = trip.trip else { return }
      first.dropoffTime = first.eta(at: .dropoff).map { $0 - .seconds(180) }
      trip.polling.promised.note(first)
    }
    #expect(Self.card(list).contains("3 min late"))
  }

  @Test(arguments: sizes, [0, 1, 6, 200])
  func `The card of a trip takes only rows that the list leaves`(
    _ size: (columns: Int, rows: Int), count: Int
  ) {
    let list = Self.list(count, columns: size.columns, rows: size.rows)
    let canvas = list.canvas(notes: DrawingNotes())
    let parts = canvas.parts
    #expect(canvas.notes?.misfits == [])
    guard parts.preview.rows > 0 else { return }
    #expect(count > 0 && parts.listRows >= count)
    #expect(parts.preview.minRow > parts.list.minRow + count)
    #expect(parts.preview.maxRow <= size.rows - 2)
    #expect(parts.preview.maxColumn < size.columns)
  }

  @Test func `A long list of trips and a small screen have no card`() {
    #expect(Self.list(200, columns: 200, rows: 60).state.parts.preview.rows == 0)
    #expect(Self.list(6, columns: 40, rows: 12).state.parts.preview.rows == 0)
    #expect(Self.list(0, columns: 200, rows: 60).state.parts.preview.rows == 0)
    #expect(Self.list(1, columns: 80, rows: 24).state.parts.preview.rows > 0)
    #expect(Self.list(6, columns: 120, rows: 40).state.parts.preview.rows > 0)
  }

  @Test(arguments: sizes, [0, 3, 40])
  func `The card of a trip with any number of stops has its pickup and its drop-off`(
    _ size: (columns: Int, rows: Int), stops: Int
  ) {
    var list = Self.list(1, columns: size.columns, rows: size.rows)
    list.change("ride-0") {
      $0.trip?.intermediateDestinations = Array(
        repeating: TerminalLocation(point: SampleRide.stop), count: stops)
    }
    guard list.state.parts.preview.rows > 0 else { return }
    let card = Self.card(list)
    #expect(card.contains("Pickup") && card.contains("Drop-off"), "\(card)")
    #expect(list.canvas(notes: DrawingNotes()).notes?.misfits == [])
  }

  @Test(arguments: GlyphLevel.allCases, sizes)
  func `The card of a trip shows hostile names without control characters and within its edges`(
    _ glyphs: GlyphLevel, _ size: (columns: Int, rows: Int)
  ) {
    var list = SampleTripList(.empty, columns: size.columns, rows: size.rows, glyphs: glyphs)
    list.settings.theme = .mono
    list.addHostileTrip()
    list.arrange()
    let canvas = list.canvas(notes: DrawingNotes())
    #expect(canvas.notes?.misfits == [])
    let text = SampleView.text(canvas.frame)
    let controls = text.unicodeScalars.filter { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" }
    #expect(controls.isEmpty)
    let others = text.unicodeScalars.filter { !$0.isASCII }
    if glyphs == .ascii { #expect(others.isEmpty) }
    let rect = canvas.parts.preview
    guard rect.rows > 0 else { return }
    let edge = glyphs == .full || glyphs == .block ? "│" : "|"
    for column in [rect.minColumn, rect.maxColumn - 1] {
      let cell = Rect(column: column, row: rect.minRow + 1, columns: 1, rows: 1)
      #expect(Self.text(canvas.frame, in: cell) == edge + "\n")
    }
  }

  @Test func `A click on a trip's card in a list opens the trip`() {
    var list = Self.list(3, columns: 120, rows: 40)
    list.press("j")
    let rect = list.state.parts.preview
    let opened = list.click(row: rect.minRow + 2, column: rect.minColumn + 2)
    #expect(opened == [.open("providers/demo-project/trips/ride-1")])
  }

  @Test func `A vehicle without a trip has no card`() {
    var list = SampleTripList(.served, columns: 120, rows: 60)
    let card = Self.card(list)
    #expect(card.contains("ride-1"))
    while list.state.selectedTrip?.vehicle == nil { list.press("j") }
    #expect(Self.card(list).split(whereSeparator: \.isWhitespace).isEmpty)
  }

  @Test func `The rail of a listed trip knows the longest way that its list has seen`() throws {
    var list = Self.list(0, columns: 120, rows: 40)
    list.add("ride-0", SampleRide.toPickup)
    list.change("ride-0") {
      $0.trip?.remainingDistanceMeters = 300
      $0.trip?.remainingWaypoints[0].distanceMeters = 300
    }
    let trip = try #require(list.state.trips.first)
    #expect(trip.legMeters[.approach] == 1_100)
    let rail = Rail(try #require(trip.trip), legMeters: trip.ride(at: list.now).legMeters)
    #expect(rail.vehicle?.done ?? 0 > 0.5)
  }
}
