import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The choice of markers` {
  private static let vehicle = MarkerSubject(.tripVehicle, tripName: SampleView.tripName)
  private static let pickup = MarkerSubject(.tripPickupPoint, tripName: SampleView.tripName)
  private static let stop = MarkerSubject(
    .intermediateDestination, stopNumber: 1, tripName: SampleView.tripName)
  private static let dropoff = MarkerSubject(.tripDropoffPoint, tripName: SampleView.tripName)

  private func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int
  ) -> ScreenEvent<RideNews> {
    .input(.mouse(MouseEvent(action, at: GridPoint(column: column, row: row))))
  }

  private func card(_ view: SampleView, _ marker: MarkerSubject) throws -> MarkerCard {
    let canvas = Canvas(state: view.state, settings: view.settings, now: view.now, wall: view.wall)
    return TripFacts(try #require(view.state.ride.trip), canvas: canvas).card(of: marker)
  }

  @Test func `The choice of markers goes through all markers in both directions`() {
    var view = SampleView(.pickup)
    let order = [Self.pickup, Self.stop, Self.dropoff, Self.vehicle, Self.pickup]
    for marker in order { #expect(view.choose("n") == marker) }
    for marker in order.reversed().dropFirst() { #expect(view.choose("N") == marker) }
  }

  @Test(arguments: [
    (SampleView.Moment.new, pickup), (.pickup, pickup), (.enroute, stop), (.waiting, stop),
    (.dropoff, dropoff), (.complete, dropoff),
  ]) func `The choice of markers begins with the next waypoint`(
    _ moment: SampleView.Moment, marker: MarkerSubject
  ) {
    var next = SampleView(moment)
    #expect(next.choose("n") == marker)
    var previous = SampleView(moment)
    #expect(previous.choose("N") == marker)
  }

  @Test func `A number key chooses the stop with that number`() {
    var view = SampleView(.pickup)
    #expect(view.choose("1") == Self.stop)
    #expect(view.choose("2") == nil)
    #expect(view.state.focus.notice?.text == "This trip has no stop 2.")
    #expect(view.state.focus.chosenMarker == Self.stop)
  }

  @Test func `The choice of markers reports that there is no marker or no map`() {
    var loading = SampleView(.loading)
    #expect(loading.choose("n") == nil)
    #expect(loading.state.focus.notice?.text == "There is no marker to choose yet.")
    var small = SampleView(.pickup, columns: 20, rows: 5)
    #expect(small.choose("n") == nil)
    #expect(small.text.contains("No map at this size."))
  }

  @Test func `Choosing a marker shows its card until Esc or the next choice`() {
    var view = SampleView(.pickup)
    let before = view.text
    view.choose("1")
    #expect(view.state.cardMarker == Self.stop)
    #expect(view.text.contains("─ Stop 1 ─"))
    view.press(.escape)
    #expect(view.text == before)
    view.choose("n")
    #expect(view.text.contains("─ Drop-off ─"))
    #expect(!view.text.contains("─ Stop 1 ─"))
  }

  @Test func `Choosing a marker shows no card if the delegate has handled it`() {
    var view = SampleView(.pickup)
    let before = view.text
    #expect(view.choose("1", isHandled: true) == Self.stop)
    #expect(view.text == before)
    #expect(view.choose("n") == Self.dropoff)
    #expect(view.state.cardMarker == Self.dropoff)
    view.choose("n", isHandled: true)
    #expect(view.state.cardMarker == nil)
  }

  @Test func `Choosing a marker reports that it turned the automatic camera off`() {
    var view = SampleView(.pickup)
    view.state.showMarker(
      MarkerTap(subject: Self.stop, isHandled: false, endsAutoCamera: true), now: view.now)
    #expect(view.text.contains("Auto camera off. a = on again."))
  }

  @Test func `A marker's card is hidden behind errors and overlays, and closes with its marker`() {
    var view = SampleView(.pickup)
    view.state.showMarker(
      MarkerTap(subject: Self.vehicle, isHandled: false, endsAutoCamera: false), now: view.now)
    #expect(view.text.contains("─ Vehicle ─ Esc hides"))
    view.press("?")
    #expect(view.state.cardMarker == nil)
    view.press(.escape)
    #expect(view.state.cardMarker == Self.vehicle)
    view.fail(SampleView.denied, after: 5)
    #expect(view.text.contains("Needs your action"))
    #expect(!view.text.contains("Esc hides"))
    view.press(.escape)
    #expect(view.text.contains("Esc hides"))
    view.press(.escape)
    #expect(!view.text.contains("Esc hides"))
    view.state.focus.isMarkerCardOpen = true
    view.state.ride.map?.markerSubjects.removeLast()
    #expect(view.state.cardMarker == nil)
  }

  @Test(arguments: [(80, 24), (120, 40), (60, 18), (50, 30)])
  func `A marker's card covers no marker where the map has room`(columns: Int, rows: Int) throws {
    for moment in [SampleView.Moment.enroute, .dropoff, .pickup, .traffic] {
      var view = SampleView(moment, columns: columns, rows: rows)
      let map = try #require(view.state.ride.map)
      for subject in map.markerSubjects {
        let tap = MarkerTap(subject: subject, isHandled: false, endsAutoCamera: false)
        view.state.showMarker(tap, now: view.now)
        let canvas = view.canvas()
        guard let card = canvas.hits.last(where: { $0.target == .cover })?.rect else { continue }
        let viewport = Viewport(camera: try #require(map.camera), rect: canvas.layout.map)
        let cells = map.scene.markers.compactMap { viewport.cell(of: $0.coordinate) }
        #expect(!cells.isEmpty && !cells.contains { card.contains($0) })
      }
    }
  }

  @Test func `The chosen marker is drawn in reverse video`() throws {
    var view = SampleView(.pickup)
    let row = try #require(view.frame.rows.firstIndex { $0.contains("(1)") })
    let line = view.frame.rows[row]
    let column = line.distance(
      from: line.startIndex, to: try #require(line.firstRange(of: "(1)")).lowerBound)
    func attributes() -> CellStyle.Attributes { view.frame[column, row].style.attributes }
    #expect(!attributes().contains(.reverse))
    view.choose("1")
    #expect(attributes().contains(.reverse))
  }

  @Test func `A click without a drag taps the map`() {
    var view = SampleView(.pickup)
    let point = GridPoint(column: 20, row: 10)
    view.apply(mouse(.press, 20, 10))
    #expect(view.apply(mouse(.release, 20, 10)) == [.tap(at: point)])
    #expect(view.apply(mouse(.release, 20, 10)).isEmpty)
    view.apply(mouse(.press, 20, 10))
    view.apply(mouse(.drag, 21, 10))
    view.apply(mouse(.drag, 20, 10))
    #expect(view.apply(mouse(.release, 20, 10)).isEmpty)
    // The panel's card covers the map.
    view.apply(mouse(.press, 70, 3))
    #expect(view.apply(mouse(.release, 70, 3)).isEmpty)
  }

  @Test func `A tap on no marker closes the card`() {
    var view = SampleView(.pickup)
    view.choose("n")
    view.state.showMarker(nil, now: view.now)
    #expect(view.state.cardMarker == nil)
    #expect(view.choose("n") == Self.stop)
  }

  @Test func `The card of a place shows its ETA, distance and coordinates`() throws {
    let riding = SampleView(.enroute)
    #expect(
      try card(riding, Self.pickup)
        == MarkerCard(title: "Pickup", lines: ["14:20 ✓", "45.46400, 9.19000"]))
    #expect(
      try card(riding, Self.stop)
        == MarkerCard(
          title: "Stop 1", lines: ["14:36  4 min", "1.3 km by route", "45.47400, 9.20500"]))
    #expect(
      try card(riding, Self.dropoff)
        == MarkerCard(
          title: "Drop-off", lines: ["14:46  14 min", "5.1 km by route", "45.46100, 9.23000"]))
    let first = SampleView(.after)
    #expect(try card(first, Self.pickup).lines[1] == "1.1 km by route")
    #expect(try card(first, Self.stop).lines[1] == "3.5 km by route")
    let waiting = SampleView(.waiting)
    #expect(try card(waiting, Self.stop).lines.first == "here now")
    #expect(
      try card(SampleView(.complete), Self.dropoff).lines == ["14:46 ✓", "45.46100, 9.23000"])
    let chosen = MarkerSubject(.tripDropoffPoint)
    #expect(try card(riding, chosen).title == "Drop-off")
    #expect(try card(riding, chosen).lines.isEmpty)
  }

  @Test func `The card of the vehicle shows its ID, speed and position`() throws {
    #expect(
      try card(SampleView(.pickup), Self.vehicle)
        == MarkerCard(
          title: "Vehicle",
          lines: ["demo-vehicle-1", "31 km/h  ↑ N", "fix 4 s ago, ±6 m", "45.45800, 9.18200"]))
    #expect(try card(SampleView(.quiet), Self.vehicle).lines[1] == "48 s old")
    #expect(try card(SampleView(.new), Self.vehicle).lines == ["no vehicle"])
  }

  @Test func `The card of a place marks stale values and withdraws old ones`() throws {
    let stale = try card(SampleView(.retry), Self.stop)
    #expect(stale.lines[0] == "~14:43  ~10 min")
    #expect(stale.lines[1] == "~3.5 km by route")
    let withdrawn = try card(SampleView(.withdrawn), Self.stop)
    #expect(withdrawn.lines == ["--  (was 14:43)", "45.47400, 9.20500"])
  }

  @Test func `The card of the user's location shows its distance from the vehicle`() throws {
    var view = SampleView(.pickup)
    view.mark(SampleRide.vehicle.destination(bearing: 90, meters: 750))
    let card = try card(view, MarkerSubject(.unknown))
    #expect(card.title == "My location")
    #expect(card.lines.first == "750 m from the vehicle")
    #expect(card.lines.count == 2)
  }

  @Test func `The key for the user's location works only if the map offers it`() {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    #expect(view.press("w").isEmpty)
    #expect(!view.text.contains("My location"))
    view.press("?")
    #expect(!view.text.contains("my location / trip"))
    view.press(.escape)
    view.state.offersMyLocation = true
    #expect(view.press("w") == [.action(.showMyLocation)])
    #expect(view.text.contains("w My location"))
    view.press("?")
    #expect(view.text.contains("my location / trip"))
  }
}
