import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `The traveled route` {
  private let stage = MapStage()

  private var route: [Coordinate] { stage.session.journey.traveled.coordinates }

  @Test func `The traveled route begins with the ride and follows routes around corners`() {
    stage.set(SampleRide.toPickup())
    stage.set(SampleRide.arrived, at: 5)
    #expect(route.isEmpty)
    var trip = SampleRide.riding
    stage.set(trip, at: 10)
    #expect(route == [.meters(east: 500, north: 0)])
    trip.lastLocation?.location = .meters(east: 1_000, north: 400)
    stage.set(trip, at: 15)
    let corner = Coordinate.meters(east: 1_000, north: 0)
    #expect(route.contains { $0.meters(to: corner) < 1 })
    stage.set(SampleRide.complete, at: 20)
    #expect(route.last.map { $0.meters(to: SampleRide.dropoff) < 1 } == true)
    #expect(abs(Polyline(route).lengthInMeters - 1_300) < 10)
  }

  @Test func `The traveled route is straight where the vehicle has left its route`() {
    var trip = SampleRide.riding
    stage.set(trip)
    trip.lastLocation?.location = .meters(east: 500, north: -600)
    stage.set(trip, at: 5)
    #expect(route == [.meters(east: 500, north: 0), .meters(east: 500, north: -600)])
  }

  @Test func `The traveled route stays on the map of a ride that is over`() throws {
    stage.show()
    stage.set(SampleRide.riding)
    stage.set(SampleRide.complete, at: 5)
    let scene = stage.snapshot(at: 6).scene
    #expect(scene.polylines.count == 1)
    #expect(scene.polylines.first?.path.count ?? 0 > 1)
    // It has the color that the route had.
    #expect(scene.polylines.first?.role == .activeRoute(nil))
    #expect(scene.polylines.first?.style.cellStyle == ColorTable(Appearance())[.route])
  }

  @Test func `The traveled route is empty for a ride that was not observed`() {
    stage.show()
    stage.set(SampleRide.complete)
    #expect(route.isEmpty)
    #expect(stage.snapshot(at: 1).scene.polylines.isEmpty)
  }

  @Test func `The traveled route keeps a bounded number of its newest points`() {
    var bounded = TraveledRoute(mostPoints: 100)
    var trip = SampleRide.riding
    for index in 0...250 {
      trip.lastLocation?.location = .meters(east: Double(index % 2) * 50, north: Double(index))
      bounded.update(trip, after: nil)
      #expect(bounded.coordinates.count <= 100)
    }
    #expect(bounded.coordinates.count >= 50)
    #expect(bounded.coordinates.last == .meters(east: 0, north: 250))
  }
}
