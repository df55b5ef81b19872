import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import HTTPMessages
import MapCanvas
import ProviderBackend
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A booking` {
  private let here = Coordinate(latitude: 45.5, longitude: 9.2)

  @Test func `A booking takes a pickup, a stop and a drop-off, shows the ride and books it`() throws
  {
    var booking = SampleBooking()
    #expect(booking.commands == [.readVehicles])
    #expect(booking.state.step == .choosingPickup)
    booking.press(.enter)
    #expect(booking.state.step == .choosingDropoff)
    // Without a move the place that was given is taken as it is.
    #expect(booking.state.pickup == SampleBooking.near)
    booking.press(.right, .shift)
    booking.press("v")
    booking.press(.down, .shift)
    let dropoff = try #require(booking.state.cursorPlace)
    booking.press(.enter)
    #expect(booking.state.step == .preview)
    let request = try #require(booking.state.request)
    #expect(request.pickup == SampleBooking.near)
    #expect(request.stops.count == 1)
    #expect(request.dropoff == dropoff)
    #expect(booking.press(.enter) == [.book(request)])
    #expect(booking.state.step == .booking)
    let name = try TripName(parsing: SampleBooking.name)
    #expect(booking.apply(.booked(.success(name))) == [.finish(name)])
  }

  @Test func `A booking whose places are given is booked immediately`() throws {
    let request = try RideRequest(pickup: here, dropoff: SampleBooking.near, isShared: true)
    let booking = SampleBooking(request: request)
    #expect(booking.commands == [.readVehicles, .book(request)])
    #expect(booking.state.step == .booking)
    #expect(booking.state.isShared)
  }

  @Test func `A booking steps back through the chosen places`() throws {
    var booking = SampleBooking(.preview)
    let state = booking.state
    booking.press(.backspace)
    #expect(booking.state.step == .choosingDropoff)
    #expect(booking.state.dropoff == nil)
    #expect(booking.state.cursorPlace == state.dropoff)
    booking.press("b")
    #expect(booking.state.stops.isEmpty)
    #expect(booking.state.cursorPlace == state.stops.first)
    booking.press(.backspace)
    #expect(booking.state.step == .choosingPickup)
    #expect(booking.state.cursorPlace == state.pickup)
    #expect(booking.press(.backspace).isEmpty)
    #expect(booking.state.step == .choosingPickup)
  }

  @Test(arguments: [(1, 0), (0, 1), (-1, 0), (0, -1)])
  func `A booking pans the map when the cursor nears its edge`(_ columns: Int, rows: Int) throws {
    var booking = SampleBooking()
    let first = try #require(booking.state.cursorPlace)
    let area = booking.state.layout.map
    let key: Key = columns > 0 ? .right : columns < 0 ? .left : rows > 0 ? .down : .up
    var panned = 0
    for _ in 0..<100 {
      panned += booking.press(key).count
      let cursor = booking.state.cursor
      #expect((4...(area.columns - 5)).contains(cursor.column))
      #expect((2...(area.rows - 3)).contains(cursor.row))
    }
    #expect(panned > 50)
    // A hundred steps are a hundred cells of the world, wherever the map went.
    let camera = try #require(booking.state.map?.camera)
    let cell = camera.metersPerDot * (columns == 0 ? 4 : 2)
    let place = try #require(booking.state.cursorPlace)
    #expect(abs(first.meters(to: place) - 100 * cell) < 3 * cell)
    for _ in 0..<100 { booking.press(Self.opposite(key)) }
    #expect(try #require(booking.state.cursorPlace).meters(to: first) < 2 * cell)
  }

  private static func opposite(_ key: Key) -> Key {
    switch key {
    case .right: .left
    case .left: .right
    case .up: .down
    default: .up
    }
  }

  @Test func `A booking keeps the cursor's place during zooms and resizes`() throws {
    var booking = SampleBooking()
    booking.press("L")
    let place = try #require(booking.state.cursorPlace)
    for _ in 0..<6 { booking.press("+") }
    #expect(booking.state.cursorPlace == place)
    for size in [(120, 40), (40, 12), (10, 3), (80, 24)] {
      let place = booking.state.cursorPlace
      booking.apply(.input(.resize(GridSize(columns: size.0, rows: size.1))))
      #expect(
        place == nil || booking.state.cursorPlace == nil || booking.state.cursorPlace == place)
    }
    #expect(booking.state.cursorPlace != nil)
  }

  @Test func `A booking's map starts at the vehicles unless a place is given or the map has moved`()
    throws
  {
    var booking = SampleBooking(start: nil)
    #expect(booking.state.map?.camera?.zoom == 0)
    booking.see([])
    #expect(booking.state.map?.camera?.zoom == 0)
    booking.see([(48.2, 16.3), (48.3, 16.4)])
    let camera = try #require(booking.state.map?.camera)
    // In the middle of the part of the map that the panel does not cover.
    let place = try #require(booking.state.cursorPlace)
    #expect(place.meters(to: Coordinate(latitude: 48.25, longitude: 16.35)) < 1_000)
    booking.see([(0, 0)])
    #expect(booking.state.map?.camera == camera)
    var told = SampleBooking()
    told.see([(48.2, 16.3)])
    #expect(told.state.cursorPlace == SampleBooking.near)
    var moved = SampleBooking(start: nil)
    moved.press("l")
    moved.see([(48.2, 16.3)])
    #expect(moved.state.map?.camera?.zoom == 0)
  }

  @Test func `A booking refuses the same place twice in a row and more than nine stops`() {
    var booking = SampleBooking()
    booking.press("v")
    #expect(booking.state.notice?.text == ViewerText.pickupFirst)
    booking.press(.enter)
    booking.press(.enter)
    #expect(booking.state.step == .choosingDropoff)
    #expect(booking.state.notice?.text == ViewerText.samePlace)
    for number in 1...9 {
      booking.press("l")
      booking.press("v")
      #expect(booking.state.notice?.text == ViewerText.stopAdded(number, .standard))
      booking.press("v")
    }
    booking.press("l")
    booking.press("v")
    #expect(booking.state.notice?.text == ViewerText.noMoreStops(9))
    #expect(booking.state.stops.count == 9)
    booking.press(.enter)
    #expect(booking.state.request?.stops.count == 9)
  }

  @Test func `A booking accepts no place while a cell of the map is too wide`() {
    var booking = SampleBooking(start: nil)
    booking.press(.enter)
    #expect(booking.state.step == .choosingPickup)
    #expect(booking.state.notice?.text.hasPrefix("Zoom in first (+): a cell is ") == true)
    for _ in 0..<24 { booking.press("+") }
    booking.press(.enter)
    #expect(booking.state.step == .choosingDropoff)
  }

  @Test func `A booking is either shared or has stops`() {
    var booking = SampleBooking()
    booking.press("S")
    #expect(booking.state.isShared)
    booking.press(.enter)
    booking.press("L")
    booking.press("v")
    #expect(booking.state.notice?.text == ViewerText.sharedHasNoStops)
    #expect(booking.state.stops.isEmpty)
    booking.press("S")
    booking.press("v")
    booking.press("S")
    #expect(!booking.state.isShared)
    #expect(booking.state.stops.count == 1)
  }

  @Test func `A booking can be retried or changed after a failure`() throws {
    var booking = SampleBooking(.failed)
    let request = try #require(booking.state.request)
    #expect(booking.press("r") == [.book(request)])
    booking.apply(.booked(.failure(SampleBooking.unreachable)))
    #expect(booking.press(.enter) == [.book(request)])
    #expect(booking.press(.enter).isEmpty)
    #expect(booking.press(.backspace).isEmpty)
    #expect(booking.state.step == .booking)
    booking.apply(.booked(.failure(SampleBooking.unreachable)))
    booking.press(.backspace)
    #expect(booking.state.step == .preview)
    #expect(booking.state.request == request)
  }

  @Test(arguments: SampleBooking.Moment.allCases)
  func `A booking can be quit at every step`(_ moment: SampleBooking.Moment) {
    var booking = SampleBooking(moment)
    #expect(booking.press("q") == [.screen(.quit)])
    #expect(booking.press(.character("c"), .control) == [.screen(.interrupt)])
    #expect(booking.apply(.input(.endOfInput)) == [.screen(.quit)])
    #expect(booking.press(.character("l"), .control) == [.screen(.redraw)])
    booking.press("?")
    #expect(booking.state.openHelp?.page == 0)
    #expect(booking.press("q").isEmpty)
    #expect(booking.state.openHelp?.page == nil)
  }

  @Test func `A booking accepts no place and books no ride that cannot be seen`() {
    var booking = SampleBooking(columns: 30, rows: 8)
    booking.press(.enter)
    #expect(booking.state.step == .choosingPickup)
    for key in ["h", "L", "+", "f", "w", "v", "b"] { booking.press(Character(key)) }
    #expect(booking.state.step == .choosingPickup)
    var ready = SampleBooking(.preview)
    ready.apply(.input(.resize(GridSize(columns: 20, rows: 5))))
    #expect(ready.press(.enter).isEmpty)
    #expect(ready.state.step == .preview)
  }

  @Test func `The mouse moves a booking's cursor, drags the map and zooms`() {
    var booking = SampleBooking()
    let area = booking.state.layout.map
    let point = GridPoint(column: area.minColumn + 7, row: area.minRow + 3)
    func mouse(_ action: MouseEvent.Action, _ point: GridPoint) -> ScreenEvent<BookingNews> {
      .input(.mouse(MouseEvent(action, at: point)))
    }
    booking.apply(mouse(.press, point))
    booking.apply(mouse(.release, point))
    #expect(booking.state.cursor == GridPoint(column: 7, row: 3))
    let place = booking.state.cursorPlace
    booking.apply(mouse(.wheelUp, point))
    #expect(booking.state.map?.camera?.zoom == 12.5)
    #expect(booking.state.cursorPlace == place)
    booking.state.cursor = GridPoint(column: 7, row: 3)
    booking.apply(mouse(.press, point))
    let next = GridPoint(column: point.column + 2, row: point.row + 1)
    #expect(booking.apply(mouse(.drag, next)) == [.pan(columns: -2, rows: -1)])
    booking.apply(mouse(.release, next))
    #expect(booking.state.cursor == GridPoint(column: 9, row: 4))
    let outside = GridPoint(column: 79, row: 0)
    booking.apply(mouse(.press, outside))
    #expect(booking.apply(mouse(.release, outside)).isEmpty)
    #expect(booking.apply(mouse(.wheelDown, outside)).isEmpty)
  }

  @Test func `A booking moves the cursor to the user's location if it is known`() {
    var booking = SampleBooking(myLocation: here)
    booking.press("H")
    booking.press("w")
    #expect(booking.state.cursorPlace == here)
    booking.press(.enter)
    #expect(booking.state.pickup == here)
    var lost = SampleBooking()
    lost.press("w")
    #expect(lost.state.notice?.text == ViewerText.noMyLocation)
  }
}

@Suite(.limited) struct `A ride to book` {
  private let one = Coordinate(latitude: 45, longitude: 9)
  private let other = Coordinate(latitude: 46, longitude: 9)

  @Test func `A ride to book is refused if its places are invalid`() throws {
    typealias Problem = RideRequest.Problem
    #expect(throws: Problem.samePlace) { try RideRequest(pickup: one, dropoff: one) }
    #expect(throws: Problem.samePlace) {
      try RideRequest(pickup: one, stops: [other, other], dropoff: one)
    }
    #expect(throws: Problem.notOnEarth) {
      try RideRequest(pickup: one, dropoff: Coordinate(latitude: .nan, longitude: 0))
    }
    #expect(throws: Problem.sharedWithStops) {
      try RideRequest(pickup: one, stops: [other], dropoff: one, isShared: true)
    }
    let many = (0..<10).map { Coordinate(latitude: Double($0), longitude: 1) }
    #expect(throws: Problem.tooManyStops) {
      try RideRequest(pickup: one, stops: many, dropoff: other)
    }
    // There and back again is a ride.
    #expect(try RideRequest(pickup: one, stops: [other], dropoff: one).places.count == 3)
  }

  @Test func `A booking without a response warns that the ride may be booked anyway`() {
    let error = ProviderError(
      operation: "POST /trip/new", message: "x",
      cause: .transport(HTTPTransportError(.timedOut, detail: "10 s")))
    let failure = CallFailure(error, backend: "b")
    var booking = SampleBooking(.booking)
    booking.apply(.booked(.failure(failure)))
    #expect(booking.text.contains("Booking uncertain"))
    #expect(booking.text.contains("Trying again may book a second ride."))
    var view = SampleView(.new)
    view.state.ride.isOwnBooking = true
    view.press("X")
    view.press("y")
    view.apply(.cancelResult(failure))
    #expect(view.text.contains("The ride may be canceled."))
    #expect(failure.text.contains("may have carried out the request anyway"))
  }
}

@Suite(.limited) struct `Canceling a ride` {
  private func booked(_ moment: SampleView.Moment = .new) -> SampleView {
    var view = SampleView(moment)
    view.state.ride.isOwnBooking = true
    return view
  }

  @Test func `Canceling a ride requires confirmation with y`() {
    for key in [Key.escape, .enter, .character("n"), .character("q"), .character("X")] {
      var view = booked()
      #expect(view.press("X").isEmpty)
      #expect(view.state.layers == [.cancelQuestion])
      #expect(view.text.contains("Cancel this ride?"))
      #expect(view.press(key).isEmpty)
      #expect(view.state.layers.isEmpty)
      #expect(view.state.focus.notice?.text == ViewerText.rideKept)
    }
    var view = booked()
    view.press("X")
    #expect(view.press("y") == [.action(.cancelRide)])
    // Not twice while the backend is being asked.
    #expect(view.press("X").isEmpty)
    #expect(view.state.layers.isEmpty)
    #expect(view.apply(.cancelResult(nil)) == [.action(.refresh)])
    #expect(view.state.focus.notice?.text == ViewerText.canceled)
    view.answer(SampleRide.canceled)
    #expect(view.text.contains("TRIP CANCELED"))
    #expect(!view.state.ride.offersCancel)
  }

  @Test(arguments: [SampleView.Moment.complete, .canceled])
  func `Another ride can be booked once the ride is over`(moment: SampleView.Moment) {
    for (columns, rows) in [(120, 40), (80, 24)] {
      var view = SampleView(moment, columns: columns, rows: rows)
      #expect(view.press("b").isEmpty)
      view.state.ride.isOwnBooking = true
      #expect(view.text.contains("b Book again"))
      #expect(view.press("b") == [.action(.leave)])
      view.pass(4)
      view.apply(.tick)
      #expect(view.text.contains("b books again, e lists events, q quits."))
    }
    var view = booked()
    #expect(view.press("b").isEmpty)
    #expect(!view.text.contains("Book again"))
  }

  @Test func `Canceling a ride that is over shows that it is over`() {
    var view = booked(.complete)
    #expect(view.press("X").isEmpty)
    #expect(view.text.contains("The ride is already over."))
  }

  @Test func `Ctrl-C quits at the question whether to cancel`() {
    var view = booked()
    view.press("X")
    #expect(view.press(.character("c"), .control) == [.screen(.interrupt)])
  }

  @Test func `A failed cancellation shows the reason and can be retried`() {
    var view = booked()
    view.press("X")
    view.press("y")
    #expect(view.apply(.cancelResult(SampleBooking.unreachable)).isEmpty)
    #expect(view.text.contains("The ride was not canceled."))
    view.press("X")
    #expect(view.state.layers == [.cancelQuestion])
  }

  @Test func `Canceling a ride is offered only for a ride booked here that is not over`() {
    var view = SampleView(.new)
    view.press("X")
    #expect(view.state.layers.isEmpty)
    #expect(!view.text.contains("Cancel ride"))
    #expect(booked().text.contains("X Cancel ride"))
    #expect(!booked(.complete).text.contains("X Cancel ride"))
  }

  @Test func `Canceling a ride that has just ended does nothing`() {
    var view = booked()
    view.press("X")
    view.answer(SampleRide.canceled)
    #expect(view.press("y").isEmpty)
  }
}
