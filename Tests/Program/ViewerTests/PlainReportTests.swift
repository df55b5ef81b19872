import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The plain report` {
  private func report(_ trip: Trip, age: Int = 2) -> PlainReport {
    var polling = PollingStatus()
    polling.lastAnswerAt = .seconds(100)
    polling.lastAnswerWallTime = SampleRide.wall - .seconds(age)
    return PlainReport(
      trip: trip, tripName: SampleView.tripName, polling: polling, now: .seconds(100 + age),
      wall: SampleRide.wall, settings: ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 7_200))
    )
  }

  @Test func `The plain report describes a ride line by line`() {
    #expect(
      report(SampleRide.toStop).lines.map(\.description) == [
        "trip       providers/demo-project/trips/ride-2041",
        "status     ENROUTE_TO_INTERMEDIATE_DESTINATION (on the way to stop 1)",
        "next       stop 1, 14:36 (4 min)",
        "drop-off   14:46 (14 min)",
        "remaining  5.1 km",
        "vehicle    demo-vehicle-1, 45.45800 9.18200, 34 km/h E, fix 2 s ago",
        "data       14:32:05, fresh",
      ])
  }

  @Test func `The plain report describes a completed ride`() {
    #expect(
      report(SampleRide.complete, age: 16).lines.map(\.description).suffix(5) == [
        "status     COMPLETE (trip complete)", "pickup     14:20", "drop-off   14:46",
        "vehicle    demo-vehicle-1, 45.45800 9.18200, 0 km/h E, fix 2 s ago",
        "data       14:31:51, old",
      ])
  }

  @Test(arguments: [
    (SampleRide.toPickup, "ride-2041 ENROUTE_TO_PICKUP, ETA 14:36 (data from 14:32:05)"),
    (SampleRide.new, "ride-2041 NEW (data from 14:32:05)"),
    (SampleRide.complete, "ride-2041 COMPLETE 14:46, 26 min"),
    (SampleRide.canceled, "ride-2041 CANCELED"),
  ]) func `The plain report summarizes a ride in one line`(_ trip: Trip, line: String) {
    #expect(report(trip).summary.description == line)
  }

  @Test func `The plain report never calls an arrival in the past now, and names a quiet vehicle`()
  {
    var trip = SampleRide.toPickup
    let past = SampleRide.wall - .seconds(480)
    (trip.pickupTime, trip.dropoffTime) = (past, past + .seconds(120))
    trip.etaToFirstWaypoint = past
    trip.remainingWaypoints = []
    trip.lastLocation?.updateTime = SampleRide.wall - .seconds(500)
    let lines = report(trip).lines.map(\.description)
    #expect(lines.contains("next       pickup, -- (was 14:24)"))
    #expect(lines.contains("drop-off   -- (was 14:26)"))
    #expect(lines.last == "data       14:32:05, fresh, vehicle quiet for 8 min")
    #expect(report(trip).summary.description.contains("ETA was 14:24"))
  }

  @Test func `The plain report contains no escape sequences`() {
    var trip = SampleRide.toPickup
    trip.vehicleID = "\u{1B}[31mred\u{202E}"
    trip.status = .unknown("\u{1B}]0;x\u{7}")
    let text = report(trip).lines.map(\.description).joined()
    #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
  }
}
