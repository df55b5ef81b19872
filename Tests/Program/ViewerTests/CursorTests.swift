import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

/// The line with the terminal's cursor is read by screen readers.
@Suite(.limited) struct `The terminal's cursor` {
  /// The text from the cursor to the end of its row, or of its box.
  private func line(_ frame: Frame) -> String? {
    frame.cursor.map { cursor in
      let row = Array(frame.rows[cursor.row])[cursor.column...]
      return String(row.prefix { $0 != "│" })
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (30, 10), (40, 12)])
  func `The terminal's cursor reads a list of trips`(columns: Int, rows: Int) throws {
    var list = SampleTripList(.mixed, columns: columns, rows: rows)
    list.arrange()
    for _ in 0..<list.state.order.count {
      let trip = try #require(list.state.selectedTrip)
      let text = try #require(line(list.frame))
      #expect(text.contains(trip.tripID.description.suffix(4)), "\(text)")
      list.press(.down)
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (30, 10)])
  func `The terminal's cursor reads the menu`(columns: Int, rows: Int) throws {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    #expect(line(view.frame) == nil)
    view.press(.enter)
    for action in view.state.openMenu.prefix(12) {
      let text = try #require(line(view.frame))
      #expect(text.contains(action.text.prefix(8)), "\(text)")
      view.press(.down)
    }
    view.press(.escape)
    #expect(line(view.frame) == nil)
  }

  @Test(arguments: [(80, 24), (30, 5)])
  func `The terminal's cursor is behind what is typed to filter trips`(
    columns: Int, rows: Int
  ) throws {
    var list = SampleTripList(.mixed, columns: columns, rows: rows)
    list.arrange()
    for key in "/ri" { list.press(.character(key)) }
    let cursor = try #require(list.frame.cursor)
    #expect(Array(list.frame.rows[cursor.row])[..<cursor.column].suffix(3) == ["/", "r", "i"])
    list.press(.left)
    #expect(list.frame.cursor?.column == cursor.column - 1)
    list.settings.parksCursor = false
    #expect(list.frame.cursor != nil)
  }

  @Test func `The terminal's cursor is behind what is typed to filter the menu`() throws {
    var view = SampleView(.pickup)
    view.press(.enter)
    for key in "zoo" { view.press(.character(key)) }
    let cursor = try #require(view.frame.cursor)
    #expect(Array(view.frame.rows[cursor.row])[..<cursor.column].suffix(3) == ["z", "o", "o"])
  }

  @Test func `The terminal's cursor is on the place that a booking chooses`() throws {
    var booking = SampleBooking(.pickup)
    let start = try #require(booking.frame.cursor)
    booking.press(.right)
    let next = try #require(booking.frame.cursor)
    #expect(next.column > start.column && next.row == start.row)
    #expect(SampleBooking(.preview).frame.cursor == nil)
  }

  @Test func `The terminal's cursor is not on what a box covers`() throws {
    var list = SampleTripList(.mixed)
    list.arrange()
    list.press(.character("?"))
    #expect(list.frame.cursor == nil)
    list.press(.escape)
    list.settings.parksCursor = false
    #expect(list.frame.cursor == nil)
  }
}
