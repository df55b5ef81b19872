import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A marker of a map` {
  /// Records taps and returns a configured result.
  private final class Delegate: MapViewDelegate {
    var answer = false
    var tapped: [CustomizableMarkerType] = []
    var markers: [MapMarker] = []

    func mapView(
      _ mapView: MapView, didTapConsumerMarker marker: MapMarker, markerType: CustomizableMarkerType
    ) -> Bool {
      tapped.append(markerType)
      markers.append(marker)
      return answer
    }
  }

  private let stage = MapStage()
  private let delegate = Delegate()
  private var map: MapView { stage.map }

  init() { stage.map.delegate = delegate }

  private func cell(_ place: Coordinate, at seconds: Double = 0) throws -> GridPoint {
    try #require(try stage.viewport(at: seconds).cell(of: place))
  }

  @Test
  func `A marker of a map shows where the vehicle stops for others, and cannot be chosen there`()
    throws
  {
    stage.show()
    let elsewhere = Coordinate.meters(east: -400, north: 300)
    var trip = SampleRide.toStop()
    let own = trip.remainingWaypoints
    trip.remainingWaypoints =
      [
        TripWaypoint(location: TerminalLocation(point: elsewhere), tripID: "t2", type: .pickup),
        TripWaypoint(location: TerminalLocation(point: elsewhere), tripID: "t2", type: .dropoff),
        TripWaypoint(location: nil, tripID: "t3", type: .dropoff),
      ] + own
    stage.set(trip)
    map.isAllowCameraAutoUpdate = false
    map.fitTrip()
    _ = stage.snapshot(at: 0)
    let snapshot = stage.snapshot(at: 1)
    #expect(snapshot.scene.markers.count == snapshot.markerSubjects.count + 1)
    #expect(snapshot.scene.markers.last?.coordinate == elsewhere)
    #expect(map.tap(at: try cell(elsewhere, at: 1)) == nil)
    trip.status = .complete
    stage.set(trip)
    let after = stage.snapshot(at: 2)
    #expect(after.scene.markers.count == after.markerSubjects.count)
  }

  @Test func `A tapped marker of a map is reported to the delegate with its type`() throws {
    map.myLocation = .meters(east: 300, north: 600)
    stage.show()
    stage.set(SampleRide.toStop())
    map.isAllowCameraAutoUpdate = false
    map.fitTrip()
    _ = stage.snapshot(at: 0)
    _ = stage.snapshot(at: 1)
    let places = [
      (SampleRide.pickup, CustomizableMarkerType.tripPickupPoint),
      (SampleRide.stop, .intermediateDestination), (SampleRide.dropoff, .tripDropoffPoint),
      (.meters(east: -700, north: 0), .tripVehicle), (.meters(east: 300, north: 600), .unknown),
    ]
    for (place, type) in places {
      let tap = try #require(map.tap(at: cell(place, at: 1)))
      #expect(tap.subject.type == type)
      #expect(!tap.isHandled)
      #expect(!tap.endsAutoCamera)
    }
    #expect(delegate.tapped == places.map(\.1))
    for (marker, place) in zip(delegate.markers, places) {
      #expect(marker.coordinate.meters(to: place.0) < 1)
    }
  }

  @Test func `A marker of a map is the nearest, even below a higher one`() throws {
    stage.show()
    stage.set(SampleRide.arrived)
    let pickup = try cell(SampleRide.pickup)
    let vehicle = try cell(.meters(east: -1_000, north: -30))
    #expect(vehicle.row == pickup.row + 1)
    #expect(vehicle.column == pickup.column)
    #expect(map.tap(at: pickup)?.subject.type == .tripPickupPoint)
    #expect(map.tap(at: vehicle)?.subject.type == .tripVehicle)
    let above = GridPoint(column: pickup.column, row: pickup.row - 1)
    #expect(map.tap(at: above)?.subject.type == .tripPickupPoint)
  }

  @Test func `A marker that was moved aside is hit where it is drawn`() throws {
    stage.show()
    let place = SampleRide.pickup
    var trip = SampleRide.arrived
    trip.lastLocation = VehicleLocation(location: place, heading: 0, speed: 0)
    trip.route = nil
    stage.set(trip)
    let vehicle = try cell(place)
    #expect(map.tap(at: vehicle)?.subject.type == .tripVehicle)
    #expect(
      map.tap(at: GridPoint(column: vehicle.column + 3, row: vehicle.row))?.subject.type
        == .tripPickupPoint)
  }

  @Test(arguments: [(2, 0, true), (3, 0, true), (4, 0, false), (0, 1, true), (0, 2, false)])
  func `A marker of a map is within reach of a tap next to it`(
    columns: Int, rows: Int, isHit: Bool
  ) throws {
    stage.show()
    stage.set(SampleRide.new)
    let place = try cell(SampleRide.dropoff)
    // Its three cells end one column from the place.
    let point = GridPoint(column: place.column - columns, row: place.row + rows)
    #expect((map.tap(at: point)?.subject.type == .tripDropoffPoint) == isHit)
    #expect(delegate.tapped.isEmpty == !isHit)
  }

  @Test(arguments: [(-1, 3), (49, 3), (5, 18), (5, -1), (.max, .max), (.min, .min)])
  func `A marker of a map is not hit outside of the map`(column: Int, row: Int) {
    stage.show()
    stage.set(SampleRide.new)
    _ = stage.snapshot(at: 0)
    #expect(map.tap(at: GridPoint(column: column, row: row)) == nil)
  }

  @Test func `A marker of a map out of sight is hit at its name and brought into sight`() throws {
    stage.show()
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -600)))
    let snapshot = stage.snapshot(at: 0)
    let rects = MapRenderer().markerRects(
      of: snapshot.scene, camera: try #require(snapshot.camera),
      rect: Rect(column: 0, row: 0, columns: 49, rows: 18))
    let index = try #require(snapshot.markerSubjects.firstIndex { $0.type == .tripDropoffPoint })
    let name = try #require(rects[index])
    let tap = try #require(map.tap(at: name.origin))
    #expect(tap.subject.type == .tripDropoffPoint)
    #expect(tap.endsAutoCamera)
    #expect(!map.isAllowCameraAutoUpdate)
    _ = stage.snapshot(at: 1)
    let viewport = try stage.viewport(at: 2)
    #expect(viewport.shows(SampleRide.dropoff, inMiddle: 0.1))
    #expect(stage.snapshot(at: 2).camera?.zoom == snapshot.camera?.zoom)
  }

  @Test func `A tapped marker is chosen, and stays when the delegate handled the tap`() {
    stage.show()
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -600)))
    let first = stage.snapshot(at: 0)
    delegate.answer = true
    let dropoff = MarkerSubject(.tripDropoffPoint, tripName: "providers/p/trips/t1")
    #expect(
      map.choose(dropoff) == MarkerTap(subject: dropoff, isHandled: true, endsAutoCamera: false))
    #expect(delegate.tapped == [.tripDropoffPoint])
    #expect(map.isAllowCameraAutoUpdate)
    #expect(stage.snapshot(at: 1).camera == first.camera)
    #expect(map.choose(MarkerSubject(.tripDropoffPoint)) == nil)
    #expect(map.choose(MarkerSubject(.intermediateDestination, stopNumber: 2)) == nil)
    #expect(delegate.tapped.count == 1)
    delegate.answer = false
    #expect(map.choose(dropoff)?.endsAutoCamera == true)
  }

  @Test
  func `A marker of a map can be chosen without a delegate, and not before there is a picture`() {
    map.delegate = nil
    let pickup = MarkerSubject(.tripPickupPoint, tripName: "providers/p/trips/t1")
    stage.show()
    stage.set(SampleRide.new)
    #expect(map.choose(pickup) == nil)
    _ = stage.snapshot(at: 0)
    #expect(map.choose(pickup)?.isHandled == false)
  }
}
