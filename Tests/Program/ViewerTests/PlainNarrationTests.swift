import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A ride described in sentences` {
  private static let settings = ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 7_200))

  private func moment(_ seconds: Int) -> PlainNarration.Moment {
    PlainNarration.Moment(now: .seconds(seconds), wall: SampleRide.wall + .seconds(seconds))
  }

  private func narration() -> PlainNarration {
    PlainNarration(tripName: SampleView.tripName, settings: Self.settings)
  }

  private func failed(_ count: Int, _ code: RPCCode = .unavailable) -> PollingStatus {
    var polling = PollingStatus()
    polling.totalUpdates = 1
    polling.lastAnswerAt = .zero
    polling.lastAnswerWallTime = SampleRide.wall
    polling.consecutiveFailures = count
    polling.failingSince = .seconds(18)
    polling.lastError = FleetEngineError(operation: "GetTrip", code: code, message: "")
    return polling
  }

  @Test func `A ride described in sentences has the next place and the ETAs`() {
    var narration = narration()
    #expect(
      narration.lines(for: SampleRide.toStop, at: moment(0)).map(\.description) == [
        "14:32:07 On the way to stop 1. Stop 1 at 14:36, in 4 minutes. "
          + "Drop-off at 14:46, in 14 minutes. 5.1 kilometers left."
      ])
  }

  @Test(arguments: [-600, 0, 600])
  func `A ride described in sentences has its ETAs by the server's clock from the first line on`(
    offset: Int
  ) {
    var narration = narration()
    var polling = PollingStatus()
    polling.serverClockOffset = .seconds(offset)
    (polling.lastAnswerAt, polling.lastAnswerWallTime) = (.zero, SampleRide.wall)
    var trip = SampleRide.toStop
    trip.etaToFirstWaypoint = trip.etaToFirstWaypoint.map { $0 + .seconds(offset) }
    for index in trip.remainingWaypoints.indices {
      trip.remainingWaypoints[index].eta = trip.remainingWaypoints[index].eta.map {
        $0 + .seconds(offset)
      }
    }
    trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(offset) }
    let line = narration.lines(for: trip, polling, at: moment(0))[0].description
    #expect(line.contains("in 4 minutes") && line.contains("in 14 minutes"), "\(line)")
  }

  @Test func `A ride described in sentences repeats no sentence`() {
    var narration = narration()
    _ = narration.lines(for: SampleRide.toStop, at: moment(0))
    #expect(narration.lines(for: SampleRide.toStop, at: moment(5)).isEmpty)
    #expect(narration.status(at: moment(5)).count == 1)
    #expect(narration.remembered.count == 1)
  }

  @Test func `A ride described in sentences reports a changed ETA at most every fifteen seconds`() {
    var narration = narration()
    var trip = SampleRide.toStop
    _ = narration.lines(for: trip, at: moment(0))
    trip.dropoffTime = SampleRide.at(minutes: 17)
    #expect(narration.lines(for: trip, at: moment(5)).isEmpty)
    let lines = narration.lines(for: trip, at: moment(15)).map(\.description)
    #expect(lines.count == 1)
    #expect(lines[0].contains("Drop-off at 14:49, in 17 minutes"))
    #expect(narration.lines(for: trip, at: moment(60)).isEmpty)
  }

  @Test func `A ride described in sentences reports a lost connection and its recovery once`() {
    var narration = narration()
    var trip = SampleRide.toStop
    trip.lastLocation = nil
    _ = narration.lines(for: trip, at: moment(0))
    let lost = narration.lines(for: failed(1), at: moment(18)).map(\.description)
    #expect(
      lost == [
        "14:32:25 Connection problem: the server is not available. Retrying automatically. "
          + "Last data 14:32:07."
      ])
    #expect(narration.lines(for: failed(2), at: moment(20)).isEmpty)
    var good = failed(0)
    good.lastError = nil
    (good.lastAnswerAt, good.lastAnswerWallTime) = (.seconds(49), SampleRide.wall + .seconds(49))
    #expect(
      narration.lines(for: good, at: moment(49)).map(\.description) == [
        "14:32:56 Connected again after 31 seconds."
      ])
  }

  @Test func `A ride described in sentences reports an error that needs the user's action`() {
    var narration = narration()
    let line = narration.lines(for: failed(1, .permissionDenied), at: moment(1))[0].description
    #expect(line.hasPrefix("14:32:08 Action needed: The server refused this token"))
  }

  @Test func `A ride described in sentences reports when the vehicle goes quiet and reports again`()
  {
    var narration = narration()
    var polling = PollingStatus()
    polling.totalUpdates = 1
    _ = narration.lines(for: SampleRide.toStop, at: moment(0))
    #expect(narration.lines(for: polling, at: moment(0)).isEmpty)
    polling.totalUpdates = 2
    #expect(
      narration.lines(for: polling, at: moment(40))[0].description.hasSuffix(
        "The vehicle has not reported its position for 42 seconds."))
    polling.totalUpdates = 3
    #expect(narration.lines(for: polling, at: moment(45)).isEmpty)
    var trip = SampleRide.toStop
    trip.lastLocation?.updateTime = SampleRide.wall + .seconds(50)
    _ = narration.lines(for: trip, at: moment(50))
    polling.totalUpdates = 4
    #expect(narration.lines(for: polling, at: moment(50)).count == 1)
  }

  @Test func `A ride described in sentences ends with a summary of the trip`() {
    var narration = narration()
    let line = narration.lines(for: SampleRide.complete, at: moment(0))[0].description
    #expect(
      line == "14:32:07 The trip is complete. Picked up at 14:20. Dropped off at 14:46. "
        + "The ride took 26 minutes.")
  }

  @Test func `A ride described in sentences reports each new stage`() {
    var narration = narration()
    _ = narration.lines(for: SampleRide.toStop, at: moment(0))
    let lines = narration.lines(for: SampleRide.atStop, at: moment(5)).map(\.description)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("14:32:12 Arrived at stop 1."))
  }
}
