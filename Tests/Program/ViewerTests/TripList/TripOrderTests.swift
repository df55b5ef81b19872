import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The order of a list of trips` {
  private static func press(_ list: inout SampleTripList, until order: TripOrder) {
    while list.state.view.order != order { list.press("s") }
  }

  @Test func `The s key sorts a list of trips by each column in turn, and the header says so`() {
    var list = SampleTripList(.mixed, columns: 120)
    for order in TripOrder.allCases {
      #expect(list.state.view.order == order)
      #expect(list.text.contains("11 trips by \(order.words)"))
      list.press("s")
      #expect(list.state.notice?.text == ViewerText.sorted(order.next))
    }
    #expect(list.state.view.order == .attention)
    #expect(list.text.contains("State↓"))
    Self.press(&list, until: .arrival)
    #expect(list.text.contains("Next↓"))
  }

  @Test func `A list of trips sorted by name counts numbers as numbers`() {
    let ids = ["ride-10", "Ride-9", "ride-1", "a", "ride-09b", "ride", "10", "9"]
    let order = TripOrder.named(ids.enumerated().map { ($0.element, $0.offset) })
    #expect(
      order.map { ids[$0] } == ["9", "10", "a", "ride", "ride-1", "Ride-9", "ride-09b", "ride-10"])
    let long = String(repeating: "9", count: 400)
    #expect(TripOrder.named([("1" + long, 0), (long, 1), ("", 2)]) == [2, 1, 0])
  }

  @Test func `A list of trips sorted by arrival ends with those that never arrive`() {
    var list = SampleTripList(.mixed)
    Self.press(&list, until: .arrival)
    #expect(list.listed.last == "ride-over")
    #expect(list.listed.dropLast().suffix(3) == ["ride-missing", "ride-new", "ride-opening"])
    list.change("ride-to-stop") { $0.trip?.remainingWaypoints = [] }
    list.change("ride-live") { $0.trip?.pickupTime = SampleRide.at(minutes: 1) }
    #expect(list.listed.first == "ride-live")
    // Seconds move nothing.
    let before = list.listed
    list.change("ride-quiet") { listed in
      let time = listed.trip?.pickupTime
      listed.trip?.pickupTime = time.map { $0 + .seconds(2) }
    }
    #expect(list.listed == before)
  }

  @Test func `A list of trips sorted by age begins with the oldest answer, in steps`() {
    var list = SampleTripList(.mixed)
    Self.press(&list, until: .age)
    #expect(list.listed.prefix(2) == ["ride-stale", "ride-refused"])
    #expect(list.listed[2...4] == ["ride-live", "ride-to-stop", "ride-late"])
    #expect(list.listed.last == "ride-over")
  }

  @Test func `A list of trips sorted by status goes through a ride from its beginning`() {
    var list = SampleTripList(.mixed)
    Self.press(&list, until: .status)
    #expect(list.listed.first == "ride-new")
    let stages = list.state.order.compactMap { list.state.trips[$0].stage }
    #expect(stages.last == .complete)
    let pickup = stages.lastIndex(of: .toPickup) ?? .max
    #expect(pickup < stages.firstIndex(of: .atPickup) ?? 0)
  }

  @Test func `The e key hides the trips of a list that are over, and shows them again`() {
    var list = SampleTripList(.mixed, columns: 120)
    list.press(.end)
    #expect(list.state.selectedTrip?.tripID == "ride-over")
    list.press("e")
    #expect(!list.listed.contains("ride-over"))
    #expect(list.state.selectedTrip?.tripID == list.listed.last)
    #expect(list.text.contains("1 ended, hidden"))
    list.press("e")
    #expect(list.state.selectedTrip?.tripID == "ride-over")
    // A trip that ends goes while it is selected; the selection stays near it.
    var other = SampleTripList(.mixed)
    other.press("e")
    other.press(.down)
    other.press(.down)
    #expect(other.state.selectedTrip?.tripID == "ride-stale")
    other.change("ride-stale") { $0.trip = SampleRide.complete }
    #expect(other.state.selectedLine == 2)
    #expect(other.state.selectedTrip?.tripID == "ride-quiet")
  }

  @Test func `A list of trips that are all over says so where they are hidden`() {
    var list = SampleTripList(.empty)
    list.add("ride-over", SampleRide.complete, age: 40)
    list.arrange()
    list.press("e")
    #expect(list.text.contains("All trips have ended and are hidden. e shows them."))
    list.press("e")
    #expect(list.listed == ["ride-over"])
  }

  @Test func `The header of a list of trips counts them by state`() {
    let wide = SampleTripList(.mixed, columns: 160).text
    for part in [
      "✗ 2 need action", "◌ 1 stale", "◌ 1 quiet", "◌ 1 late", "● 4 live", "… 1 connecting",
      "■ 1 ended",
    ] { #expect(wide.contains(part)) }
    #expect(SampleTripList(.mixed, columns: 60).text.contains("✗2  ◌3  ●4  …1  ■1"))
    #expect(SampleTripList(.mixed, columns: 30).text.contains("✗2  ◌3"))
  }

  @Test func `A list of trips selects the user's trip again when a filter is cleared`() {
    var list = SampleTripList(.mixed)
    list.press(.end)
    list.press("/")
    list.type("stale")
    #expect(list.state.selectedTrip?.tripID == "ride-stale")
    list.press(.escape)
    #expect(list.state.selectedTrip?.tripID == "ride-over")
    list.press("/")
    list.type("ride")
    list.press(.up)
    let chosen = list.state.selectedTrip?.tripID
    list.press(.escape)
    #expect(list.state.selectedTrip?.tripID == chosen)
  }

  @Test func `A list of trips comes back from a trip to its row, order, filter and place`() {
    var list = SampleTripList(.many, columns: 120)
    list.press("s")
    list.press("/")
    list.type("day-1")
    list.press(.enter)
    for _ in 0..<3 { list.press(.pageDown) }
    let before = list.state
    list.press(.enter)
    list.state.keepSelection()
    list.apply(.resize(list.state.size))
    list.arrange()
    #expect(list.state.selected == before.selected)
    #expect(list.state.top == before.top && before.top > 0)
    #expect(list.state.view == before.view && list.state.filter.pattern == "day-1")
    // The trip that was opened stays selected where others move before it.
    var other = SampleTripList(.loading)
    other.apply(.resize(GridSize(columns: 80, rows: 2)))
    other.press(.enter)
    other.state.keepSelection()
    other.change("ride-2") {
      $0.polling.lastError = SampleView.denied
      $0.polling.consecutiveFailures = 1
    }
    #expect(other.listed.first == "ride-2")
    #expect(other.state.selectedTrip?.tripID == "ride-1")
  }

  @Test func `A list of trips fills a wide window with columns, and cuts an ID only without room`()
  {
    let wide = TripListColumns(columns: 160, longestID: 12, longestVehicle: 10)
    #expect(wide.statusForm == .long && wide.vehicle == 10 && wide.distance > 0 && wide.dropoff > 0)
    let split = TripListColumns(columns: 58, longestID: 36, longestVehicle: 8)
    #expect(split.id >= 16 && split.vehicle == 8)
    #expect(TripListColumns(columns: 100, longestID: 36, longestVehicle: 8).id == 36)
    for columns in 1...250 {
      for id in [1, 12, 36, 60] {
        let parts = TripListColumns(columns: columns, longestID: id, longestVehicle: 14)
        let widths = [
          parts.badge, parts.id, parts.status, parts.next, parts.late, parts.dropoff, parts.vehicle,
          parts.distance, parts.state,
        ].filter { $0 > 0 }
        let width = widths.reduce(0, +) + (widths.count - 1) * parts.gap + 2 * parts.margin
        #expect(width <= max(columns, 2), "\(columns) columns, an ID of \(id)")
      }
    }
  }

  @Test(arguments: [1, 12, 22, 36, 60], [1, 8, 14, 64])
  func `A list of trips has a column for the vehicle at every width from 50 columns on`(
    _ id: Int, vehicle: Int
  ) {
    for columns in 50...250 {
      let parts = TripListColumns(columns: columns, longestID: id, longestVehicle: vehicle)
      #expect(parts.vehicle >= 7, "\(columns) columns")
      #expect(parts.id >= min(12, id), "\(columns) columns")
    }
  }

  @Test(arguments: [80, 100, 120, 160, 200])
  func `A list of trips next to its map or above it names the vehicles`(_ columns: Int) {
    #expect(SampleTripList(.fleet, columns: columns, rows: columns * 3 / 10).text.contains("car-3"))
  }

  @Test func `A list of trips shows how late each ride is, and is sorted by it`() {
    var list = SampleTripList(.mixed, columns: 160)
    #expect(!list.text.contains("Late"))
    for (id, minutes) in [("ride-live", 12), ("ride-to-stop", -3)] {
      list.change(id) { trip in
        guard let present = trip.trip else { return }
        var first = present
        let earlier: Duration = .seconds(-60 * minutes)
        first.pickupTime = first.eta(at: .pickup).map { $0 + earlier }
        first.dropoffTime = first.eta(at: .dropoff).map { $0 + earlier }
        trip.polling.promised.note(first)
      }
    }
    #expect(list.text.contains("+12 min") && list.text.contains("-3 min"))
    Self.press(&list, until: .late)
    #expect(list.listed.prefix(2) == ["ride-live", "ride-to-stop"], "\(list.listed)")
    // A narrow list leaves it out.
    list.state.size.columns = 40
    list.arrange()
    #expect(!list.text.contains("+12 min"))
  }

  @Test func `The selected row of a list of trips has one style from edge to edge`() {
    let list = SampleTripList(.mixed, columns: 120)
    let (frame, row) = (list.frame, list.canvas().parts.list.minRow)
    #expect(Set((0..<120).map { frame[$0, row].style }).count == 1)
  }
}
