import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import HTTPMessages
import MapCanvas
import RidesharingConsumer
import RouteSources
import TestSupport
import Testing
import VectorTiles

@testable import Viewer

@MainActor @Suite(.limited) struct `The viewer` {
  private nonisolated static let ride = [
    SampleRide.new, SampleRide.new, SampleRide.toPickup, SampleRide.atPickup, SampleRide.toStop,
    SampleRide.atStop, SampleRide.toDropoff, SampleRide.complete,
  ]

  private nonisolated static func answer(_ index: Int) -> TransportResponse {
    ViewerStage.answer(ride[min(index, ride.count - 1)])
  }

  private func shows(_ screen: TestScreen, _ text: String) async -> Bool {
    await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
  }

  @Test func `The viewer follows a whole ride and then stops polling and drawing`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen, Self.answer)
    stage.start()
    for heading in [
      "WAITING FOR A VEHICLE", "ON THE WAY TO PICKUP", "VEHICLE HAS ARRIVED",
      "ON THE WAY TO STOP 1", "WAITING AT STOP 1", "ON THE WAY TO DROP-OFF", "TRIP COMPLETE",
    ] { await stage.play { await shows(screen, heading) } }
    #expect(await screen.frames.first?.rows[0].contains("CONNECTING") == true)
    await stage.playOut()
    let (frames, requests) = (await screen.frames.count, stage.transport.requests.count)
    stage.clock.advance(by: .seconds(3_600))
    // Nothing sleeps until a later moment, so nothing happens in that hour.
    #expect(stage.clock.sleeperCount == 0)
    #expect(await screen.frames.count == frames)
    #expect(await shows(screen, "ENDED"))
    await screen.press(.character("q"))
    #expect(await stage.ending() == .quit)
    #expect(stage.transport.requests.count == requests)
    #expect(requests == Self.ride.count)
    #expect(stage.program.farewell?.description == "ride-2041 COMPLETE 14:46, 6.2 km, 26 min")
    #expect(stage.model.state == .inactive)
  }

  @Test func `The viewer draws its map as soon as all tiles of the view are there`() async throws {
    let screen = TestScreen(size: GridSize(columns: 120, rows: 40))
    let path = try #require(MapScreen.demoRide).toDropoff.path
    let stage = ViewerStage(screen: screen) { _ in
      var trip = SampleRide.toDropoff
      trip.pickupPoint = path.first.map { TerminalLocation(point: $0) }
      trip.dropoffPoint = path.last.map { TerminalLocation(point: $0) }
      trip.intermediateDestinations = []
      trip.route = path
      trip.lastLocation = VehicleLocation(location: path[path.count / 2])
      return ViewerStage.answer(trip)
    }
    let store = TileStore(source: try await MapScreen.demoCity(), clock: ContinuousClock()) {
      [mapView = stage.mapView] in mapView.baseMapChanged()
    }
    stage.mapView.baseMap = BaseMap(tiles: store)
    stage.start()
    // Nobody advances the clock: no frame's time passes, and no second poll comes.
    let end = ContinuousClock.now + .seconds(60)
    await waitWhile(!(await shows(screen, "Vieux-Marché")) && .now < end)
    #expect(await shows(screen, "Vieux-Marché"))
    await screen.press(.character("q"))
    #expect(await stage.ending() == .quit)
  }

  @Test func `The viewer hides the session 4 s after the end but keeps drawing the ride`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { index in
      ViewerStage.answer(index == 1 ? SampleRide.complete : SampleRide.toDropoff)
    }
    stage.start()
    await stage.play { await shows(screen, "TRIP COMPLETE") }
    let end = stage.clock.now.offset
    #expect(stage.mapView.activeSessions.count == 1)
    await stage.play(sleepers: 1) { stage.mapView.activeSessions.isEmpty }
    let wait = stage.clock.now.offset - end
    #expect(wait > .milliseconds(3_500) && wait < .seconds(5))
    await stage.playOut()
    let frame = await screen.frames.last
    #expect(frame?.rows.contains { $0.contains(" AUTO whole trip") } == true)
    #expect(frame?.rows.dropFirst().contains { $0.contains(" D ") } == true)
    await screen.press(.character("n"))
    await stage.play(sleepers: 0) { await shows(screen, "─ Drop-off ─") }
    await screen.press(.character("r"))
    await stage.play(sleepers: 0) { await shows(screen, "ON THE WAY TO DROP-OFF") }
    #expect(stage.mapView.activeSessions.count == 1)
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer stops moving the vehicle when a poll fails`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { index in
      var trip = SampleRide.toPickup
      trip.route = [SampleRide.vehicle, SampleRide.pickup]
      return index == 0 ? ViewerStage.answer(trip) : .json("{}", status: 503)
    }
    stage.start()
    await stage.play { await shows(screen, "LATE") }
    let place = stage.program.state.ride.map?.vehicle
    #expect(place != nil && place != SampleRide.vehicle)
    await stage.play { await shows(screen, "STALE") }
    #expect(stage.program.state.ride.map?.vehicle == place)
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer redraws without a poll when a style changes`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { await shows(screen, "ON THE WAY TO PICKUP") }
    let requests = stage.transport.requests.count
    var vehicle = MarkerStyleOptions()
    vehicle.icon = "<V>"
    let styles = stage.mapView.consumerMapStyleCoordinator
    styles.setMarkerStyleOptions(vehicle, markerType: .tripVehicle)
    // No time passes meanwhile.
    #expect(await screen.frame { $0.rows.contains { $0.contains("<V>") } } != nil)
    #expect(stage.transport.requests.count == requests)
    await screen.press(.character("q"))
    #expect(await stage.ending() == .quit)
    #expect(styles.onChange == nil)
  }

  @Test(
    arguments: [
      (Key.character("q"), Modifiers(), ScreenEnding.quit),
      (.function(10), Modifiers(), .quit), (.character("c"), .control, .interrupted),
    ]
  ) func `The viewer ends with the right result for each quit key`(
    _ key: Key,
    modifiers: Modifiers,
    ending: ScreenEnding
  ) async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen, Self.answer)
    stage.start()
    await stage.play { await shows(screen, "WAITING FOR A VEHICLE") }
    await screen.press(key, modifiers)
    #expect(await stage.ending() == ending)
    #expect(stage.mapView.activeSessions.isEmpty)
  }

  @Test func `The viewer ends when it is stopped, and when the terminal goes away`() async {
    let stopped = ViewerStage(screen: TestScreen(), Self.answer)
    stopped.start()
    await stopped.play { stopped.transport.requests.count > 0 }
    stopped.program.stop()
    #expect(await stopped.ending() == .stopped)
    #expect(stopped.model.state == .inactive)
    let screen = TestScreen()
    let gone = ViewerStage(screen: screen, Self.answer)
    gone.start()
    await gone.play { await shows(screen, "WAITING FOR A VEHICLE") }
    await screen.feed([.endOfInput])
    #expect(await gone.ending() == .quit)
  }

  @Test func `A move turns the automatic camera off, and the key a turns it on`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    await screen.press(.left)
    await stage.play { await shows(screen, "Auto camera off. a = on again.") }
    #expect(await shows(screen, " FREE"))
    #expect(await shows(screen, "a Auto:off"))
    #expect(!stage.mapView.isAllowCameraAutoUpdate)
    await screen.press(.character("a"))
    await stage.play { await shows(screen, "Auto camera on.") }
    #expect(await shows(screen, " AUTO vehicle→pickup"))
    #expect(stage.mapView.isAllowCameraAutoUpdate)
    await screen.press(.character("f"))
    await stage.play { await shows(screen, "Auto camera off. a = on again.") }
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The automatic camera resumes some time after the last move`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen, settings: { $0.autoResume = .seconds(30) }) { _ in
      ViewerStage.answer(SampleRide.toPickup)
    }
    stage.start()
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    await screen.press(.left)
    await stage.play { await shows(screen, " FREE") }
    let move = stage.clock.now.offset
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    let wait = stage.clock.now.offset - move
    #expect(wait > .seconds(25) && wait < .seconds(35))
    #expect(await shows(screen, "Auto camera on."))
    // Where the key switched it off it stays off.
    await screen.press(.character("a"))
    await stage.play { await shows(screen, " FREE") }
    let off = stage.clock.now.offset
    await stage.play { stage.clock.now.offset - off > .seconds(60) }
    #expect(!stage.mapView.isAllowCameraAutoUpdate)
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test
  func `The viewer shows the card of a marker chosen by key unless the map's delegate handles it`()
    async
  {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    let delegate = TapNotes()
    stage.mapView.delegate = delegate
    stage.start()
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    await screen.press(.character("n"))
    await stage.play { await shows(screen, "─ Pickup ─") }
    #expect(await shows(screen, "1.1 km by route"))
    #expect(stage.mapView.isAllowCameraAutoUpdate)
    await screen.press(.character("1"))
    await stage.play { await shows(screen, "─ Stop 1 ─") }
    #expect(await shows(screen, "Auto camera off. a = on again."))
    delegate.isAll = true
    await screen.press(.character("n"))
    await stage.play { !(await shows(screen, "Esc hides")) }
    #expect(delegate.tapped == [.tripPickupPoint, .intermediateDestination, .tripDropoffPoint])
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `A click on a marker taps it, and a click elsewhere closes its card`() async throws {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    let delegate = TapNotes()
    stage.mapView.delegate = delegate
    stage.start()
    await stage.play { await shows(screen, " ↑ ") }
    let rows = try #require(await screen.frames.last).rows
    // The panel right of the map has the same arrow.
    let row = try #require(rows.firstIndex { $0.prefix(48).contains("↑") })
    let column = try #require(Array(rows[row]).firstIndex(of: "↑"))
    func click(_ point: GridPoint) async {
      await screen.feed([
        .mouse(MouseEvent(.press, at: point)), .mouse(MouseEvent(.release, at: point)),
      ])
    }
    await click(GridPoint(column: column + 1, row: row))
    await stage.play { await shows(screen, "─ Vehicle ─ Esc hides") }
    #expect(delegate.tapped == [.tripVehicle])
    #expect(await shows(screen, "demo-vehicle-1"))
    await click(GridPoint(column: column > 25 ? 3 : 45, row: row))
    await stage.play { !(await shows(screen, "Esc hides")) }
    #expect(delegate.tapped.count == 1)
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The key w shows the user's location and the trip in turn`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { index in
      index < 3 ? .json("{}", status: 503) : ViewerStage.answer(SampleRide.toPickup)
    }
    stage.mapView.settings.myLocationButton = true
    stage.start()
    await stage.play { await shows(screen, "CONNECTING") }
    await screen.press(.character("w"))
    await stage.play { await shows(screen, "Your location is not known.") }
    stage.mapView.myLocation = SampleRide.dropoff
    await screen.press(.character("w"))
    await stage.play { await shows(screen, "The map shows your location.") }
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    await screen.press(.character("w"))
    await stage.play { await shows(screen, "The map shows your location. w shows the trip.") }
    await stage.play { await shows(screen, " FREE") }
    let polls = stage.transport.requests.count
    await stage.play { stage.transport.requests.count > polls + 1 }
    #expect(stage.mapView.camera?.center == SampleRide.dropoff)
    await screen.press(.character("w"))
    await stage.play { await shows(screen, "The map shows the trip.") }
    await stage.play { await shows(screen, " AUTO vehicle→pickup") }
    #expect(stage.mapView.isAllowCameraAutoUpdate)
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer keeps its picture while paused and then shows the latest data`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen, Self.answer)
    stage.start()
    await stage.play { await shows(screen, "WAITING FOR A VEHICLE") }
    await screen.press(.character("p"))
    await stage.play { await shows(screen, "PAUSED") }
    let requests = stage.transport.requests.count
    await stage.play(sleepers: 1) { stage.transport.requests.count >= requests + 3 }
    #expect(await shows(screen, "WAITING FOR A VEHICLE"))
    let frozen = await screen.frames.last
    await screen.press(.character("?"))
    await stage.play { await shows(screen, "CAMERA") }
    await screen.press(.escape)
    await stage.play { await screen.frames.last == frozen }
    await screen.press(.character(" "))
    await stage.play { !(await shows(screen, "PAUSED")) }
    #expect(!(await shows(screen, "WAITING FOR A VEHICLE")))
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer keeps polling after failures, shows the next retry, and recovers`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { index in
      index == 0 || index > 5
        ? ViewerStage.answer(SampleRide.toPickup) : .json("{}", status: 503)
    }
    stage.start()
    await stage.play { await shows(screen, "LIVE") }
    await stage.play { await shows(screen, "LATE") }
    await stage.play { await shows(screen, "STALE") }
    #expect(await shows(screen, "The server is not available (UNAVAILABLE). Retry"))
    await stage.play { await shows(screen, "Connected again after") }
    #expect(await shows(screen, "LIVE"))
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer redraws everything at Ctrl-L and adapts to the screen's size`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { await shows(screen, "ON THE WAY TO PICKUP") }
    await screen.press(.character("l"), .control)
    await stage.play { await screen.invalidations == 1 }
    for size in [(120, 40), (40, 12), (20, 5), (1, 1), (80, 24)] {
      let size = GridSize(columns: size.0, rows: size.1)
      await screen.resize(to: size)
      await stage.play { await screen.frames.last?.size == size }
    }
    #expect(await shows(screen, " ↑ "))
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer drops frames for a slow screen and polls on time`() async {
    let screen = StuckScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { stage.transport.requests.count >= 10 }
    #expect(await screen.shown.count == 1)
    #expect(stage.clock.now.offset < .seconds(60))
    stage.program.stop()
    await screen.release()
    _ = await stage.ending()
    // The first, the newest of all that came meanwhile, and where that is shown before the program
    // hears that it is to stop, one more.
    #expect(await (2...3).contains(screen.shown.count))
    let title = await screen.shown.last?.rows[0] ?? ""
    #expect(title.contains("VEHICLE QUIET 4"))
  }
}

/// Notes which markers were tapped.
private final class TapNotes: MapViewDelegate {
  var tapped: [CustomizableMarkerType] = []
  var isAll = false

  func mapView(
    _ mapView: MapView, didTapConsumerMarker marker: MapMarker, markerType: CustomizableMarkerType
  ) -> Bool {
    tapped.append(markerType)
    return isAll
  }
}

/// A screen that takes no second frame before it is released.
private actor StuckScreen: Screen {
  private(set) var shown: [Frame] = []
  private var isReleased = false

  func size() -> GridSize { GridSize(columns: 80, rows: 24) }
  func invalidate() {}
  func setMouse(_ isOn: Bool) {}
  func nextEvents() async -> [InputEvent]? { nil }

  func show(_ frame: Frame) async {
    shown.append(frame)
    await waitWhile(!isReleased)
  }

  func release() { isReleased = true }
}
