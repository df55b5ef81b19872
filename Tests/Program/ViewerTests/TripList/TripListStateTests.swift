import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The trip list` {
  private static let name = "providers/demo-project/trips/"

  @Test func `The trip list is sorted by urgency and keeps the order of equal trips`() {
    let list = SampleTripList(.mixed)
    #expect(
      list.listed == [
        "ride-refused", "ride-missing", "ride-stale", "ride-quiet", "ride-late", "ride-live",
        "ride-to-stop", "ride-new", "ride-opening", "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "ride-over",
      ])
    #expect(list.state.attentionCount == 5)
  }

  @Test func `The trip list stays at its top until a trip is selected`() {
    var list = SampleTripList(.mixed)
    #expect(list.state.selectedTrip?.tripID == "ride-refused")
    list.change("ride-live") { $0.polling.lastError = SampleView.denied }
    #expect(list.listed.first == "ride-live")
    #expect(list.state.top == 0)
  }

  @Test func `The trip list keeps the same trip selected when it moves`() {
    var list = SampleTripList(.loading)
    #expect(list.state.selectedTrip?.tripID == "ride-1")
    list.change("ride-3") {
      $0.polling.lastError = SampleView.denied
      $0.polling.consecutiveFailures = 1
    }
    #expect(list.listed == ["ride-3", "ride-1", "ride-2"])
    #expect(list.state.selectedTrip?.tripID == "ride-1")
    #expect(list.press(.enter) == [.open(Self.name + "ride-1")])
    // What nobody chose is not followed out of sight.
    list.apply(.resize(GridSize(columns: 80, rows: 2)))
    list.change("ride-2") {
      $0.polling.lastError = SampleView.denied
      $0.polling.consecutiveFailures = 1
    }
    #expect(list.listed == ["ride-2", "ride-3", "ride-1"])
    #expect(list.state.selectedTrip?.tripID == "ride-2")
    #expect(list.state.top == 0)
  }

  @Test
  func `The trip list moves a trip up immediately, and down after ten seconds without problems`() {
    var list = SampleTripList(.loading)
    func fail(_ isFailing: Bool) {
      let now = list.now
      list.change("ride-2") {
        $0.trip = SampleRide.toPickup
        $0.polling.lastAnswerAt = now
        $0.polling.lastAnswerWallTime = SampleRide.wall + (now - SampleTripList.start)
        $0.trip?.lastLocation?.updateTime = $0.polling.lastAnswerWallTime
        $0.polling.lastError = isFailing ? SampleRide.unavailable : nil
        $0.polling.consecutiveFailures = isFailing ? 1 : 0
      }
    }
    fail(true)
    #expect(list.listed == ["ride-2", "ride-1", "ride-3"])
    // Now late, now well, with each answer: it stays where it is.
    for _ in 0..<4 {
      list.pass(.seconds(5))
      fail(false)
      #expect(list.state["providers/demo-project/trips/ride-2"]?.rank == .live)
      #expect(list.listed.first == "ride-2")
      list.pass(.seconds(5))
      fail(true)
      #expect(list.listed.first == "ride-2")
    }
    fail(false)
    #expect(list.state.nextMove == list.now + .seconds(10))
    list.pass(.seconds(9))
    fail(false)
    #expect(list.listed.first == "ride-2")
    list.pass(.seconds(1))
    #expect(list.listed == ["ride-1", "ride-2", "ride-3"])
    #expect(list.state.nextMove == nil)
  }

  @Test func `The trip list keeps its order at the first responses`() {
    var list = SampleTripList(.loading)
    list.change("ride-1") {
      $0.trip = SampleRide.new
      $0.polling.lastAnswerAt = SampleTripList.start
      $0.polling.lastAnswerWallTime = SampleRide.wall
    }
    list.pass(.seconds(11))
    #expect(list.listed == ["ride-1", "ride-2", "ride-3"])
  }

  @Test
  func `The trip list has active trips above ended ones as soon as the first responses are there`()
  {
    var list = SampleTripList(.loading)
    func answer(_ id: String, _ trip: Trip) {
      list.change(id) {
        $0.trip = trip
        $0.polling.lastAnswerAt = SampleTripList.start
        $0.polling.lastAnswerWallTime = SampleRide.wall
      }
    }
    answer("ride-1", SampleRide.complete)
    answer("ride-2", SampleRide.toPickup)
    #expect(list.listed == ["ride-2", "ride-3", "ride-1"])
    #expect(list.state.nextMove == nil)
    // A ride that the list has seen end keeps its place for ten seconds, as any that gets better.
    answer("ride-2", SampleRide.complete)
    #expect(list.listed == ["ride-2", "ride-3", "ride-1"])
    list.pass(ListedTrip.settlingTime)
    #expect(list.listed == ["ride-3", "ride-1", "ride-2"])
  }

  @Test func `The trip list keeps its order while it is paused`() {
    for key in [Character("p"), " "] {
      var list = SampleTripList(.mixed)
      list.press(key)
      #expect(list.text.contains("‖ PAUSED"))
      #expect(list.text.contains("Paused. Data keeps arriving. p = resume."))
      let before = list.state.order
      list.pass(.seconds(60))
      #expect(list.state.order == before)
      #expect(list.state.attentionCount == 5)
      list.press("j")
      #expect(list.state.selectedTrip?.tripID == "ride-missing")
      list.press(key)
      #expect(!list.text.contains("PAUSED"))
      list.pass(.zero)
      #expect(list.state.attentionCount > 5)
    }
  }

  @Test func `The trip list shows the details of an error and can retry`() {
    var list = SampleTripList(.mixed)
    list.press("d")
    #expect(list.text.contains("GetTrip"))
    #expect(list.press("r") == [.poll(Self.name + "ride-refused")])
    list.press("q")
    #expect(!list.text.contains("GetTrip"))
    list.press(.end)
    list.press("d")
    #expect(list.state.layers.isEmpty)
    #expect(list.text.contains(ViewerText.noErrors))
  }

  @Test
  func `A card over the trip list shows why a vehicle's trips are not known until it is closed`() {
    var list = SampleTripList(.refused, columns: 100)
    #expect(list.text.contains("The server refused this token for this"))
    #expect(list.text.contains("roles/fleetengine.viewer"))
    #expect(list.text.contains("Next poll in 57 s."))
    #expect(list.press("r") == [.pollVehicle])
    list.press(.escape)
    #expect(!list.text.contains("roles/fleetengine.viewer"))
    #expect(list.text.contains("Vehicle car-7: the server refused this token for this vehicle."))
    list.press("d")
    #expect(list.text.contains("providers/demo-project/vehicles/car-7"))
  }

  @Test
  func `The trip list keeps the selected trip on the same line of the screen when it moves`() {
    var list = SampleTripList(.many, columns: 80, rows: 24)
    let chosen = list.state.selectedTrip?.tripID
    let line = (list.state.selectedLine ?? 0) - list.state.top
    #expect(line > 0)
    for id in [900, 901, 902] {
      list.change("ride-of-the-day-\(id)") {
        $0.polling.lastError = SampleView.denied
        $0.polling.consecutiveFailures = 1
      }
    }
    #expect(
      list.listed.prefix(3) == [
        "ride-of-the-day-900", "ride-of-the-day-901", "ride-of-the-day-902",
      ])
    #expect(list.state.selectedTrip?.tripID == chosen)
    #expect((list.state.selectedLine ?? 0) - list.state.top == line)
  }

  @Test func `The trip list keeps the selection on a trip that ends`() {
    var list = SampleTripList(.mixed)
    list.press("j")
    list.press("j")
    #expect(list.state.selectedTrip?.tripID == "ride-stale")
    list.change("ride-stale") { $0.trip = SampleRide.complete }
    list.pass(ListedTrip.settlingTime)
    #expect(list.state.selectedTrip?.tripID == "ride-stale")
    #expect(list.listed.suffix(2) == ["ride-over", "ride-stale"])
  }

  @Test func `The trip list marks trips as stale by time, later if they wait for their turn`() {
    var list = SampleTripList(.loading)
    for number in 1...3 {
      list.change("ride-\(number)") {
        $0.trip = SampleRide.new
        $0.polling.lastAnswerAt = SampleTripList.start
        $0.polling.lastAnswerWallTime = SampleRide.wall
        $0.polling.interval = .seconds(25)
      }
    }
    list.pass(.seconds(34))
    #expect(list.state.attentionCount == 0)
    list.pass(.seconds(2))
    #expect(list.state.attentionCount == 3)
  }

  @Test func `The trip list moves the selection by keys and stays in range`() {
    var list = SampleTripList(.mixed, columns: 80, rows: 10)
    func id() -> String? { list.state.selectedTrip?.tripID }
    list.press("k")
    #expect(id() == "ride-refused")
    list.press(.end)
    #expect(id() == "ride-over")
    list.press(.down)
    #expect(id() == "ride-over")
    #expect(list.text.contains("ride-over"))
    list.press(.pageUp)
    #expect(id() == "ride-live")
    list.press(.home)
    #expect(id() == "ride-refused")
    list.press(.pageDown)
    #expect(id() == "ride-live")
    list.press("G")
    list.press(.up)
    #expect(list.state.selectedLine == 9)
    list.apply(.resize(GridSize(columns: 80, rows: 5)))
    #expect(list.state.selectedLine == 9)
    #expect(list.text.contains(String(id()?.suffix(6) ?? "?")))
  }

  @Test func `The trip list opens the selected trip`() {
    var list = SampleTripList(.mixed)
    list.press("j")
    #expect(list.press(.enter) == [.open(Self.name + "ride-missing")])
    #expect(list.press("r") == [.poll(Self.name + "ride-missing")])
    #expect(list.press("y") == [.copy(Self.name + "ride-missing")])
    var empty = SampleTripList(.empty)
    #expect(empty.press(.enter).isEmpty)
    #expect(empty.press("j").isEmpty)
    #expect(empty.press("r").isEmpty)
  }

  @Test func `The trip list is filtered while typing, and Esc shows all trips`() {
    var list = SampleTripList(.mixed)
    list.press("/")
    list.type("QUIET")
    #expect(list.listed == ["ride-quiet"])
    list.press(.enter)
    #expect(list.text.contains("Filter QUIET: 1 of 11. Esc shows all."))
    // Its keys are the list's again.
    #expect(list.press(.enter) == [.open(Self.name + "ride-quiet")])
    list.press(.escape)
    #expect(list.listed.count == 11)
    list.press("/")
    list.type("q?")
    #expect(list.listed.isEmpty)
    list.press(.backspace)
    #expect(!list.listed.isEmpty)
    list.press(.escape)
    #expect(list.state.filter.query == nil && list.listed.count == 11)
  }

  @Test(arguments: [
    ("3301", 1), ("demo-vehicle", 8), ("not_found", 1), ("waiting for", 1), ("ended", 1),
  ]) func `The trip list is filtered by ID, vehicle, status, state and error`(
    _ text: String, count: Int
  ) {
    var list = SampleTripList(.mixed)
    list.press("/")
    list.apply(.paste(text))
    #expect(list.listed.count == count)
  }

  @Test func `The trip list keeps its filter when a trip changes`() {
    var list = SampleTripList(.mixed)
    list.press("/")
    list.type("stale")
    list.press(.down)
    list.change("ride-live") { $0.polling.lastAnswerAt = SampleTripList.start - .seconds(60) }
    #expect(list.listed == ["ride-live", "ride-stale"])
    #expect(list.state.selectedTrip?.tripID == "ride-stale")
  }

  @Test func `The trip list selects a trip at the first click and opens it at the second`() {
    var list = SampleTripList(.mixed)
    let top = list.canvas().parts.list.minRow
    #expect(list.click(row: top + 2).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-stale")
    #expect(list.click(row: top + 2) == [.open(Self.name + "ride-stale")])
    // What moved under the pointer is chosen first.
    list.change("ride-stale") { $0.trip = SampleRide.complete }
    list.pass(ListedTrip.settlingTime)
    #expect(list.click(row: top + 2).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-late")
    list.apply(.mouse(MouseEvent(.wheelDown, at: GridPoint(column: 3, row: 5))))
    #expect(list.state.selectedLine == 5)
    list.press("m")
    #expect(list.click(row: top).isEmpty)
    #expect(list.state.selectedLine == 5)
  }

  @Test func `A click on the trip list's key bar presses that key`() {
    var list = SampleTripList(.mixed)
    let column = Array(list.frame.rows[23]).firstIndex(of: "/") ?? 0
    list.click(row: 23, column: column)
    #expect(list.state.filter.query != nil)
  }

  @Test func `The trip list removes a trip that is no longer followed`() {
    var list = SampleTripList(.mixed)
    list.press("j")
    list.state.remove([Self.name + "ride-missing", Self.name + "not-listed"])
    list.arrange()
    #expect(list.listed.count == 10)
    #expect(list.state.selectedTrip?.tripID == "ride-refused")
    for place in list.state.order { #expect(list.state.trips.indices.contains(place)) }
    list.change("ride-over") { $0.trip = SampleRide.new }
    #expect(list.listed.last != "ride-over")
  }

  @Test func `The trip list's help turns its pages and closes with any key`() {
    var list = SampleTripList(.help)
    #expect(list.text.contains("Help"))
    // Each key turns a page, and the last one closes.
    for _ in 0..<list.state.helpPages.count { list.press("x") }
    #expect(!list.text.contains("Help ─"))
    #expect(list.state.openHelp?.page == nil)
  }

  @Test func `The trip list keeps its invariants after random events`() {
    var generator = SeededGenerator(seed: 11)
    let keys: [KeyPress] = [
      "j", "k", " ", "d", "G", "/", "s", "t", "g", "e", "z", "a", "f", "+", KeyPress(.enter),
      KeyPress(.escape),
      KeyPress(.pageDown), KeyPress(.pageUp), KeyPress(.home), KeyPress(.end), KeyPress(.backspace),
    ]
    var list = SampleTripList(.mixed, columns: 60, rows: 9)
    for step in 0..<3_000 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        let place = Int.random(in: list.state.trips.indices, using: &generator)
        let age = Int.random(in: 0..<60, using: &generator)
        let (answered, wall) = (list.now - .seconds(age), list.wall - .seconds(age))
        list.change(list.state.trips[place].tripID) { trip in
          trip.trip = age % 7 == 0 ? SampleRide.complete : SampleRide.toPickup
          trip.polling.lastAnswerAt = answered
          trip.polling.lastAnswerWallTime = wall
        }
      case 1: list.pass(.seconds(Int.random(in: 0..<20, using: &generator)))
      case 2:
        let rows = Int.random(in: 1..<30, using: &generator)
        list.apply(.resize(GridSize(columns: 60, rows: rows)))
      default:
        let key = keys.randomElement(using: &generator) ?? "j"
        let before = list.state.selected
        let commands = list.press(key.key, key.modifiers)
        if case .open(let name) = commands.first { #expect(name == before) }
      }
      let state = list.state
      #expect(Set(state.order).count == state.order.count)
      if state.view.order == .attention {
        let places = state.order.map { state.trips[$0].place }
        #expect(places == places.sorted())
      }
      guard let line = state.selectedLine else {
        #expect(state.order.isEmpty, "step \(step)")
        continue
      }
      let rows = state.parts.listRows
      #expect(rows == 0 || (state.top..<state.top + rows).contains(line), "step \(step)")
      #expect(state.top >= 0 && state.top <= max(0, state.order.count - rows))
    }
  }
}
