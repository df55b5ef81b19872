import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A camera moved by code` {
  private let stage = MapStage()
  private var map: MapView { stage.map }
  private let elsewhere = Camera(center: .meters(east: 9_000, north: 4_000), zoom: 12)

  @Test func `A moved camera is nil until the map has content, then the shown view`() {
    #expect(map.camera == nil)
    stage.show()
    #expect(map.camera == nil)
    stage.set(SampleRide.new)
    let camera = stage.snapshot(at: 0).camera
    #expect(camera != nil)
    #expect(map.camera == camera)
  }

  @Test func `A camera moved by code jumps and stays automatic until the trip changes`() throws {
    stage.show()
    stage.set(SampleRide.toPickup(speed: 10))
    let first = stage.snapshot(at: 0)
    map.moveCamera(to: elsewhere)
    #expect(map.camera == elsewhere)
    #expect(map.isAllowCameraAutoUpdate)
    for second in [0.1, 1, 4] {
      let snapshot = stage.snapshot(at: second)
      #expect(snapshot.camera == elsewhere)
      #expect(snapshot.isAutoCamera)
      #expect(snapshot.steering == nil)
    }
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -860)), at: 5)
    _ = stage.snapshot(at: 5)
    let followed = stage.snapshot(at: 6)
    #expect(followed.steering == .vehicleToPickup)
    let (center, old) = (try #require(followed.camera).center, try #require(first.camera).center)
    #expect(center.meters(to: old) < 300)
  }

  @Test func `A camera moved by code eases to its target and stays there`() throws {
    stage.show()
    stage.set(SampleRide.toPickup())
    let first = try #require(stage.snapshot(at: 0).camera)
    map.animate(to: elsewhere)
    #expect(map.camera == first)
    #expect(stage.snapshot(at: 1).camera == first)
    let middle = stage.snapshot(at: 1.25)
    #expect(middle.isMoving)
    #expect(middle.camera != first && middle.camera != elsewhere)
    #expect(stage.snapshot(at: 1.5).camera == elsewhere)
    #expect(stage.snapshot(at: 9).camera == elsewhere)
    #expect(map.isAllowCameraAutoUpdate)
  }

  @Test func `A camera moved by code does not ease when motion is reduced`() {
    map.isReducedMotion = true
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    map.animate(to: elsewhere)
    #expect(stage.snapshot(at: 1).camera == elsewhere)
  }

  @Test(
    arguments: [
      { map, _ in map.resetCamera() },
      { map, _ in map.resize(to: GridSize(columns: 48, rows: 18)) },
      { map, _ in
        map.isAllowCameraAutoUpdate = false
        map.isAllowCameraAutoUpdate = true
      },
      { map, session in
        map.hide(session)
        map.show(session)
        session.tripModel.unregisterSubscriber(session)
        let fields = Trip.propertyDifferences(between: nil, and: SampleRide.arrived)
        session.journey.update(PreparedTrip(SampleRide.arrived), fields, receivedAt: .zero)
      },
    ] as [@MainActor (MapView, JourneySharingSession) -> Void])
  func `A camera moved by code is replaced when a trip is followed`(
    _ change: @MainActor (MapView, JourneySharingSession) -> Void
  ) {
    stage.show()
    stage.set(SampleRide.arrived)
    _ = stage.snapshot(at: 0)
    map.moveCamera(to: elsewhere)
    #expect(stage.snapshot(at: 1).camera == elsewhere)
    change(map, stage.session)
    _ = stage.snapshot(at: 2)
    #expect(stage.snapshot(at: 3).steering == .pickup)
    #expect(stage.snapshot(at: 3).camera != elsewhere)
  }

  @Test func `A camera moved by code stays in place while it is not automatic`() {
    map.isAllowCameraAutoUpdate = false
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    map.moveCamera(to: elsewhere)
    stage.set(SampleRide.arrived, at: 5)
    #expect(stage.snapshot(at: 5).camera == elsewhere)
    #expect(stage.snapshot(at: 6).steering == .free)
  }

  @Test func `Gestures start from the camera that was set before a trip`() {
    map.moveCamera(to: elsewhere)
    #expect(map.camera == elsewhere)
    #expect(stage.snapshot(at: 0).camera == elsewhere)
    #expect(map.pan(columns: 4, rows: 0))
    #expect(!map.isAllowCameraAutoUpdate)
    #expect(stage.snapshot(at: 1).camera == elsewhere.panned(byColumns: 4, rows: 0))
  }

  @Test func `A camera moved by code follows the last of several commands`() {
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    map.animate(to: Camera(center: SampleRide.dropoff, zoom: 9))
    map.moveCamera(to: elsewhere)
    _ = stage.snapshot(at: 1)
    #expect(stage.snapshot(at: 2).camera == elsewhere)
  }
}

@MainActor @Suite(.limited) struct `A map with covered columns` {
  private let stage = MapStage(columns: 90, rows: 20)
  private var map: MapView { stage.map }

  /// The columns of the places, in the camera that the map has reached.
  private func columns(of places: [Coordinate]) throws -> [Int] {
    try cells(of: places).map(\.column)
  }

  private func cells(of places: [Coordinate]) throws -> [GridPoint] {
    _ = stage.snapshot(at: 8)
    let viewport = try stage.viewport(at: 10)
    return try places.map { try #require(viewport.cell(of: $0)) }
  }

  @Test(arguments: [0, 21, 40, 60])
  func `A map with covered columns shows the ride in the other columns`(covered: Int) throws {
    map.resize(to: GridSize(columns: 90, rows: 20), coveredColumns: covered)
    stage.show()
    stage.set(SampleRide.toPickup())
    let shown = try columns(of: [SampleRide.depot, SampleRide.pickup])
    #expect(shown.allSatisfy { (0..<90 - covered).contains($0) })
    map.fitTrip()
    let places = [SampleRide.depot, SampleRide.pickup, SampleRide.dropoff]
    #expect(try columns(of: places).allSatisfy { (0..<90 - covered).contains($0) })
  }

  @Test(arguments: [0, 7, 20, 33])
  func `A map with covered rows shows the ride in the other rows`(covered: Int) throws {
    map.resize(to: GridSize(columns: 60, rows: 40), coveredRows: covered)
    stage.show()
    stage.set(SampleRide.toPickup())
    let shown = try cells(of: [SampleRide.depot, SampleRide.pickup])
    #expect(shown.allSatisfy { (0..<40 - covered).contains($0.row) })
    map.fitTrip()
    let places = [SampleRide.depot, SampleRide.pickup, SampleRide.dropoff]
    #expect(try cells(of: places).allSatisfy { (0..<40 - covered).contains($0.row) })
  }

  @Test func `A map with covered columns moves the ride when the columns become free`() throws {
    map.resize(to: GridSize(columns: 90, rows: 20), coveredColumns: 50)
    stage.show()
    stage.set(SampleRide.toPickup())
    let before = try columns(of: [SampleRide.pickup])[0]
    map.resize(to: GridSize(columns: 90, rows: 20))
    #expect(try columns(of: [SampleRide.pickup])[0] > before)
  }

  @Test func `A map with covered columns keeps a camera that code or the user has moved`() {
    stage.show()
    stage.set(SampleRide.toPickup())
    _ = stage.snapshot(at: 0)
    map.isAllowCameraAutoUpdate = false
    let camera = stage.snapshot(at: 1).camera
    map.resize(to: GridSize(columns: 90, rows: 20), coveredColumns: 50)
    #expect(stage.snapshot(at: 3).camera == camera)
    map.resize(to: GridSize(columns: 90, rows: 20), coveredColumns: .max)
    map.resize(to: GridSize(columns: 90, rows: 20), coveredColumns: .min)
    #expect(stage.snapshot(at: 4).camera == camera)
  }
}
