import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The documentation of JSON lines` {
  private let moment = PlainNarration.Moment(now: .seconds(102), wall: SampleRide.wall)

  /// Every line that a ride can bring.
  private func lines() throws -> [JSONLine] {
    var polling = PollingStatus()
    polling.lastAnswerAt = .seconds(100)
    polling.nextPollAt = .seconds(105)
    polling.consecutiveFailures = 1
    polling.promised.note(SampleRide.toPickup)
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "", httpStatus: 503)
    var placed = SampleRide.toStop
    for index in placed.remainingWaypoints.indices {
      placed.remainingWaypoints[index].location = TerminalLocation(point: SampleRide.stop)
    }
    let record = TripJSONLines(tripName: SampleView.tripName, at: moment)
    let vehicle = try VehicleName(providerID: "p", vehicleID: "v")
    var moves = MovedPlaces()
    moves.update(placed)
    placed.intermediateDestinations[0] = TerminalLocation(point: SampleRide.pickup)
    moves.update(placed)
    return [
      SampleRide.new, SampleRide.toPickup, SampleRide.atPickup, SampleRide.toStop,
      SampleRide.inTraffic, SampleRide.atStop, SampleRide.toDropoff, SampleRide.complete,
      SampleRide.canceled, SampleRide.afterAnother, placed,
    ].map { record.line($0, polling, moves: moves) } + [
      // An hour later, when the estimates have passed.
      TripJSONLines(
        tripName: SampleView.tripName,
        at: PlainNarration.Moment(
          now: moment.now + .seconds(3_600), wall: moment.wall + .seconds(3_600))
      ).line(SampleRide.toStop, polling), record.line(error, polling, backend: "b"),
      TripJSONLines(vehicle: vehicle, at: moment).line(error, polling, backend: "b"),
      record.endLine(SampleRide.complete, polling),
    ]
  }

  @Test func `The documentation of JSON lines lists each member that a ride prints`() throws {
    let document = try DocumentedMembers()
    for line in try lines() { #expect(try document.unknown(in: line.text) == [], "\(line.text)") }
  }

  @Test func `The documentation of JSON lines lists only members that a ride prints`() throws {
    let document = try DocumentedMembers()
    var printed: [String: Set<String>] = [:]
    for line in try lines() {
      let (type, names) = try DocumentedMembers.members(of: line.text)
      printed[type, default: []].formUnion(names)
    }
    for type in ["trip", "error", "end"] {
      #expect(document[type].subtracting(printed[type] ?? []) == [])
      #expect(!document[type].isEmpty)
    }
  }

  @Test func `The check of the documentation of JSON lines finds an undocumented member`() throws {
    let document = try DocumentedMembers()
    let line = #"{"v":1,"type":"end","waypoints":[{"odd":1}],"vehicle":{"id":"v"}}"#
    #expect(try document.unknown(in: line) == ["waypoints[].odd", "vehicle.id"])
  }
}
