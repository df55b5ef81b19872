import FleetEngine
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `Reasons why no vehicle is shown` {
  private static let now = Timestamp(seconds: 1_000_000)

  private func diagnosis(_ json: String) throws -> Diagnosis {
    Diagnosis(
      try WireJSON.decode(Vehicle.self, from: Array("{\(json)}".utf8)), id: "v", now: Self.now)
  }

  private static func location(_ age: Int64) -> String {
    #""lastLocation":{"location":{"latitude":1,"longitude":2},"updateTime":"\#(now - .seconds(age))"}"#
  }

  @Test(arguments: [
    (
      #""vehicleState":"OFFLINE""#,
      "Vehicle v is OFFLINE, has no active trip and has not reported a location yet.", 4
    ),
    (
      #""vehicleState":"ONLINE","currentTrips":["a"],\#(location(3))"#,
      "Vehicle v is ONLINE, has the trip a and reported its location 3 s ago.", 0
    ),
    (
      #""vehicleState":"ONLINE","currentTrips":["a","b","c","d"],\#(location(300))"#,
      "Vehicle v is ONLINE, has 4 trips (a, b, c and 1 more) and reported its location 5 min ago.",
      2
    ),
    (
      #""vehicleState":"ONLINE",\#(location(-60))"#,
      "Vehicle v is ONLINE, has no active trip and reports a location from 60 s in the future.", 2
    ),
  ]) func `The reason why no vehicle is shown is one sentence, with what to do`(
    json: String, sentence: String, advice: Int
  ) throws {
    let diagnosis = try diagnosis(json)
    #expect(diagnosis.sentence == sentence)
    #expect(diagnosis.advice.count == advice)
    #expect(diagnosis.mark == (advice == 0 ? .ok : .warning))
  }
}
