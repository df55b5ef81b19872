import CellGrid
import ConsumerMap
import Geo
import TestSupport
import Testing
import VectorTiles

@testable import Viewer

@Suite(.limited) struct `The search for a place` {
  private static let near = SampleBooking.near

  private static let names = [
    ("Rue de la Clé", 45.465, 9.191, 35.0), ("Place de la Cité", 45.466, 9.192, 60),
    ("Clémentine", 45.467, 9.193, 90), ("Via Manin", 45.468, 9.194, 120),
  ].map {
    NamedPlace(
      name: $0.0, featureClass: .street, coordinate: Coordinate(latitude: $0.1, longitude: $0.2),
      meters: $0.3)
  }

  private func opened(columns: Int = 80, rows: Int = 24) -> SampleBooking {
    var booking = SampleBooking(columns: columns, rows: rows)
    #expect(booking.press("/") == [.readNames])
    booking.apply(.names(.success(Self.names)))
    return booking
  }

  private func type(_ text: String, in booking: inout SampleBooking) {
    for letter in text { booking.press(letter) }
  }

  @Test func `The search lists all names, the nearest first, until something is typed`() throws {
    let booking = opened()
    let search = try #require(booking.state.search)
    #expect(search.matches.map(\.name) == Self.names.map(\.name))
    #expect(booking.text.contains("Rue de la Clé"))
  }

  @Test func `The search ignores case and accents and prefers the beginnings of names and words`()
    throws
  {
    var booking = opened()
    type("CLE", in: &booking)
    #expect(
      try #require(booking.state.search).matches.map(\.name) == ["Clémentine", "Rue de la Clé"])
    type("x", in: &booking)
    #expect(try #require(booking.state.search).matches.isEmpty)
    #expect(booking.text.contains("No name near the map's center matches."))
    // Enter stays where nothing matches.
    booking.press(.enter)
    #expect(booking.state.search != nil)
  }

  @Test func `The search puts the cursor on the chosen street, which Enter then chooses`() throws {
    var booking = opened()
    type("cl", in: &booking)
    booking.press(.down)
    booking.press(.enter)
    #expect(booking.state.search == nil)
    #expect(booking.state.cursorPlace == Self.names[0].coordinate)
    booking.press(.enter)
    #expect(booking.state.pickup == Self.names[0].coordinate)
  }

  @Test func `The search goes to typed coordinates`() throws {
    var booking = opened()
    type("45.4703, 9.2011", in: &booking)
    #expect(booking.text.contains("Enter goes to this place"))
    booking.press(.enter)
    #expect(booking.state.cursorPlace == Coordinate(latitude: 45.4703, longitude: 9.2011))
  }

  @Test func `A click on a match of the search goes there, and one elsewhere closes the search`()
    throws
  {
    var booking = opened()
    let row = try #require(booking.frame.rows.firstIndex { $0.contains("Via Manin") })
    booking.click(column: 5, row: row)
    #expect(booking.state.search == nil)
    #expect(booking.state.cursorPlace == Self.names[3].coordinate)
    booking = opened()
    // The line itself is a part of it.
    booking.click(column: 5, row: 23)
    #expect(booking.state.search != nil)
    booking.click(column: 5, row: 4)
    #expect(booking.state.search == nil)
    #expect(booking.state.cursorPlace == Self.near)
  }

  @Test(arguments: ["escape", "backspace"])
  func `The search closes without a change by Esc, or by Backspace in an empty line`(key: String) {
    var booking = opened()
    let place = booking.state.cursorPlace
    booking.press(key == "escape" ? .escape : .backspace)
    #expect(booking.state.search == nil)
    #expect(booking.state.cursorPlace == place)
  }

  @Test(arguments: [
    "45.4703,9.2011", " 45.4703  9.2011\n", "geo:45.4703,9.2011?z=17", "(45.4703, 9.2011)",
    "https://maps.example/@45.4703,9.2011,15z", "lat 45.4703 / lng 9.2011",
  ]) func `Pasted coordinates move the cursor to their place`(text: String) {
    var booking = SampleBooking()
    booking.apply(.input(.paste(text)))
    #expect(booking.state.cursorPlace == Coordinate(latitude: 45.4703, longitude: 9.2011))
    #expect(booking.state.search == nil)
  }

  @Test(arguments: ["Rue de la Clé 12", "95.1, 200.5", "--", "", "1e999,2.0"])
  func `A pasted text without coordinates opens the search with it`(text: String) throws {
    var booking = SampleBooking()
    let place = booking.state.cursorPlace
    #expect(booking.apply(.input(.paste(text))) == [.readNames])
    #expect(try #require(booking.state.search).editor.text == text)
    #expect(booking.state.cursorPlace == place)
  }

  @Test func `A paste is ignored while no place is chosen`() {
    var booking = SampleBooking(.preview)
    let state = booking.state
    booking.apply(.input(.paste("45.4703, 9.2011")))
    #expect(booking.state.search == nil)
    #expect(booking.state.places == state.places)
    #expect(booking.state.notice?.text == ViewerText.pasteIgnored)
  }

  @Test func `The search says why names cannot be read, and still takes coordinates`() throws {
    var booking = SampleBooking()
    booking.press("/")
    #expect(booking.text.contains("Reading the map's names."))
    booking.apply(
      .names(.failure(TileSourceError(.unavailable, source: "tiles", reason: "No response."))))
    #expect(booking.text.contains("The map's names cannot be read: No response."))
    type("45.4703 9.2011", in: &booking)
    booking.press(.enter)
    #expect(booking.state.cursorPlace == Coordinate(latitude: 45.4703, longitude: 9.2011))
  }

  @Test(arguments: [(40, 10), (40, 12), (80, 24), (200, 60)])
  func `The search is drawn at every size with a map`(columns: Int, rows: Int) {
    var booking = opened(columns: columns, rows: rows)
    type("r", in: &booking)
    #expect(booking.frame.rows.last?.hasPrefix("/r") ?? false)
  }

  @Test func `The search strips control characters of a map's names`() throws {
    var booking = SampleBooking()
    booking.press("/")
    let hostile = NamedPlace(
      name: "\u{1B}[31mRed\u{202E}", featureClass: .street, coordinate: Self.near, meters: 1)
    booking.apply(.names(.success([hostile])))
    let name = try #require(booking.state.search?.matches.first?.name)
    #expect(!name.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
  }

  @Test func `The names of the demo's town are each listed once with their nearest place`()
    async throws
  {
    let town = try await MapScreen.demoCity()
    let store = TileStore(source: town, clock: ContinuousClock())
    let center = Coordinate(latitude: 45, longitude: -30)
    let names = try await store.names(around: center)
    #expect(names.count > 50)
    #expect(Set(names.map { "\($0.name) \($0.featureClass.isRoad)" }).count == names.count)
    #expect(names.map(\.meters) == names.map(\.meters).sorted())
    for place in names { #expect(abs(place.coordinate.meters(to: center) - place.meters) < 0.01) }
    let street = try #require(names.first { $0.name == "Rue de la Clé" })
    #expect(street.meters < 100)
    // Far away there is nothing.
    let none = try await store.names(around: Coordinate(latitude: -45, longitude: 100))
    #expect(none.isEmpty)
  }
}
