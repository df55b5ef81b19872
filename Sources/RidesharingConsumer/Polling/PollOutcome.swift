internal import FleetEngine
internal import HTTPMessages

/// The result of a poll, merged into the trip that was known when the poll began.
///
/// It is created where the response is decoded, off any actor. It is an object, so that a waiting
/// poller reserves no memory for a whole trip; there may be a thousand pollers.
final class PollOutcome: Sendable {
  let trip: PreparedTrip?
  /// The properties that changed.
  let fields: TripPropertyFields
  /// The failure; nil if there is a trip.
  let error: FleetEngineError?
  let timings: HTTPTimings?
  let bodyBytes: Int?
  let serverDate: String?

  init(_ response: FleetEngineResponse<Trip>, after last: PreparedTrip?) {
    let whole = PreparedTrip(response.value.completed(from: last?.trip))
    trip = whole
    fields = last.map { whole.differences(from: $0) } ?? whole.properties
    error = nil
    (timings, bodyBytes) = (response.timings, response.bodyBytes)
    serverDate = response.serverDate
  }

  init(_ error: FleetEngineError) {
    (trip, fields) = (nil, [])
    self.error = error
    (timings, bodyBytes) = (nil, nil)
    serverDate = error.serverDate
  }
}
