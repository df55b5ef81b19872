import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A map view` {
  private let stage = MapStage()
  private var map: MapView { stage.map }

  @Test func `A map view starts the polling by showing a session and stops it by hiding`() async {
    map.show(stage.session)
    #expect(stage.session.state == .active)
    #expect(stage.session.hostMapView === map)
    #expect(stage.session.tripModel.state == .active)
    await waitWhile(stage.session.journey.trip == nil)
    #expect(stage.transport.requests.count == 1)
    map.hide(stage.session)
    #expect(stage.session.state == .inactive)
    #expect(stage.session.tripModel.state == .inactive)
    #expect(map.activeSessions.isEmpty)
    #expect(stage.snapshot(at: 1).scene == MapScene())
  }

  @Test func `A map view shows a session once, and on one map`() {
    map.show(stage.session)
    map.show(stage.session)
    #expect(map.activeSessions.count == 1)
    let other = MapView()
    other.show(stage.session)
    #expect(map.activeSessions.isEmpty)
    #expect(stage.session.hostMapView === other)
    other.hideAllMapViewSessions()
    #expect(stage.session.hostMapView == nil)
  }

  @Test func `A map view notifies its delegates`() {
    final class Delegate: MapViewDelegate, MapViewSessionDelegate {
      var initialized: [String] = []
      var tapped: [CustomizableMarkerType] = []
      var states: [MapViewSessionState] = []
      func mapViewDidInitialize(_ mapView: MapView) { initialized.append("initialized") }
      func mapViewDidInitializeCustomerState(_ mapView: MapView) {
        initialized.append("customer state")
      }
      func mapView(
        _ mapView: MapView, didTapConsumerMarker marker: MapMarker,
        markerType: CustomizableMarkerType
      ) -> Bool {
        tapped.append(markerType)
        return true
      }
      func mapViewSession(_ session: any MapViewSession, didUpdate state: MapViewSessionState) {
        states.append(state)
      }
    }
    let delegate = Delegate()
    let map = MapView()
    map.delegate = delegate
    stage.session.delegate = delegate
    map.resize(to: GridSize(columns: 0, rows: 5))
    #expect(delegate.initialized.isEmpty)
    map.resize(to: GridSize(columns: 40, rows: 10))
    map.resize(to: GridSize(columns: 41, rows: 10))
    #expect(delegate.initialized == ["initialized", "customer state"])
    map.show(stage.session)
    stage.set(SampleRide.arrived)
    map.advance(to: .zero)
    #expect(map.tap(at: GridPoint(column: 20, row: 5))?.isHandled == true)
    #expect(delegate.tapped == [.tripVehicle])
    #expect(map.tap(at: GridPoint(column: 0, row: 0)) == nil)
    map.hide(stage.session)
    #expect(delegate.states == [.active, .inactive])
  }

  @Test(
    arguments: [
      (SampleRide.new, .wholeTrip),
      (SampleRide.toPickup(), .vehicleToPickup),
      (SampleRide.arrived, .pickup),
      (SampleRide.toStop(), .vehicleToStopAndDropoff(1)),
      (SampleRide.atStop, .stop(1)),
      (SampleRide.riding, .vehicleToDropoff),
      (SampleRide.complete, .wholeTrip),
      (SampleRide.trip(.canceled), .wholeTrip),
      (SampleRide.trip(.enrouteToPickup), .wholeTrip),
      (SampleRide.trip(.unknown("99")), .wholeTrip),
    ] as [(Trip, Steering)]
  )
  func `A map view frames by status`(trip: Trip, steering: Steering) throws {
    stage.show()
    stage.set(trip)
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.steering == steering)
    #expect(snapshot.isAutoCamera)
    let viewport = Viewport(
      camera: try #require(snapshot.camera), rect: Rect(column: 0, row: 0, columns: 49, rows: 18))
    if let vehicle = snapshot.vehicle { #expect(viewport.cell(of: vehicle) != nil) }
    if steering == .wholeTrip {
      for place in [SampleRide.pickup, SampleRide.stop, SampleRide.dropoff] {
        #expect(viewport.cell(of: place) != nil)
      }
    }
  }

  @Test func `A small map view shows only the next stop`() {
    let stage = MapStage(columns: 40, rows: 6)
    stage.show()
    stage.set(SampleRide.toStop())
    #expect(stage.snapshot(at: 0).steering == .vehicleToStop(1))
  }

  @Test func `A map view shows 250 m around an arrival`() throws {
    stage.show()
    stage.set(SampleRide.arrived)
    let camera = try #require(stage.snapshot(at: 0).camera)
    let high = camera.metersPerDot * 18 * 4
    #expect(abs(high - 500) < 5)
    #expect(camera.center.meters(to: SampleRide.pickup) < 1)
  }

  @Test func `A map view has no camera before it has a trip or a size`() {
    stage.show()
    #expect(stage.snapshot(at: 0) == MapSnapshot())
    let map = MapView()
    #expect(map.advance(to: .zero) == MapSnapshot())
    #expect(!map.pan(columns: 1, rows: 0))
    #expect(!map.zoom(by: 1))
    #expect(!map.fitTrip())
    #expect(!map.centerOnVehicle())
    #expect(map.isAllowCameraAutoUpdate)
  }

  @Test func `A map view eases from one framing to the next`() throws {
    stage.show()
    stage.set(SampleRide.new)
    let first = stage.snapshot(at: 0)
    #expect(!first.isMoving)
    stage.set(SampleRide.arrived, at: 1)
    let start = stage.snapshot(at: 1)
    #expect(start.camera == first.camera)
    #expect(start.isMoving)
    #expect(start.nextChange == .milliseconds(1_100))
    let middle = try #require(stage.snapshot(at: 1.25).camera)
    let end = stage.snapshot(at: 1.5)
    #expect(middle != first.camera && middle != end.camera)
    #expect(!end.isMoving)
    #expect(end.nextChange == nil)
  }

  @Test func `A map view does not ease when motion is reduced`() {
    map.isReducedMotion = true
    stage.show()
    stage.set(SampleRide.new)
    let first = stage.snapshot(at: 0)
    stage.set(SampleRide.arrived, at: 1)
    let second = stage.snapshot(at: 1)
    #expect(second.camera != first.camera)
    #expect(!second.isMoving)
  }

  @Test func `A map view rests while the vehicle stays in the middle`() {
    stage.show()
    stage.set(SampleRide.toPickup())
    let first = stage.snapshot(at: 0)
    for step in 1...4 {
      stage.set(
        SampleRide.toPickup(.meters(east: -1_000, north: -900 + Double(step) * 40)),
        at: Double(step) * 5)
      let next = stage.snapshot(at: Double(step) * 5 + 2)
      #expect(next.camera == first.camera)
      #expect(next.scene != first.scene)
    }
  }

  @Test func `A map view follows when the ideal zoom is another`() throws {
    stage.show()
    stage.set(SampleRide.toPickup())
    let first = try #require(stage.snapshot(at: 0).camera)
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -300)), at: 5)
    _ = stage.snapshot(at: 5)
    let second = try #require(stage.snapshot(at: 6).camera)
    #expect(second.zoom > first.zoom + 0.5)
  }

  @Test func `A map view follows a vehicle that leaves the middle`() throws {
    stage.show()
    stage.set(SampleRide.toPickup())
    let first = stage.snapshot(at: 0)
    stage.set(SampleRide.toPickup(.meters(east: -700, north: -1_050)), at: 5)
    _ = stage.snapshot(at: 5)
    let second = stage.snapshot(at: 6)
    #expect(second.camera != first.camera)
    let camera = try #require(second.camera)
    let vehicle = try #require(second.vehicle)
    let viewport = Viewport(camera: camera, rect: Rect(column: 0, row: 0, columns: 49, rows: 18))
    #expect(viewport.shows(vehicle, inMiddle: 0.7))
  }

  @Test func `A map view leaves the camera to the user who moves it`() throws {
    stage.show()
    stage.set(SampleRide.toPickup())
    let first = try #require(stage.snapshot(at: 0).camera)
    #expect(map.pan(columns: 6, rows: 0))
    #expect(!map.isAllowCameraAutoUpdate)
    #expect(!map.pan(columns: 0, rows: 2))
    let free = stage.snapshot(at: 1)
    #expect(free.steering == .free)
    #expect(!free.isAutoCamera)
    let camera = try #require(free.camera)
    let expected = first.panned(byColumns: 6, rows: 2)
    #expect(camera.center.meters(to: expected.center) < 0.01)
    stage.set(SampleRide.arrived, at: 2)
    #expect(stage.snapshot(at: 5).camera == free.camera)
    map.isAllowCameraAutoUpdate = true
    _ = stage.snapshot(at: 6)
    let framed = stage.snapshot(at: 7)
    #expect(framed.steering == .pickup)
    #expect(framed.camera != free.camera)
  }

  @Test func `A map view frames the trip once when it is free from the start`() throws {
    map.isAllowCameraAutoUpdate = false
    stage.show()
    stage.set(SampleRide.new)
    let first = stage.snapshot(at: 0)
    #expect(first.camera != nil)
    #expect(first.steering == .free)
    stage.set(SampleRide.arrived, at: 5)
    _ = stage.snapshot(at: 5)
    #expect(stage.snapshot(at: 6).camera == first.camera)
  }

  @Test func `A map view adds up moves between two pictures`() throws {
    stage.show()
    stage.set(SampleRide.new)
    let first = try #require(stage.snapshot(at: 0).camera)
    map.pan(columns: 3, rows: 0)
    map.pan(columns: 3, rows: 1)
    let second = try #require(stage.snapshot(at: 1).camera)
    let expected = first.panned(byColumns: 6, rows: 1)
    #expect(second.center.meters(to: expected.center) < 0.01)
  }

  @Test func `A map view magnifies around a cell`() throws {
    stage.show()
    stage.set(SampleRide.new)
    let first = try #require(stage.snapshot(at: 0).camera)
    #expect(map.zoom(by: 0.5, at: GridPoint(column: 10, row: 3)))
    let second = try #require(stage.snapshot(at: 0).camera)
    #expect(second.zoom == first.zoom + 0.5)
    #expect(second.center != first.center)
  }

  @Test func `A map view fits the trip and centers the vehicle on request`() throws {
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    #expect(map.fitTrip())
    _ = stage.snapshot(at: 1)
    let whole = try #require(stage.snapshot(at: 2).camera)
    let viewport = Viewport(camera: whole, rect: Rect(column: 0, row: 0, columns: 49, rows: 18))
    for place in [SampleRide.pickup, SampleRide.dropoff, SampleRide.depot] {
      #expect(viewport.cell(of: place) != nil)
    }
    #expect(!map.centerOnVehicle())
    _ = stage.snapshot(at: 3)
    let centered = try #require(stage.snapshot(at: 4).camera)
    #expect(centered.center.meters(to: SampleRide.depot) < 1)
    #expect(centered.zoom == whole.zoom)
    map.resetCamera()
    _ = stage.snapshot(at: 5)
    #expect(stage.snapshot(at: 6).camera != centered)
    #expect(!map.isAllowCameraAutoUpdate)
  }

  @Test func `A map view reframes when its size changes, unless the camera is free`() {
    stage.show()
    stage.set(SampleRide.new)
    let first = stage.snapshot(at: 0)
    map.resize(to: GridSize(columns: 20, rows: 8))
    _ = stage.snapshot(at: 1)
    let second = stage.snapshot(at: 2)
    #expect(second.camera != first.camera)
    map.pan(columns: 1, rows: 0)
    let free = stage.snapshot(at: 3)
    map.resize(to: GridSize(columns: 60, rows: 20))
    #expect(stage.snapshot(at: 4).camera == free.camera)
  }

  @Test func `A map view moves with its vehicle and then rests`() throws {
    stage.show()
    stage.set(SampleRide.toPickup(speed: 10))
    let first = stage.snapshot(at: 0)
    #expect(first.isMoving)
    let next = try #require(first.nextChange)
    #expect(next >= .milliseconds(100) && next <= .seconds(1))
    let later = stage.snapshot(at: 5)
    #expect(later.vehicle != first.vehicle)
    let rested = stage.snapshot(at: 20)
    #expect(!rested.isMoving)
    #expect(stage.snapshot(at: 30) == rested)
  }

  @Test func `A map view draws no vehicle once the trip has ended`() {
    stage.show()
    stage.set(SampleRide.riding)
    #expect(stage.snapshot(at: 0).vehicle != nil)
    stage.set(SampleRide.complete, at: 5)
    #expect(stage.snapshot(at: 5).vehicle == nil)
  }

  @Test(arguments: [GridSize(columns: 1, rows: 1), GridSize(columns: 0, rows: 0)])
  func `A map view works in any size`(size: GridSize) {
    map.resize(to: size)
    stage.show()
    for trip in [SampleRide.new, SampleRide.toPickup(), SampleRide.arrived, SampleRide.complete] {
      stage.set(trip)
      _ = stage.snapshot(at: 1)
    }
  }

  @Test func `A map view ignores invalid places`() {
    stage.show()
    let bad = Coordinate(latitude: .nan, longitude: 540)
    var trip = SampleRide.trip(.enrouteToPickup, vehicle: bad, route: [bad, bad])
    trip.pickupPoint = TerminalLocation(point: bad)
    trip.dropoffPoint = nil
    trip.intermediateDestinations = []
    stage.set(trip)
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.camera == nil)
    #expect(snapshot.scene.markers.isEmpty)
  }
}
