import RidesharingConsumer
import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

/// The same input on a ride, a list and a booking.
@Suite(.limited) struct `A layer` {
  enum Kind: CaseIterable { case ride, list, booking }

  private static let settings = ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 0))

  /// A screen of any kind, and its input.
  private struct Stage<State: ScreenState> {
    var state: State

    private func moment(_ hits: [HitArea] = []) -> InputMoment {
      InputMoment(now: .seconds(100), wall: SampleRide.wall, settings: settings, hits: hits)
    }

    var canvas: Canvas<State> {
      Canvas(state: state, settings: settings, now: .seconds(100), wall: SampleRide.wall).drawn()
    }

    var text: String { SampleView.text(canvas.frame) }

    mutating func press(_ key: KeyPress) -> [State.Command] { state.press(key, at: moment()) }

    mutating func type(_ text: String) {
      for letter in text { #expect(press(KeyPress(letter)).isEmpty) }
    }

    mutating func apply(_ event: ScreenEvent<State.News>) -> [State.Command] {
      state.apply(event, at: moment(canvas.hits))
    }

    mutating func mouse(_ actions: MouseEvent.Action..., at point: GridPoint) -> [State.Command] {
      actions.flatMap { apply(.input(.mouse(MouseEvent($0, at: point)))) }
    }

    /// The first cell of a text on the screen.
    func place(of text: String) throws -> GridPoint {
      let rows = canvas.frame.rows
      let row = try #require(rows.firstIndex { $0.contains(text) })
      let range = try #require(rows[row].firstRange(of: text))
      return GridPoint(
        column: rows[row].distance(from: rows[row].startIndex, to: range.lowerBound), row: row)
    }

    var settings: ViewerSettings { `A layer`.settings }
  }

  private func on(_ kind: Kind, _ check: some Check) throws {
    switch kind {
    case .ride: try check.run(SampleView(.pickup).state)
    case .list:
      var list = SampleTripList(.mixed).state
      list.hasLog = true
      try check.run(list)
    case .booking:
      var booking = SampleBooking(.pickup).state
      booking.hasLog = true
      try check.run(booking)
    }
  }

  private protocol Check { func run(_ state: some ScreenState) throws }

  private struct Help: Check {
    func run(_ state: some ScreenState) throws {
      var stage = Stage(state: state)
      #expect(stage.press("?").isEmpty)
      let mouse = stage.state.mouse
      // Letters that are typed after the slash are no keys.
      stage.type("/menu")
      #expect(stage.state.openHelp?.search.query?.text == "menu")
      #expect(stage.press(.enter).isEmpty && stage.state.mouse == mouse)
      let help = try #require(stage.state.openHelp)
      let lines = stage.state.helpPages.page(help.page).joined()
      #expect(lines.contains { help.marks($0) })
      stage.type("n")
      #expect(stage.state.openHelp != nil)
      #expect(stage.press(.escape).isEmpty && stage.state.layers.isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func `A layer of help is searched on every screen, and its letters are no keys`(kind: Kind) throws
  { try on(kind, Help()) }

  private struct Menu: Check {
    func run<State: ScreenState>(_ state: State) throws {
      var stage = Stage(state: state)
      #expect(stage.press(.function(9)).isEmpty)
      #expect(stage.text.contains("> Type to filter"))
      stage.type("redraw")
      #expect(stage.press(.enter) == [.screen(.redraw)])
      #expect(stage.state.layers.isEmpty)
      #expect(stage.mouse(.rightPress, at: GridPoint(column: 2, row: 8)).isEmpty)
      _ = stage.apply(.input(.paste("next\u{1B} ")))
      #expect(stage.state.openList?.position.filter.needle == "next ")
      for _ in "next " { #expect(stage.press(.backspace).isEmpty) }
      #expect(!stage.state.layers.isEmpty)
      // In an empty line it closes the menu.
      #expect(stage.press(.backspace).isEmpty && stage.state.layers.isEmpty)
      _ = stage.press(.function(9))
      stage.type("theme")
      #expect(
        stage.mouse(.press, .release, at: try stage.place(of: "T  ")) == [.screen(.nextTheme)])
    }
  }

  @Test(arguments: Kind.allCases)
  func `A layer with the menu lists the actions of every screen, and runs one`(kind: Kind) throws {
    try on(kind, Menu())
  }

  private struct Log: Check {
    func run<State: ScreenState>(_ state: State) throws {
      var stage = Stage(state: state)
      #expect(stage.press(.function(2)) == [.screen(.log)])
      #expect(stage.apply(.log((0..<90).map { "line \($0)." })).isEmpty)
      #expect(stage.text.contains("line 89."))
      _ = stage.mouse(.wheelUp, at: GridPoint(column: 9, row: 9))
      #expect(!stage.text.contains("line 89.") && stage.text.contains("line 86."))
      #expect(stage.press(.home).isEmpty && stage.text.contains("line 0."))
      stage.type("/e 7")
      #expect(stage.press(.enter).isEmpty)
      #expect(stage.text.contains("line 7."))
      stage.type("n")
      #expect(stage.text.contains("line 70."))
      // The layer in front closes first.
      stage.type("?")
      #expect(stage.press(.escape).isEmpty && stage.state.openList != nil)
      #expect(stage.press(.function(2)).isEmpty && stage.state.layers.isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func `A layer with the log is shown, searched and closed on every screen`(kind: Kind) throws {
    try on(kind, Log())
  }

  private struct Prompt: Check {
    func run<State: ScreenState>(_ state: State) throws {
      var stage = Stage(state: state)
      stage.type(":units m")
      #expect(stage.press(.tab).isEmpty)
      #expect(stage.press(.enter) == [.screen(.setUnits(.miles))])
      stage.type(":x")
      #expect(stage.press(.enter).isEmpty)
      #expect(stage.text.contains("There is no command x. Tab shows all."))
      #expect(stage.mouse(.press, .release, at: GridPoint(column: 2, row: 6)).isEmpty)
      #expect(stage.state.layers.isEmpty)
      stage.type(":")
      #expect(stage.press(.up).isEmpty && stage.state.openPrompt?.editor.text == "x")
      for _ in 0..<2 { #expect(stage.press(.backspace).isEmpty) }
      #expect(stage.state.layers.isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func `A layer with the command line is the same on every screen`(kind: Kind) throws {
    try on(kind, Prompt())
  }

  @Test func `A layer is drawn from the back, and a click reaches only the one in front`() {
    var list = SampleTripList(.served)
    list.state.hasLog = true
    list.press("F")
    let row = list.frame.rows.firstIndex { $0.contains("ride-1") } ?? 0
    // Left of the menu is a trip, which a click must not open, nor a fault with its number.
    #expect(list.click(row: row, column: 1).isEmpty)
    #expect(list.state.layers.isEmpty)
    list.press("F")
    list.press(.function(1))
    #expect(list.state.layers.count == 1)
  }

  @Test func `A layer ignores a click on a line that is gone since it was drawn`() throws {
    var list = SampleTripList(.served)
    list.press("F")
    let hits = list.canvas().hits
    let hit = try #require(hits.last { if case .item = $0.target { true } else { false } })
    // Typed before the screen was drawn again.
    list.type("zzz")
    for action in [MouseEvent.Action.press, .release] {
      let moment = InputMoment(now: list.now, wall: list.wall, settings: list.settings, hits: hits)
      let event = MouseEvent(action, at: hit.rect.origin)
      #expect(list.state.apply(.input(.mouse(event)), at: moment).isEmpty)
    }
    #expect(list.state.openList?.subject == .faults)
  }

  @Test func `A layer over a booking keeps every key from the ride that is booked`() {
    var booking = SampleBooking(.preview)
    booking.state.hasLog = true
    booking.press(.function(2))
    booking.apply(.log(["one"]))
    let before = booking.state
    for key in [Key.enter, .backspace, .character("b"), .character("S"), .left, .character("r")] {
      #expect(booking.press(key).isEmpty, "\(key)")
    }
    #expect(booking.state == before)
    // An action that is chosen in the menu is meant.
    booking.press(.function(9))
    for letter in "step back" { booking.press(.character(letter)) }
    booking.press(.enter)
    #expect(booking.state.step == .choosingDropoff)
  }

  @Test func `A layer that is typed in stays when a booking fails, and its letters book nothing`() {
    var booking = SampleBooking(.booking)
    booking.press(.character(":"))
    booking.apply(.booked(.failure(SampleBooking.unreachable)))
    for letter in "redraw" { #expect(booking.press(.character(letter)).isEmpty) }
    #expect(booking.press(.enter) == [.screen(.redraw)])
    #expect(booking.state.step == .failed(SampleBooking.unreachable))
  }

  @Test func `A layer with the menu stays as it was drawn when the ride changes`() {
    var view = SampleView(.pickup)
    view.state.ride.isOwnBooking = true
    view.press(.enter)
    for letter in "ride" { view.press(letter) }
    let menu = view.state.openMenu
    #expect(menu.first?.name == "cancel-ride")
    view.answer(SampleRide.complete)
    #expect(view.state.openMenu == menu)
    // It is not offered any more, which is said.
    #expect(view.press(.enter).isEmpty)
    #expect(view.state.notice?.text == "The ride is already over.")
    #expect(view.state.layers.isEmpty)
  }

  @Test func `A layer that comes by itself is behind a question and behind what is typed`() {
    var view = SampleView(.pickup)
    view.state.ride.isOwnBooking = true
    view.press("X")
    view.apply(.log(["one"]))
    #expect(view.state.layers.last == .cancelQuestion)
    view.press(.escape)
    #expect(view.state.openList?.subject == .log(["one"]))
    view.press(.escape)
    view.press(":")
    view.apply(.log(["two"]))
    for letter in "goto" { view.press(letter) }
    #expect(view.state.openPrompt?.editor.text == "goto")
  }

  @Test func `A layer that another one covers comes to the front by its key`() {
    var view = SampleView(.retry)
    view.apply(.log(["one"]))
    view.press("d")
    #expect(view.press(.function(2)) == [.screen(.log)])
    view.apply(.log(["two"]))
    #expect(view.state.openList?.subject == .log(["two"]))
    view.press("d")
    #expect(view.state.openList?.subject == .details(of: view.state.ride.tripName))
    view.press("d")
    #expect(view.state.openList?.subject == .log(["two"]))
  }

  @Test func `A layer that a held Backspace closes does not let it leave the ride`() {
    var view = SampleView(.pickup)
    view.state.isFromList = true
    view.press(":")
    for letter in "ab" { view.press(letter) }
    for _ in 0..<9 { #expect(view.press(.backspace).isEmpty) }
    #expect(view.state.layers.isEmpty)
    view.pass(2)
    #expect(view.press(.backspace) == [.action(.leave)])
  }

  @Test func `A layer over a list of trips opens none of them, and closes with its trip`() {
    var list = SampleTripList(.mixed)
    list.press("d")
    #expect(list.press(.enter).isEmpty)
    #expect(list.state.openList != nil)
    list.state.remove(Set(list.state.trips.map(\.name)))
    list.apply(.resumed)
    #expect(list.state.layers.isEmpty)
  }

  @Test func `A screen that is looked at again polls what it shows if that is five seconds old`() {
    var view = SampleView(.pickup)
    view.state.ride.polling.lastPollAt = view.now - .seconds(4)
    #expect(view.apply(.input(.focus(true))).isEmpty)
    #expect(view.apply(.input(.resumed)) == [.action(.refresh)])
    view.pass(1)
    #expect(view.apply(.input(.focus(false))).isEmpty)
    #expect(view.apply(.input(.focus(true))) == [.action(.refresh)])
    view.state.ride.polling.isPolling = true
    #expect(view.apply(.input(.focus(true))).isEmpty)
    var done = SampleView(.complete)
    #expect(done.apply(.input(.focus(true))).isEmpty)

    var list = SampleTripList(.mixed)
    let shown = list.state.trips.filter { $0.vehicle == nil && !$0.isEnded }.map(\.name)
    let polled = list.apply(.focus(true)).compactMap { command -> String? in
      if case .poll(let name) = command { name } else { nil }
    }
    #expect(!polled.isEmpty && Set(polled).isSubset(of: Set(shown)))
    list.press("p")
    #expect(list.apply(.focus(true)).isEmpty)
  }
}
