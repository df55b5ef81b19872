import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A map without a trip` {
  private let stage = MapStage()
  private var map: MapView { stage.map }
  private let chosen = [Coordinate.meters(east: 3_000, north: 0), .meters(east: 4_000, north: 700)]

  private func choosePlaces() {
    map.pickupLocation = TerminalLocation(point: chosen[0])
    map.dropoffLocation = TerminalLocation(point: chosen[1])
  }

  @Test func `A map without a trip shows and frames the places that were chosen`() throws {
    choosePlaces()
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.scene.markers.map(\.coordinate) == chosen)
    #expect(snapshot.scene.markers.map(\.glyph) == [.place("P"), .place("D")])
    #expect(
      snapshot.markerSubjects == [
        MarkerSubject(.tripPickupPoint), MarkerSubject(.tripDropoffPoint),
      ])
    #expect(snapshot.steering == .chosenPlaces)
    let viewport = try stage.viewport(at: 0)
    for place in chosen { #expect(viewport.cell(of: place) != nil) }
    map.dropoffLocation = nil
    _ = stage.snapshot(at: 1)
    let one = stage.snapshot(at: 2)
    #expect(one.scene.markers.map(\.coordinate) == [chosen[0]])
    #expect(try #require(one.camera).center.meters(to: chosen[0]) < 1)
    map.pickupLocation = nil
    #expect(stage.snapshot(at: 3).scene == MapScene())
  }

  @Test func `A map without a trip shows and frames the stops that were chosen, by their numbers`()
    throws
  {
    choosePlaces()
    let stops = [Coordinate.meters(east: 3_200, north: 4_000), .meters(east: 0, north: 100)]
    map.intermediateLocations = stops.map { TerminalLocation(point: $0) }
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.scene.markers.map(\.coordinate) == [chosen[0]] + stops + [chosen[1]])
    #expect(
      snapshot.scene.markers.map(\.glyph) == [.place("P"), .place("1"), .place("2"), .place("D")])
    #expect(snapshot.markerSubjects[2] == MarkerSubject(.intermediateDestination, stopNumber: 2))
    let viewport = try stage.viewport(at: 0)
    for place in stops { #expect(viewport.cell(of: place) != nil) }
    stage.show()
    stage.set(SampleRide.new)
    #expect(stage.snapshot(at: 1).scene.markers.map(\.coordinate).contains(stops[0]) == false)
  }

  @Test
  func `A map shows each chosen place before and after a session, and the trip's places during it`()
  {
    choosePlaces()
    stage.show()
    #expect(stage.snapshot(at: 0).scene.markers.map(\.coordinate) == chosen)
    var trip = SampleRide.new
    trip.dropoffPoint = nil
    trip.intermediateDestinations = []
    stage.set(trip)
    let mixed = stage.snapshot(at: 1).scene.markers.map(\.coordinate)
    #expect(mixed == [SampleRide.pickup, chosen[1]])
    stage.set(SampleRide.new)
    let shown = stage.snapshot(at: 2)
    #expect(
      shown.scene.markers.map(\.coordinate)
        == [SampleRide.pickup, SampleRide.stop, SampleRide.dropoff]
    )
    #expect(shown.steering == .wholeTrip)
    map.hide(stage.session)
    _ = stage.snapshot(at: 3)
    #expect(stage.snapshot(at: 4).scene.markers.map(\.coordinate) == chosen)
    #expect(stage.snapshot(at: 4).steering == .chosenPlaces)
  }

  @Test func `A map without a trip ignores invalid chosen places and locations`() {
    map.pickupLocation = TerminalLocation(point: Coordinate(latitude: .nan, longitude: 0))
    map.dropoffLocation = TerminalLocation(point: nil)
    map.myLocation = Coordinate(latitude: 91, longitude: 0)
    #expect(stage.snapshot(at: 0) == MapSnapshot())
    #expect(map.showMyLocation() == .nothing)
  }

  @Test func `A map without a trip marks the user's location, and moves there on request`() throws {
    #expect(map.showMyLocation() == .nothing)
    map.myLocation = SampleRide.stop
    let marked = stage.snapshot(at: 0)
    #expect(marked.markerSubjects == [MarkerSubject(.unknown)])
    #expect(marked.scene.markers.map(\.glyph) == [.place("@")])
    #expect(marked.camera == nil)
    #expect(map.showMyLocation() == .myLocation)
    let first = try #require(stage.snapshot(at: 1).camera)
    #expect(first.center.meters(to: SampleRide.stop) < 1)
    #expect(first.zoom > 13)
    map.myLocation = SampleRide.dropoff
    map.zoom(by: -3)
    #expect(stage.snapshot(at: 2).camera?.center == first.center)
    #expect(map.showMyLocation() == .myLocation)
    _ = stage.snapshot(at: 3)
    let second = try #require(stage.snapshot(at: 4).camera)
    #expect(second.center.meters(to: SampleRide.dropoff) < 1)
    #expect(second.zoom == first.zoom - 3)
  }

  @Test func `A map without a trip shows the user's own place until a session shows a trip`() throws
  {
    map.myLocation = .meters(east: 9_000, north: 9_000)
    stage.show()
    #expect(map.showMyLocation() == .myLocation)
    stage.set(SampleRide.toPickup())
    #expect(stage.snapshot(at: 0).camera?.center == map.myLocation)
    _ = stage.snapshot(at: 1)
    let framed = try #require(stage.snapshot(at: 2).camera)
    #expect(stage.snapshot(at: 2).steering == .vehicleToPickup)
    map.pan(columns: 200, rows: 0)
    #expect(stage.snapshot(at: 3).camera != framed)
    map.resetCamera()
    _ = stage.snapshot(at: 4)
    let back = try #require(stage.snapshot(at: 5).camera)
    #expect(back.center.meters(to: framed.center) < 1)
    #expect(!map.isAllowCameraAutoUpdate)
    #expect(stage.snapshot(at: 5).markerSubjects.last == MarkerSubject(.unknown))
  }

  @Test func `A map shows the user's location during a session, and then its trip again`() throws {
    map.myLocation = .meters(east: 9_000, north: 9_000)
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    let framed = try #require(stage.snapshot(at: 1).camera)
    #expect(map.showMyLocation() == .myLocation)
    #expect(!map.isAllowCameraAutoUpdate)
    _ = stage.snapshot(at: 2)
    stage.set(SampleRide.riding)
    #expect(stage.snapshot(at: 4).camera?.center == map.myLocation)
    stage.set(SampleRide.toPickup())
    #expect(map.showMyLocation() == .trip)
    #expect(map.isAllowCameraAutoUpdate)
    _ = stage.snapshot(at: 5)
    #expect(try #require(stage.snapshot(at: 7).camera).center.meters(to: framed.center) < 1)
    // A map that the user has moved is no longer at the user's location.
    #expect(map.showMyLocation() == .myLocation)
    _ = stage.snapshot(at: 8)
    map.pan(columns: 20, rows: 0)
    #expect(map.showMyLocation() == .myLocation)
    map.myLocation = nil
    #expect(map.showMyLocation() == .trip)
    #expect(!map.isAllowCameraAutoUpdate)
  }

  @Test func `A map without a trip shows the user's location only if that is enabled`() {
    #expect(!map.settings.myLocationButton)
    map.settings.myLocationButton = true
    #expect(map.settings == MapViewSettings(myLocationButton: true))
  }

  @Test func `A map without a trip notifies only the first late delegate that it is initialized`() {
    final class Delegate: MapViewDelegate {
      var told: [String] = []
      var shownThen: MapSnapshot?
      func mapViewDidInitialize(_ mapView: MapView) {
        told.append("initialized")
        shownThen = mapView.shown
      }
      func mapViewDidInitializeCustomerState(_ mapView: MapView) { told.append("customer state") }
    }
    let (first, second) = (Delegate(), Delegate())
    let map = MapView()
    map.show(stage.session)
    #expect(stage.session.state == .active)
    map.resize(to: GridSize(columns: 40, rows: 10))
    map.delegate = first
    #expect(first.told == ["initialized", "customer state"])
    #expect(first.shownThen == MapSnapshot())
    map.delegate = second
    map.resize(to: GridSize(columns: 50, rows: 10))
    #expect(first.told.count == 2)
    #expect(second.told.isEmpty)
  }

  @Test func `A map without a trip is empty after it was cleared, until it is redrawn`() async {
    choosePlaces()
    map.myLocation = SampleRide.stop
    stage.show()
    var trip = SampleRide.toPickup(speed: 10)
    trip.dropoffPoint = nil
    stage.set(trip)
    let before = stage.snapshot(at: 0)
    #expect(before.scene.polylines.count == 2)
    map.clear()
    let cleared = stage.snapshot(at: 0)
    #expect(cleared.scene.polylines.isEmpty)
    #expect(cleared.markerSubjects == [MarkerSubject(.unknown)])
    #expect(cleared.vehicle == nil)
    #expect(cleared.nextChange == nil)
    #expect(cleared.camera == before.camera)
    #expect(stage.session.state == .active)
    stage.set(SampleRide.toPickup(speed: 10), at: 1)
    #expect(stage.snapshot(at: 1).scene.polylines.isEmpty)
    map.redrawRidesharingOverlays()
    let redrawn = stage.snapshot(at: 1)
    #expect(redrawn.scene.polylines.count == 2)
    #expect(redrawn.scene.markers.count == 5)
    #expect(redrawn.vehicle != nil)
  }

  @Test func `A map without a trip draws what is shown or chosen after it was cleared`() {
    choosePlaces()
    stage.show()
    stage.set(SampleRide.new)
    map.clear()
    let other = stage.showAnother("t2")
    stage.set(SampleRide.toPickup(), of: other)
    #expect(Set(stage.snapshot(at: 0).markerSubjects.map(\.tripName)) == ["providers/p/trips/t2"])
    map.hideAllMapViewSessions()
    #expect(stage.snapshot(at: 1).scene == MapScene())
    map.pickupLocation = TerminalLocation(point: SampleRide.stop)
    #expect(stage.snapshot(at: 2).scene.markers.count == 2)
    stage.show()
    stage.set(SampleRide.new)
    #expect(stage.snapshot(at: 3).scene.markers.count == 3)
  }

  @Test func `A map without a trip prepares the routes again when it is redrawn`() {
    stage.show()
    stage.set(SampleRide.toStop())
    stage.set(SampleRide.toStop(.meters(east: -400, north: 0)), at: 5)
    let before = stage.snapshot(at: 5)
    let traveled = stage.session.journey.traveled
    #expect(traveled.coordinates.count > 1)
    stage.session.journey.activeRoute = RouteAhead()
    #expect(stage.snapshot(at: 5).scene != before.scene)
    map.redrawRidesharingOverlays()
    #expect(stage.snapshot(at: 5).scene == before.scene)
    #expect(stage.session.journey.traveled == traveled)
  }
}
