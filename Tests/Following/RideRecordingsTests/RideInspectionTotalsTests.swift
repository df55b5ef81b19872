import FleetEngine
import RideRecordings
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) struct `The totals of several rides` {
  private static let start = Timestamp(seconds: 1_775_046_720)

  /// A ride of 20 minutes, polled every minute, whose ETA is late by some seconds.
  private static func ride(
    _ status: TripStatus = .complete, late: Int = 0, failures: Int = 0,
    without missing: Range<Int> = 0..<0
  ) -> RideInspection {
    var inspection = RideInspection(limits: [.gap: 90, .missingRoute: 9e9])
    for minute in 0...20 where !missing.contains(minute) {
      let trip = Trip.with {
        $0.status = minute < 20 ? .enrouteToDropoff : status
        $0.dropoffTime = start + .seconds(20 * 60 + late)
      }
      let error = FleetEngineError(operation: "GetTrip", code: .unavailable, message: "no")
      inspection.add(
        RecordedPoll(
          result: minute < failures ? .failure(error) : .trip(trip),
          time: start + .seconds(minute * 60), start: .seconds(minute * 60), duration: .zero))
    }
    inspection.finish()
    return inspection
  }

  @Test func `Rides are counted by their last status and by what was found in them`() {
    let totals = RideInspectionTotals([
      Self.ride(), Self.ride(), Self.ride(.canceled, without: 5..<8),
      Self.ride(failures: 21), Self.ride(without: 3..<6),
    ])
    #expect(totals.rides == 5 && totals.clean == 2)
    #expect(totals.polls == 5 * 21 - 6 && totals.failures == 21)
    #expect(totals.statuses == ["COMPLETE": 3, "CANCELED": 1] && totals.unanswered == 1)
    #expect(totals.findings.map(\.kind) == [.error, .gap])
    #expect(totals.findings.map(\.count) == [21, 2])
    #expect(totals.findings.map(\.rides) == [1, 2])
  }

  @Test func `The error of the ETA is the same whether it was late or early`() {
    let lates = [10, -40, 100]
    func errors(_ lates: [Int]) -> [RideInspectionTotals.EstimateErrors] {
      RideInspectionTotals(lates.map { Self.ride(late: $0) } + [Self.ride(.canceled)])
        .estimateErrors
    }
    // Nobody asked 30 minutes before the arrival.
    #expect(errors(lates).map(\.lead) == [1_200, 900, 600, 300, 120, 60])
    #expect(errors(lates).allSatisfy { $0.rides == 3 && $0.median == 40 && $0.worst == 100 })
    #expect(errors(lates + [-20]).allSatisfy { $0.median == 30 })
    #expect(errors([]).isEmpty)
  }
}
