import FleetEngine
import Foundation
import HTTPMessages
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A JSON line` {
  private let record = TripJSONLines(
    tripName: SampleView.tripName,
    at: PlainNarration.Moment(now: .seconds(102), wall: SampleRide.wall))

  private var polling: PollingStatus {
    var polling = PollingStatus()
    polling.lastAnswerAt = .seconds(100)
    polling.totalUpdates = 7
    return polling
  }

  private func object(_ line: JSONLine) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(line.text.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `A JSON line begins with version, type, time and trip`() {
    #expect(
      record.line(SampleRide.toStop, polling).text.hasPrefix(
        #"{"v":1,"type":"trip","time":"2026-04-01T12:32:07Z","#
          + #""trip":"providers/demo-project/trips/ride-2041","#
          + #""status":"ENROUTE_TO_INTERMEDIATE_DESTINATION","state":"live","age_s":2,"#
          + #""next":{"kind":"stop","index":1,"eta":"2026-04-01T12:36:07Z"}"#))
  }

  @Test func `A JSON line has the vehicle's position and the remaining distance`() throws {
    let trip = try object(record.line(SampleRide.toStop, polling))
    #expect(trip["remaining_m"] as? Int == 5_100)
    let vehicle = try #require(trip["vehicle"] as? [String: Any])
    #expect(vehicle["id"] as? String == "demo-vehicle-1")
    #expect(vehicle["lat"] as? Double == 45.458)
    #expect(vehicle["speed_mps"] as? Double == 9.4)
    #expect(vehicle["fix_age_s"] as? Int == 2)
    #expect((trip["waypoints"] as? [Any])?.count == 2)
  }

  @Test(
    "the age of a position does not change when this machine's clock is set",
    arguments: [-3_600, 0, 3_600]
  )
  func fixAge(_ jump: Int) throws {
    let wall = SampleRide.wall + .seconds(jump)
    let record = TripJSONLines(
      tripName: SampleView.tripName, at: PlainNarration.Moment(now: .seconds(102), wall: wall))
    // The clock was set before the response or since; the response's date shows how far.
    for answered in [wall, SampleRide.wall] {
      var polling = polling
      polling.lastAnswerWallTime = answered + .seconds(-2)
      polling.serverClockOffset = SampleRide.wall - answered
      let trip = try object(record.line(SampleRide.toStop, polling))
      let vehicle = try #require(trip["vehicle"] as? [String: Any])
      #expect(vehicle["fix_age_s"] as? Int == 2)
    }
  }

  @Test func `A JSON line says how late a ride is against the first estimates`() throws {
    var polling = polling
    polling.promised.note(SampleRide.toPickup)
    func late(_ trip: Trip, _ member: String) throws -> Int? {
      (try object(record.line(trip, polling))[member] as? [String: Any])?["late_s"] as? Int
    }
    var trip = SampleRide.toPickup
    #expect(try late(trip, "pickup") == 0)
    for index in trip.remainingWaypoints.indices {
      trip.remainingWaypoints[index].eta = trip.remainingWaypoints[index].eta.map {
        $0 + .seconds(90)
      }
    }
    trip.pickupTime = trip.pickupTime.map { $0 + .seconds(90) }
    trip.dropoffTime = trip.dropoffTime.map { $0 - .seconds(30) }
    #expect(try late(trip, "pickup") == 90)
    #expect(try late(trip, "dropoff") == -30)
    // Nothing was promised of a ride that is seen for the first time.
    #expect(try object(record.endLine(SampleRide.complete, self.polling))["late_s"] == nil)
    let end = try object(record.endLine(SampleRide.complete, polling))
    #expect(end["late_s"] is Int)
  }

  @Test func `A JSON line omits unknown members`() throws {
    let trip = try object(record.line(SampleRide.new, polling))
    #expect(trip["vehicle"] == nil)
    #expect(trip["remaining_m"] == nil)
  }

  @Test func `A JSON line escapes control characters`() throws {
    var hostile = SampleRide.toStop
    let id = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2028}\"\\\u{E0001}é"
    hostile.vehicleID = id
    let line = record.line(hostile, polling)
    #expect(
      !line.text.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || [0x202E, 0x2028].contains($0.value)
      })
    let vehicle = try #require(try object(line)["vehicle"] as? [String: Any])
    #expect(vehicle["id"] as? String == id)
  }

  @Test func `A JSON line for an error has its class and the time of the retry`() throws {
    var polling = polling
    polling.consecutiveFailures = 2
    polling.nextPollAt = .milliseconds(103_100)
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "", httpStatus: 503)
    #expect(
      record.line(error, polling, backend: "fleet").text.hasPrefix(
        #"{"v":1,"type":"error","time":"2026-04-01T12:32:07Z","#
          + #""trip":"providers/demo-project/trips/ride-2041","code":"UNAVAILABLE","#
          + #""class":"retry","http":503,"attempt":2,"retry_in_s":1.1,"age_s":2,"#))
  }

  @Test func `A JSON line for an error names the server`() throws {
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "",
      cause: .transport(HTTPTransportError(.nameNotResolved)))
    let line = try object(record.line(error, polling, backend: "fleet.example.org"))
    #expect(line["message"] as? String == "fleet.example.org was not found.")
  }

  @Test func `The last JSON line of a ride is a summary`() throws {
    let end = try object(record.endLine(SampleRide.complete, polling))
    #expect(end["type"] as? String == "end")
    #expect(end["status"] as? String == "COMPLETE")
    #expect(end["ride_s"] as? Int == 26 * 60)
    #expect(end["updates"] as? Int == 7)
  }
}
