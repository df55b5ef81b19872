import FleetEngine
import Geo
import TestSupport
import Testing

@testable import ConsumerMap

@Suite(.limited) struct `A vehicle between two reports` {
  private let route = Polyline([.meters(east: 0, north: 0), .meters(east: 1_000, north: 0)])

  private func motion(
    east: Double, north: Double = 0, speed: Double?, at seconds: Double = 0,
    after last: VehicleMotion? = nil
  ) throws -> VehicleMotion {
    let report = VehicleLocation(
      location: .meters(east: east, north: north), heading: 33, speed: speed)
    return try #require(
      VehicleMotion(
        report, isSnappable: false, route: route, receivedAt: .seconds(seconds), after: last))
  }

  private func meters(_ motion: VehicleMotion, at seconds: Double) -> Double {
    motion.position(at: .seconds(seconds), isReduced: false).metersFromStart ?? -1
  }

  @Test(arguments: [(0, 100), (2, 120), (9.5, 195), (10, 200), (60, 200), (-5, 100)])
  func `A vehicle between two reports glides at its speed for one report interval at most`(
    seconds: Double, place: Double
  ) throws {
    let motion = try motion(east: 100, speed: 10)
    #expect(abs(meters(motion, at: seconds) - place) < 1)
  }

  @Test func `A vehicle between two reports never passes the route's end`() throws {
    let motion = try motion(east: 950, speed: 30)
    #expect(abs(meters(motion, at: 9) - 1_000) < 2)
    #expect(motion.position(at: .seconds(9), isReduced: false).speed == 0)
  }

  @Test func `A vehicle stops moving one report interval after its last report`() throws {
    let motion = try motion(east: 100, speed: 10)
    #expect(motion.position(at: .seconds(3), isReduced: false).speed == 10)
    #expect(motion.position(at: .seconds(10), isReduced: false).speed == 0)
  }

  @Test func `A vehicle that was stopped between two reports stays there`() throws {
    var motion = try motion(east: 100, speed: 10)
    motion.stop(at: .seconds(4))
    motion.stop(at: .seconds(6))
    #expect(abs(meters(motion, at: 3) - 130) < 1)
    for seconds in [4.0, 7, 60] { #expect(abs(meters(motion, at: seconds) - 140) < 1) }
    #expect(motion.position(at: .seconds(5), isReduced: false).speed == 0)
    // The next report is approached from there.
    let next = try self.motion(east: 200, speed: 10, at: 8, after: motion)
    #expect(abs(meters(next, at: 8) - 140) < 1)
    #expect(abs(meters(next, at: 10) - 220) < 1)
  }

  @Test func `A vehicle stays where it was reported if motion is reduced`() throws {
    let motion = try motion(east: 100, speed: 10)
    let position = motion.position(at: .seconds(5), isReduced: true)
    #expect(abs((position.metersFromStart ?? 0) - 100) < 1)
    #expect(position.speed == 0)
  }

  @Test func `A vehicle's heading follows the route, or the report when off the route`() throws {
    let onRoute = try motion(east: 100, speed: 10).position(at: .zero, isReduced: false)
    #expect(abs((onRoute.heading ?? 0) - 90) < 1)
    let off = try motion(east: 100, north: 90, speed: 10).position(
      at: .seconds(5), isReduced: false)
    #expect(off.heading == 33)
    #expect(off.metersFromStart == nil)
    #expect(off.coordinate == .meters(east: 100, north: 90))
    #expect(off.speed == 0)
  }

  @Test(arguments: [
    (270, 10.0, true), (200, 10, false), (320, 10, true), (0, 10, false), (270, 0.2, false),
  ]) func `A vehicle that drives against the route waits with its own heading`(
    heading: Int, speed: Double, isAgainst: Bool
  ) throws {
    let report = VehicleLocation(
      location: .meters(east: 500, north: 0), heading: heading, speed: speed)
    let motion = try #require(
      VehicleMotion(report, isSnappable: false, route: route, receivedAt: .zero, after: nil))
    let position = motion.position(at: .seconds(5), isReduced: false)
    #expect(abs((position.heading ?? 0) - (isAgainst ? Double(heading) : 90)) < 1)
    #expect(abs((position.metersFromStart ?? 0) - (isAgainst ? 500 : 500 + 5 * speed)) < 2)
    #expect(position.speed == (isAgainst ? 0 : speed))
  }

  @Test(arguments: [-3, Double.nan, .infinity, nil] as [Double?])
  func `A vehicle between two reports does not glide with an invalid speed`(speed: Double?) throws {
    let motion = try motion(east: 100, speed: speed)
    #expect(abs(meters(motion, at: 5) - 100) < 1)
  }

  @Test func `A vehicle between two reports approaches a report that it was ahead of`() throws {
    let first = try motion(east: 100, speed: 10)
    // Shown at 200 m, reported at 150 m.
    let second = try motion(east: 150, speed: 0, at: 10, after: first)
    #expect(abs(meters(second, at: 10) - 200) < 1)
    #expect(abs(meters(second, at: 10.5) - 175) < 1)
    #expect(abs(meters(second, at: 11) - 150) < 1)
    #expect(second.position(at: .seconds(10.5), isReduced: false).speed > 0)
    #expect(second.position(at: .seconds(12), isReduced: false).speed == 0)
  }

  @Test func `A vehicle between two reports jumps to a report that is far away`() throws {
    let first = try motion(east: 100, speed: 0)
    let second = try motion(east: 900, speed: 0, at: 10, after: first)
    #expect(abs(meters(second, at: 10) - 900) < 1)
  }

  @Test func `A vehicle between two reports stays on its branch where a route crosses itself`()
    throws
  {
    let crossing = Polyline([
      .meters(east: 0, north: 0), .meters(east: 400, north: 0), .meters(east: 400, north: 2_000),
      .meters(east: 200, north: 2_000), .meters(east: 200, north: -500),
    ])
    func report(_ north: Double, _ last: VehicleMotion?, at seconds: Double) throws -> VehicleMotion
    {
      try #require(
        VehicleMotion(
          VehicleLocation(location: .meters(east: 202, north: north), speed: 0), isSnappable: true,
          route: crossing, receivedAt: .seconds(seconds), after: last))
    }
    let late = try report(100, nil, at: 0)
    #expect((late.position(at: .zero, isReduced: false).metersFromStart ?? 0) > 4_000)
    let crossingPoint = try report(0, late, at: 20)
    #expect(
      (crossingPoint.position(at: .seconds(30), isReduced: false).metersFromStart ?? 0) > 4_000)
  }

  @Test(arguments: [
    Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 91, longitude: 0),
  ]) func `A vehicle between two reports has no position for an invalid place`(place: Coordinate) {
    let report = VehicleLocation(location: place)
    #expect(
      VehicleMotion(report, isSnappable: true, route: route, receivedAt: .zero, after: nil) == nil)
  }
}
