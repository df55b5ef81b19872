internal import FleetEngine
internal import HTTPMessages

extension TripPoller {
  /// The result of a poll, merged into the trip that was held when it began.
  ///
  /// It is made where the response is decoded, off any actor. It is an object, so that a poller
  /// that only waits, and a thousand of them do, keeps no room for a whole trip.
  final class Outcome: Sendable {
    let trip: PreparedTrip?
    /// What changed.
    let fields: TripPropertyFields
    /// Why there is no trip.
    let error: FleetEngineError?
    let timings: HTTPTimings?
    let bodyBytes: Int?
    let serverDate: String?

    init(_ answer: Answer<Trip>, after last: PreparedTrip?) {
      let whole = PreparedTrip(answer.value.completed(from: last?.trip))
      trip = whole
      fields = last.map { whole.differences(from: $0) } ?? whole.properties
      error = nil
      (timings, bodyBytes) = (answer.timings, answer.bodyBytes)
      serverDate = answer.serverDate
    }

    init(_ error: FleetEngineError) {
      (trip, fields) = (nil, [])
      self.error = error
      (timings, bodyBytes) = (nil, nil)
      serverDate = error.serverDate
    }
  }
}

extension PollingStep {
  init(_ step: ExchangeProgress.Step) {
    self =
      switch step {
      case .token: .token
      case .connecting, .turn: .connecting
      case .answer: .answer
      }
  }
}
