import DemoAssets
import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

@Suite(.limited) struct `The demo ride` {
  private static var asset: [UInt8] {
    Array(
      UnsafeBufferPointer(start: ridealong_demo_ride_bytes(), count: ridealong_demo_ride_size()))
  }

  private static func scenario(speed: Double = 1) throws -> RideScenario {
    try DemoRide(json: asset).scenario(
      trip: TripName(providerID: "demo", tripID: "t"), vehicleID: "v", speedFactor: speed)
  }

  @Test func `The demo ride is embedded completely`() throws {
    #expect(Self.asset.first == UInt8(ascii: "{"))
    #expect(Self.asset.suffix(2) == Array("}\n".utf8))
  }

  @Test(arguments: ["1e300", "-1", "1e18"])
  func `The demo ride refuses times that no ride has`(_ seconds: String) throws {
    let text = """
      {"timing":{"unassignedSeconds":\(seconds),"newSeconds":9,"atPickupSeconds":9,
      "cruisingMetersPerSecond":15},"toPickup":{"path":[[1,1],[1,2]]},
      "toDropoff":{"path":[[1,2],[1,3]]}}
      """
    #expect(throws: RouteSourceError.self) { try DemoRide(json: Array(text.utf8)) }
  }

  @Test func `The demo ride has two paths of 25 to 80 points that meet at the pickup`() throws {
    let ride = try DemoRide(json: Self.asset)
    #expect((25...80).contains(ride.toPickup.path.count))
    #expect((30...80).contains(ride.toDropoff.path.count))
    #expect(ride.toPickup.path.last == ride.toDropoff.path.first)
    #expect(ride.toDropoff.traffic.contains { $0.style == .trafficJam })
    let length = Polyline(ride.toDropoff.path).lengthInMeters
    #expect(
      ride.toDropoff.traffic.allSatisfy { Double($0.offsetMeters + $0.lengthMeters) < length })
  }

  @Test
  func `The demo ride takes two to three minutes, each status at least 8 s, at most at 60 km/h`()
    throws
  {
    let scenario = try Self.scenario()
    #expect(scenario.duration > .seconds(120))
    #expect(scenario.duration < .seconds(165))
    #expect(scenario.timing.new >= .seconds(8))
    #expect(scenario.timing.atPickup >= .seconds(8))
    #expect((30.0...60).contains(scenario.toPickup.duration.inSeconds))
    #expect((45.0...90).contains(scenario.toDropoff.duration.inSeconds))
    for drive in [scenario.toPickup, scenario.toDropoff] {
      for second in 0..<Int(drive.duration.inSeconds) {
        #expect(drive.moment(at: .seconds(second)).speed * 3.6 <= 60)
      }
    }
  }

  @Test func `The demo ride is faster in a faster world`() throws {
    let ratio = try Self.scenario().duration / Self.scenario(speed: 4).duration
    #expect(abs(ratio - 4) < 0.001)
  }

  @Test(arguments: [
    ("", RouteSourceError.Problem.notJSON),
    ("{}", .unexpectedContent),
    (
      #"{"timing":{"unassignedSeconds":1,"newSeconds":1,"atPickupSeconds":1,"#
        + #""cruisingMetersPerSecond":1},"toPickup":{"path":[[1,2]]},"toDropoff":{"path":[]}}"#,
      .onePlace
    ),
    (
      #"{"timing":{"unassignedSeconds":1,"newSeconds":1,"atPickupSeconds":1,"#
        + #""cruisingMetersPerSecond":1},"toPickup":{"path":[[1,2],[3]]},"toDropoff":{"path":[]}}"#,
      .outOfRange
    ),
  ]) func `A damaged demo ride is refused`(text: String, problem: RouteSourceError.Problem) {
    let error = #expect(throws: RouteSourceError.self) { try DemoRide(json: Array(text.utf8)) }
    #expect(error?.problem == problem)
  }
}
