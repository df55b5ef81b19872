internal import FleetEngine

/// What the start or end of polls has to tell.
struct PollReport: Sendable {
  /// The newest trip, if one came.
  var trip: PreparedTrip?
  /// What changed since the report before.
  var fields: TripPropertyFields = []
  /// The newest failures, in their order.
  var errors: [FleetEngineError] = []
  /// How polling goes now.
  var status: PollingStatus

  /// Adds what a later report tells.
  ///
  /// A reader that is late gets the newest trip with all changes since it last looked.
  func appending(_ later: PollReport) -> PollReport {
    var sum = self
    sum.trip = later.trip ?? trip
    sum.fields.formUnion(later.fields)
    sum.errors = (errors + later.errors).suffix(8)
    sum.status = later.status
    return sum
  }

  /// The report for somebody who has heard nothing so far.
  var replay: PollReport {
    PollReport(trip: trip, fields: trip?.properties ?? [], status: status)
  }
}
