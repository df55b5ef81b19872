import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

@Suite(.limited)
struct `Disturbed locations` {
  private static let start = Coordinate(latitude: 45, longitude: 7)
  private static let fixes = (0..<2_000).map { second in
    LocationFix(
      start.destination(bearing: 90, meters: Double(second) * 10),
      time: Timestamp(seconds: 1_700_000_000 + Int64(second)),
      speed: 10
    )
  }

  private static func disturbed(_ disturbance: LocationDisturbance) -> [LocationFix] {
    Array(DisturbedLocations(fixes, disturbance))
  }

  @Test func `Disturbed locations equal the source's without disturbances`() {
    #expect(Self.disturbed(LocationDisturbance(seed: 1)) == Self.fixes)
    let none = LocationDisturbance(noise: .nan, dropoutChance: -1, pauseChance: .nan, seed: 1)
    #expect(Self.disturbed(none) == Self.fixes)
  }

  @Test func `Disturbed locations depend only on the seed`() {
    func all(_ seed: UInt64) -> [LocationFix] {
      Self.disturbed(
        LocationDisturbance(noise: 5, dropoutChance: 0.01, pauseChance: 0.01, seed: seed)
      )
    }
    #expect(all(7) == all(7))
    #expect(all(7) != all(8))
  }

  @Test func `The noise determines how far disturbed locations are from the source's`() {
    let noisy = Self.disturbed(LocationDisturbance(noise: 8, seed: 3))
    #expect(noisy.count == Self.fixes.count)
    let distances = zip(noisy, Self.fixes).map { $0.place.meters(to: $1.place) }
    let mean = distances.reduce(0, +) / Double(distances.count)
    // The mean of a Rayleigh distribution is 1.2533 of its parameter.
    #expect(abs(mean - 8 * 1.2533) < 0.5)
    #expect(noisy.allSatisfy { $0.accuracy == 8 && $0.place.isValid })
    #expect(noisy.map(\.time) == Self.fixes.map(\.time))
  }

  @Test func `Disturbed locations are silent for as long as a dropout lasts`() throws {
    let dropout = LocationDisturbance(
      dropoutChance: 0.005,
      dropoutDuration: .seconds(20),
      seed: 11
    )
    let heard = try Self.disturbed(dropout).map { try #require($0.time) }
    let gaps = zip(heard, heard.dropFirst()).map { $1 - $0 }.filter { $0 > .seconds(1) }
    #expect(gaps.count > 3)
    // From the last location before it to the first after it; two may follow each other.
    #expect(gaps.allSatisfy { $0 >= .seconds(21) })
    #expect(gaps.min() == .seconds(21))
    let always = LocationDisturbance(dropoutChance: 1, seed: 1)
    #expect(Self.disturbed(always).isEmpty)
  }

  @Test func `Disturbed locations stay in place during a pause and continue later`() throws {
    let pause = LocationDisturbance(pauseChance: 0.005, pauseDuration: .seconds(30), seed: 5)
    let disturbed = Self.disturbed(pause)
    let standing = disturbed.filter { $0.speed == 0 }
    #expect(standing.count > 60)
    #expect(standing.count % 30 == 0)
    #expect(disturbed.filter { $0.speed != 0 }.map(\.place) == Self.fixes.map(\.place))
    let times = try disturbed.map { try #require($0.time) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .seconds(1) })
    #expect(disturbed.count == Self.fixes.count + standing.count)
  }

  @Test func `Disturbed locations count as a second apart without times`() {
    let untimed = Self.fixes.prefix(100).map { LocationFix($0.place) }
    let dropout = LocationDisturbance(dropoutChance: 0.05, dropoutDuration: .seconds(10), seed: 2)
    let heard = Array(DisturbedLocations(untimed, dropout))
    #expect(heard.count < 95)
    #expect(heard.allSatisfy { $0.time == nil })
  }

  @Test(.enabled(if: TestData.trace("munich-20min-1hz") != nil))
  func `Disturbed locations of a real drive stay near it`() async throws {
    let path = try #require(TestData.trace("munich-20min-1hz"))
    let recording = try await LocationRecording.read(path, vehicleID: "")
    let line = Polyline(recording.path)
    let noisy = DisturbedLocations(recording.fixes, LocationDisturbance(noise: 5, seed: 9))
    for fix in noisy {
      let near = try #require(line.nearestPosition(to: fix.place))
      #expect(near.metersOff < 40)
    }
  }
}
