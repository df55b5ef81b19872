import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `A camera that follows` {
  private let stage = MapStage()

  private func camera(at second: Double) throws -> Camera {
    _ = stage.snapshot(at: second)
    return try #require(stage.snapshot(at: second + 1).camera)
  }

  /// The cameras while a vehicle drives to the pickup, one for each report.
  private func approach() throws -> [Camera] {
    stage.show()
    return try stride(from: -900.0, through: -30, by: 30).enumerated().map { index, north in
      let second = Double(index) * 5
      stage.set(SampleRide.toPickup(.meters(east: -1_000, north: north)), at: second)
      return try camera(at: second)
    }
  }

  @Test func `A camera that follows moves rarely, and when its content is half as large`() throws {
    let cameras = try approach()
    let moves = zip(cameras, cameras.dropFirst()).filter { $0 != $1 }
    #expect((1...2).contains(moves.count))
    for (from, to) in moves { #expect(to.zoom - from.zoom > Framing.calmZoom) }
  }

  @Test func `A camera that follows moves less where motion is reduced`() throws {
    stage.map.isReducedMotion = true
    let cameras = try approach()
    let moves = zip(cameras, cameras.dropFirst()).filter { $0 != $1 }
    #expect(moves.count <= 1)
    for (from, to) in moves { #expect(to.zoom - from.zoom > Framing.reducedCalmZoom) }
  }

  @Test func `A camera never zooms in past a place that the vehicle has reached`() throws {
    let last = try #require(try approach().last)
    stage.set(SampleRide.arrived, at: 500)
    let arrived = try camera(at: 500)
    #expect(last.zoom <= arrived.zoom)
    #expect(arrived.zoom - last.zoom <= Framing.calmZoom)
  }

  @Test
  func `A camera that follows stays at a place that is in its middle and as near as it should be`()
    throws
  {
    stage.show()
    stage.set(SampleRide.toPickup(.meters(east: -1_000, north: -150)))
    let before = try camera(at: 0)
    stage.set(SampleRide.arrived, at: 5)
    #expect(try camera(at: 5) == before)
    #expect(stage.snapshot(at: 7).steering == .pickup)
    // Reading the view loads it.
    stage.map.resetCamera()
    let asked = try camera(at: 8)
    #expect(asked != before)
    #expect(asked.center.meters(to: SampleRide.pickup) < 1)
  }

  @Test func `A camera that follows keeps all of its content in view`() throws {
    stage.show()
    let rect = Rect(column: 0, row: 0, columns: 49, rows: 18)
    let rides: [Trip] =
      [SampleRide.new, SampleRide.toPickup()]
      + stride(from: -800.0, to: 0, by: 100).map {
        SampleRide.toPickup(.meters(east: -1_000, north: $0))
      } + [SampleRide.arrived, SampleRide.toStop(), SampleRide.atStop, SampleRide.riding]
    for (index, trip) in rides.enumerated() {
      stage.set(trip, at: Double(index) * 5)
      let camera = try camera(at: Double(index) * 5)
      let viewport = Viewport(camera: camera, rect: rect)
      let vehicle = trip.lastLocation?.location
      #expect(vehicle.map { viewport.cell(of: $0) != nil } ?? true, "ride \(index)")
      let pickups: [TripStatus] = [.new, .enrouteToPickup, .arrivedAtPickup]
      if pickups.contains(trip.status) {
        #expect(viewport.cell(of: SampleRide.pickup) != nil, "ride \(index)")
      }
    }
  }

  @Test func `A camera that follows moves in few frames if a redraw is expensive`() throws {
    let from = Camera(center: SampleRide.pickup, zoom: 12)
    let to = Camera(center: SampleRide.stop, zoom: 15)
    var animation = CameraAnimation()
    animation.jump(to: from)
    func nextChange(after milliseconds: Int) -> Duration? {
      animation.nextChange(after: .milliseconds(milliseconds), frameTime: .milliseconds(100))
    }
    animation.go(to: to, at: .seconds(7), motion: .steps(2))
    let moments = stride(from: 7_000, through: 7_600, by: 10).map { Duration.milliseconds($0) }
    let pictures = Set(moments.compactMap { animation.camera(at: $0) })
    #expect(pictures.count == 2)
    #expect(!pictures.contains(from) && pictures.contains(to))
    #expect(nextChange(after: 7_000) == .milliseconds(7_250))
    #expect(animation.camera(at: .milliseconds(7_250)) == to)
    #expect(nextChange(after: 7_250) == nil)
    animation.go(to: from, at: .seconds(8), motion: .smooth)
    #expect(animation.camera(at: .seconds(8)) == to)
    #expect(nextChange(after: 8_000) == .milliseconds(8_100))
    animation.go(to: to, at: .seconds(9), motion: .jump)
    #expect(animation.camera(at: .seconds(9)) == to)
  }
}
