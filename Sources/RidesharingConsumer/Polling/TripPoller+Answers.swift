internal import FleetEngine
internal import HTTPMessages

extension TripPoller {
  /// What came of a request.
  ///
  /// It is an object, so that a poller that only waits, and a thousand of them do, keeps no room for
  /// a whole trip.
  final class Outcome: Sendable {
    let result: Result<Merged, FleetEngineError>

    init(_ result: Result<Merged, FleetEngineError>) {
      self.result = result
    }
  }

  /// A good answer, with what it makes of the trip that was held when it was asked for.
  struct Merged: Sendable {
    let answer: Answer<Trip>
    let trip: PreparedTrip
    let fields: TripPropertyFields
  }

  /// Completes an answer and finds what changed; called where the answer is read, away from any actor.
  static func merge(_ answer: Answer<Trip>, into last: PreparedTrip?) -> Merged {
    guard let last else {
      let whole = PreparedTrip(answer.value)
      return Merged(answer: answer, trip: whole, fields: whole.properties)
    }
    let whole = PreparedTrip(answer.value.completed(from: last.trip))
    return Merged(answer: answer, trip: whole, fields: whole.differences(from: last))
  }
}

extension PollingStep {
  init(_ step: ExchangeProgress.Step) {
    self =
      switch step {
      case .token: .token
      case .connecting: .connecting
      case .answer: .answer
      }
  }
}
