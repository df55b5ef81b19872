import FleetEngine
import Geo
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) struct `A speed profile` {
  private static let start = Coordinate(latitude: 45, longitude: 7)
  private static let straight = [start, start.destination(bearing: 90, meters: 1_000)]
  private static let corner = straight + [straight[1].destination(bearing: 0, meters: 500)]

  private static func profile(
    _ points: [Coordinate], traffic: [RoadStretch] = [], factor: Double = 1
  ) -> SpeedProfile {
    SpeedProfile(
      path: Polyline(points), traffic: traffic, limits: .init(cruising: 15), speedFactor: factor)
  }

  @Test func `A speed profile starts and ends at rest`() {
    let profile = Self.profile(Self.straight)
    #expect(profile.motion(at: .zero) == (0, 0))
    #expect(profile.motion(at: profile.duration).speed == 0)
    #expect(abs(profile.motion(at: profile.duration).meters - 1_000) < 0.01)
  }

  @Test func `A speed profile has the duration of constant acceleration to the cruising speed`() {
    // 15 m/s is reached after 62.5 m and left 51.1 m before the end.
    let ramps: Double = 15 / 1.8 + 15 / 2.2
    let cruise: Double = (1_000 - 62.5 - 51.1) / 15
    let expected = ramps + cruise
    #expect(abs(Self.profile(Self.straight).duration.inSeconds - expected) < 0.5)
  }

  @Test(arguments: [straight, corner])
  func `A speed profile never exceeds its limits and never goes back`(points: [Coordinate]) {
    let profile = Self.profile(points)
    var last = profile.motion(at: .zero)
    for tenth in 1...Int(profile.duration.inSeconds * 10) {
      let motion = profile.motion(at: .milliseconds(tenth * 100))
      #expect(motion.meters >= last.meters)
      #expect(motion.speed <= 15.001)
      #expect(motion.speed - last.speed <= 0.19)
      #expect(last.speed - motion.speed <= 0.23)
      last = motion
    }
  }

  @Test func `A speed profile slows down for a corner`() {
    let profile = Self.profile(Self.corner)
    let atCorner = profile.duration - profile.remainingTime(atMeters: 1_000)
    #expect(profile.motion(at: atCorner).speed < 9)
  }

  @Test func `A speed profile slows down in a jam`() {
    let jam = RoadStretch(style: .trafficJam, offsetMeters: 300, lengthMeters: 300)
    let free = Self.profile(Self.straight)
    let jammed = Self.profile(Self.straight, traffic: [jam])
    #expect(jammed.duration > free.duration + .seconds(15))
  }

  @Test(arguments: [0.0, 3, 50, 400.5, 997, 1_400])
  func `A speed profile has a remaining time that is the inverse of its motion`(meters: Double) {
    let profile = Self.profile(Self.corner)
    let elapsed = profile.duration - profile.remainingTime(atMeters: meters)
    #expect(abs(profile.motion(at: elapsed).meters - meters) < 0.01)
  }

  @Test func `A speed profile is N times as fast in a world of speed N`() {
    let one = Self.profile(Self.corner)
    let four = Self.profile(Self.corner, factor: 4)
    #expect(abs(one.duration.inSeconds / 4 - four.duration.inSeconds) < 0.001)
    let (slow, fast) = (one.motion(at: .seconds(20)), four.motion(at: .seconds(5)))
    #expect(abs(slow.meters - fast.meters) < 0.01)
    #expect(abs(slow.speed * 4 - fast.speed) < 0.01)
  }

  @Test(arguments: [[], [start], [start, start]])
  func `A speed profile stands still on a path without length`(points: [Coordinate]) {
    let profile = Self.profile(points)
    #expect(profile.duration == .zero)
    #expect(profile.motion(at: .seconds(5)) == (0, 0))
    #expect(profile.remainingTime(atMeters: .nan) == .zero)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0])
  func `A speed profile replaces impossible limits by its defaults`(value: Double) {
    let limits = SpeedProfile.Limits(
      cruising: value, acceleration: value, braking: value, cornering: value)
    #expect(limits == SpeedProfile.Limits())
  }
}

@Suite(.limited) struct `A drive simulation` {
  private static let start = Coordinate(latitude: 45, longitude: 7)
  private static let path = [start, start.destination(bearing: 90, meters: 300)]

  @Test func `A drive simulation reports the driven speed in a world of any speed`() throws {
    let slow = try #require(DriveSimulation(along: Self.path))
    let fast = try #require(DriveSimulation(along: Self.path, speedFactor: 10))
    let driven = slow.moment(at: slow.duration / 2).speed
    #expect(driven > 5)
    #expect(abs(fast.moment(at: fast.duration / 2).speed - driven) < 0.01)
  }

  @Test func `A drive simulation has a place, heading and speed at any moment`() throws {
    let drive = try #require(DriveSimulation(along: Self.path))
    let middle = drive.moment(at: drive.duration / 2)
    #expect(abs(middle.heading - 90) < 1)
    #expect(middle.speed > 10)
    #expect(!middle.hasArrived)
    let end = drive.moment(at: drive.duration + .seconds(9))
    #expect(end.hasArrived)
    #expect(end.coordinate.meters(to: Self.path[1]) < 0.01)
  }

  @Test(arguments: [
    [], [start], [start, start], [start, Coordinate(latitude: .nan, longitude: 0)],
  ]) func `A drive simulation needs a path with a length`(points: [Coordinate]) {
    #expect(DriveSimulation(along: points) == nil)
  }

  @Test(arguments: [(0.1, 1.0), (4, 4), (100, 20), (.nan, 1), (.infinity, 20)])
  func `A drive simulation clamps the speed factor`(asked: Double, used: Double) throws {
    let bounded = try #require(DriveSimulation(along: Self.path, speedFactor: asked))
    let expected = try #require(DriveSimulation(along: Self.path, speedFactor: used))
    #expect(bounded == expected)
  }
}
