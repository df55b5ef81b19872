import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A map of several sessions` {
  private let stage = MapStage()
  private var map: MapView { stage.map }
  private let far = Coordinate.meters(east: 4_000, north: -2_500)

  /// The sample ride and one whose vehicle is far to its south-east.
  private func showTwo(speed: Double = 0) -> JourneySharingSession {
    stage.show()
    stage.set(SampleRide.toPickup(speed: speed))
    let other = stage.showAnother("t2")
    stage.set(farTrip(speed: speed), of: other)
    return other
  }

  private func farTrip(speed: Double = 0) -> Trip {
    var trip = SampleRide.trip(
      .enrouteToDropoff, vehicle: far, speed: speed,
      route: [far, far.destination(bearing: 90, meters: 900)])
    trip.pickupPoint = TerminalLocation(point: far)
    trip.intermediateDestinations = []
    trip.dropoffPoint = TerminalLocation(point: far.destination(bearing: 90, meters: 900))
    return trip
  }

  @Test func `A map of several sessions draws all of them`() {
    _ = showTwo()
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.scene.markers.count == snapshot.markerSubjects.count)
    let trips = ["providers/p/trips/t1", "providers/p/trips/t2"]
    #expect(
      snapshot.markerSubjects == [
        MarkerSubject(.tripPickupPoint, tripName: trips[0]),
        MarkerSubject(.intermediateDestination, stopNumber: 1, tripName: trips[0]),
        MarkerSubject(.tripDropoffPoint, tripName: trips[0]),
        MarkerSubject(.tripVehicle, tripName: trips[0]),
        MarkerSubject(.tripPickupPoint, tripName: trips[1]),
        MarkerSubject(.tripDropoffPoint, tripName: trips[1]),
        MarkerSubject(.tripVehicle, tripName: trips[1]),
      ])
  }

  @Test
  func `A map of several sessions shows the vehicles, places and routes of all on the screen`()
    throws
  {
    let other = showTwo()
    func shown() throws -> (vehicles: Int, dropoffs: Int, dots: Int) {
      let snapshot = stage.snapshot(at: 0)
      var frame = Frame(size: GridSize(columns: 80, rows: 24))
      MapRenderer(showsScaleBar: false).draw(
        snapshot.scene, camera: try #require(snapshot.camera), into: &frame, rect: frame.bounds)
      let text = frame.rows.joined()
      let dots = text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
      return (text.count { "↑↗→↘↓↙←↖".contains($0) }, text.count { $0 == "D" }, dots)
    }
    let both = try shown()
    #expect(both.vehicles == 2 && both.dropoffs == 2)
    stage.map.hide(other)
    let one = try shown()
    #expect(one.vehicles == 1 && one.dropoffs == 1)
    #expect(one.dots > 0 && both.dots > 0)
  }

  @Test func `A map of several sessions frames all of them, and who is left once one is hidden`()
    throws
  {
    let other = showTwo()
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.steering == .trips(2))
    let viewport = try stage.viewport(at: 0)
    for place in [SampleRide.depot, SampleRide.pickup, far] {
      #expect(viewport.shows(place, inMiddle: Framing.calmPart))
    }
    map.hide(other)
    _ = stage.snapshot(at: 1)
    let left = try stage.viewport(at: 2)
    #expect(stage.snapshot(at: 2).steering == .vehicleToPickup)
    #expect(left.cell(of: SampleRide.pickup) != nil)
    #expect(left.cell(of: far) == nil)
    map.hideAllMapViewSessions()
    #expect(stage.snapshot(at: 3).scene == MapScene())
    #expect(stage.snapshot(at: 3).steering == nil)
  }

  @Test func `A map of several sessions leaves out of the frame a trip that has no place yet`() {
    stage.show()
    stage.set(SampleRide.toPickup())
    let alone = stage.snapshot(at: 0)
    _ = stage.showAnother("t2")
    #expect(stage.snapshot(at: 1).steering == .vehicleToPickup)
    #expect(stage.snapshot(at: 2).camera == alone.camera)
  }

  @Test func `A map of several sessions moves every vehicle, and wakes for the faster one`() throws
  {
    let other = showTwo(speed: 10)
    let first = stage.snapshot(at: 0)
    let second = stage.snapshot(at: 5)
    let vehicles = first.markerSubjects.indices.filter {
      first.markerSubjects[$0].type == .tripVehicle
    }
    #expect(vehicles.count == 2)
    for index in vehicles {
      #expect(first.scene.markers[index].coordinate != second.scene.markers[index].coordinate)
    }
    let vehicle = try #require(second.vehicle)
    #expect(second.scene.markers[vehicles[1]].coordinate == vehicle)
    #expect(abs(vehicle.meters(to: far) - 50) < 1)
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -850)), at: 5)
    stage.set(farTrip(speed: 30), at: 5, of: other)
    _ = stage.snapshot(at: 6)
    let last = stage.snapshot(at: 7)
    let camera = try #require(last.camera)
    let dot = Duration.seconds(camera.metersPerDot / 30)
    #expect(last.nextChange == .seconds(7) + max(.milliseconds(100), min(.seconds(1), dot)))
  }

  @Test func `A map of several sessions has the vehicle of the session shown last that has one`()
    throws
  {
    let other = showTwo()
    #expect(try #require(stage.snapshot(at: 0).vehicle).meters(to: far) < 1)
    var trip = farTrip()
    trip.status = .complete
    stage.set(trip, at: 1, of: other)
    #expect(try #require(stage.snapshot(at: 1).vehicle).meters(to: SampleRide.depot) < 1)
    #expect(map.centerOnVehicle())
    _ = stage.snapshot(at: 2)
    let camera = try #require(stage.snapshot(at: 3).camera)
    #expect(camera.center.meters(to: SampleRide.depot) < 1)
  }

  @Test func `A map of several sessions follows whichever vehicle leaves the middle`() throws {
    let other = showTwo()
    let first = stage.snapshot(at: 0)
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -850)), at: 5)
    _ = stage.snapshot(at: 5)
    #expect(stage.snapshot(at: 6).camera == first.camera)
    var trip = farTrip()
    trip.lastLocation = VehicleLocation(location: far.destination(bearing: 180, meters: 1_500))
    stage.set(trip, at: 10, of: other)
    _ = stage.snapshot(at: 10)
    #expect(stage.snapshot(at: 11).camera != first.camera)
  }

  @Test func `A map of several sessions fits all known places of all sessions`() throws {
    let other = showTwo()
    _ = stage.snapshot(at: 0)
    #expect(map.fitTrip())
    _ = stage.snapshot(at: 1)
    let viewport = try stage.viewport(at: 2)
    for place in stage.session.journey.places + other.journey.places {
      #expect(viewport.cell(of: place.coordinate) != nil)
    }
  }

  @Test
  func `A map of several sessions shows the surroundings of two arrivals that are near each other`()
    throws
  {
    stage.show()
    stage.set(SampleRide.arrived)
    let alone = try #require(stage.snapshot(at: 0).camera)
    let other = stage.showAnother("t2")
    stage.set(SampleRide.arrived, of: other)
    #expect(stage.snapshot(at: 1).steering == .trips(2))
    let camera = try #require(stage.snapshot(at: 2).camera)
    #expect(abs(camera.zoom - alone.zoom) < 0.5)
    #expect(camera.center.meters(to: SampleRide.pickup) < 5)
  }
}
