import CellGrid
import ConsumerMap
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The mouse` {
  /// Presses and releases the button at a cell.
  private func click(_ column: Int, _ row: Int, _ view: inout SampleView) -> [ViewCommand] {
    let point = GridPoint(column: column, row: row)
    view.apply(.input(.mouse(MouseEvent(.press, at: point))))
    return view.apply(.input(.mouse(MouseEvent(.release, at: point))))
  }

  /// Clicks a text that is seen on the screen.
  private func click(_ text: String, _ view: inout SampleView) throws -> [ViewCommand] {
    let rows = view.frame.rows
    let row = try #require(rows.lastIndex { $0.contains(text) })
    let start = try #require(rows[row].firstRange(of: text)).lowerBound
    return click(rows[row].distance(from: rows[row].startIndex, to: start), row, &view)
  }

  @Test(arguments: [
    ("a Auto", ViewCommand.action(.toggleAutoCamera)), ("+- Zoom", .zoom(steps: 0.5, at: nil)),
    ("- Zoom", .zoom(steps: -0.5, at: nil)), ("f Fit", .action(.fitTrip)),
    ("c Center", .action(.centerOnVehicle)),
    ("q Quit", .screen(.quit)),
  ]) func `A click on a hint of the key bar presses its key`(
    _ text: String, command: ViewCommand
  ) throws {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    #expect(try click(text, &view) == [command])
  }

  @Test(arguments: SampleView.Moment.allCases, [(120, 40), (80, 24), (40, 12), (20, 5)])
  func `Every hint of the key bar can be clicked`(_ moment: SampleView.Moment, size: (Int, Int)) {
    var view = SampleView(moment, columns: size.0, rows: size.1)
    let canvas = view.canvas()
    for area in canvas.hits { #expect(canvas.frame.bounds.intersection(area.rect) == area.rect) }
    let last = canvas.hits.filter { area in
      if case .key = area.target { area.rect.minRow >= size.1 - 3 } else { false }
    }
    #expect(last.count >= 2)
    #expect(last.contains { $0.target == .key("?") })
    // The smallest screens have it above their last row.
    guard let help = last.first(where: { $0.target == .key("?") }) else { return }
    _ = click(help.rect.minColumn, help.rect.minRow, &view)
    #expect(view.state.openHelp?.page == 0)
  }

  @Test func `A click opens help or the events, and a click elsewhere closes them`() throws {
    var view = SampleView(.pickup)
    _ = try click("? Help", &view)
    #expect(view.state.openHelp?.page == 0)
    _ = click(0, 0, &view)
    #expect(view.state.layers.isEmpty)
    _ = try click("e Events", &view)
    #expect(view.state.openList?.subject == .events)
    #expect(try click("14:32:07 on the way", &view).isEmpty)
    #expect(view.state.openList?.subject == .events)
    #expect(click(20, 5, &view).isEmpty)
    #expect(view.state.layers.isEmpty)
  }

  @Test
  func `A click on a listed place chooses it, and a click on the card's edge closes the card`()
    throws
  {
    var view = SampleView(.pickup)
    let stop = MarkerSubject(.intermediateDestination, stopNumber: 1, tripName: SampleView.tripName)
    #expect(try click("1 Stop 1", &view) == [.choose(stop)])
    view.state.showMarker(
      MarkerTap(subject: stop, isHandled: false, endsAutoCamera: false), now: view.now)
    #expect(view.state.cardMarker == stop)
    let vehicle = MarkerSubject(.tripVehicle, tripName: SampleView.tripName)
    #expect(try click("▸ Vehicle", &view) == [.choose(vehicle)])
    #expect(try click("Esc hides", &view).isEmpty)
    #expect(view.state.cardMarker == nil)
  }

  @Test func `A click on a card presses the key it shows and does not reach the map below`() throws
  {
    var view = SampleView(.denied)
    #expect(try click("r retry   d", &view) == [.action(.refresh)])
    #expect(try click("t reload token   r", &view) == [.action(.reloadToken)])
    #expect(try click("The server refused", &view).isEmpty)
    _ = try click("d details  ", &view)
    #expect(view.state.openList?.subject == .details(of: view.state.ride.tripName))
    _ = click(0, 2, &view)
    _ = try click("Esc hide", &view)
    #expect(view.state.focus.isCardHidden)
  }

  @Test func `A click answers the question whether to cancel the ride`() throws {
    var view = SampleView(.pickup)
    view.state.ride.isOwnBooking = true
    view.press("X")
    #expect(click(0, 0, &view).isEmpty)
    #expect(view.state.layers.isEmpty)
    view.press("X")
    #expect(try click("y Cancel", &view) == [.action(.cancelRide)])
  }

  @Test func `A click in the menu runs that action`() throws {
    var view = SampleView(.pickup)
    view.press(.enter)
    #expect(try click("fit whole trip", &view) == [.action(.fitTrip)])
    #expect(view.state.layers.isEmpty)
    view.press(.enter)
    let down = MouseEvent(.wheelDown, at: GridPoint(column: 30, row: 10))
    view.apply(.input(.mouse(down)))
    #expect(view.state.openList?.position.selected == 3)
  }

  @Test func `A click taps the map, and a double click centers it on the vehicle`() {
    var view = SampleView(.pickup)
    let point = GridPoint(column: 20, row: 10)
    #expect(click(20, 10, &view) == [.tap(at: point)])
    #expect(click(20, 10, &view) == [.action(.centerOnVehicle)])
    view.pass(1)
    #expect(click(20, 10, &view) == [.tap(at: point)])
    #expect(click(21, 10, &view) == [.tap(at: GridPoint(column: 21, row: 10))])
  }

  @Test func `The key m leaves the mouse to the terminal`() {
    var view = SampleView(.pickup)
    #expect(view.press("m") == [.screen(.setMouse(false))])
    #expect(view.text.contains("Mouse off: select text normally. m turns it on."))
    #expect(click(20, 10, &view).isEmpty)
    #expect(view.press("m") == [.screen(.setMouse(true))])
    #expect(!click(20, 10, &view).isEmpty)
  }

  @Test func `Repeated wheel events outside of a list keep the list open`() {
    var view = SampleView(.pickup)
    view.press("e")
    let moment = InputMoment(
      now: view.now, wall: view.wall, settings: view.settings, hits: view.canvas().hits)
    let turn = InputEvent.mouse(MouseEvent(.wheelDown, at: GridPoint(column: 300, row: 10)))
    for _ in 0..<200 { #expect(view.state.apply(.input(turn), at: moment).isEmpty) }
    #expect(view.state.openList?.subject == .events)
  }

  @Test func `Clicks choose the places of a booking and book the ride`() throws {
    var booking = SampleBooking()
    func click(_ column: Int, _ row: Int) -> [BookingCommand] {
      let point = GridPoint(column: column, row: row)
      booking.apply(.input(.mouse(MouseEvent(.press, at: point))))
      return booking.apply(.input(.mouse(MouseEvent(.release, at: point))))
    }
    func click(_ text: String) throws -> [BookingCommand] {
      let rows = booking.frame.rows
      let row = try #require(rows.lastIndex { $0.contains(text) })
      let start = try #require(rows[row].firstRange(of: text)).lowerBound
      return click(rows[row].distance(from: rows[row].startIndex, to: start), row)
    }
    _ = click(20, 8)
    #expect(booking.state.step == .choosingPickup)
    _ = click(20, 8)
    #expect(booking.state.step == .choosingDropoff)
    booking.pass(5)
    _ = click(30, 12)
    _ = try click("Enter Drop-off")
    #expect(booking.state.step == .preview)
    let request = try #require(booking.state.request)
    #expect(try click("Enter Book") == [.book(request)])
    booking.press("?")
    #expect(booking.state.openHelp?.page == 0)
    _ = click(0, 0)
    #expect(booking.state.openHelp?.page == nil)
  }
}
