internal import FleetEngine
internal import HTTPMessages

/// The result of a poll, merged into the trip that was known when the poll began.
///
/// It is created where the response is decoded, off any actor. It is an object, so that a waiting
/// poller reserves no memory for a whole trip; there may be a thousand pollers.
final class PollOutcome: Sendable {
  let trip: PreparedTrip?
  /// The trip as the server sent it.
  let sent: Trip?
  /// The properties that changed.
  let fields: TripPropertyFields
  /// The failure; nil if there is a trip.
  let error: FleetEngineError?
  let timings: HTTPTimings?
  let bodyBytes: Int?
  let serverDate: String?
  /// The last request and its response, if they are recorded.
  let exchange: RecordedExchange?

  init(
    _ response: FleetEngineResponse<Trip>, after last: PreparedTrip?, _ exchange: RecordedExchange?,
    _ hasRoomForRoutes: ((_ points: Int) -> Bool)? = nil
  ) {
    self.exchange = exchange
    var completed = response.value.completed(from: last?.trip)
    if hasRoomForRoutes?(completed.routePoints) == false { completed.dropRoutes() }
    let whole = PreparedTrip(completed)
    trip = whole
    sent = response.value
    fields = last.map { whole.differences(from: $0) } ?? whole.properties
    error = nil
    (timings, bodyBytes) = (response.timings, response.bodyBytes)
    serverDate = response.serverDate
  }

  init(_ error: FleetEngineError, _ exchange: RecordedExchange? = nil) {
    self.exchange = exchange
    (trip, sent, fields) = (nil, nil, [])
    self.error = error
    (timings, bodyBytes) = (nil, nil)
    serverDate = error.serverDate
  }
}
