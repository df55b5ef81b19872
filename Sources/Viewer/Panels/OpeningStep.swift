internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

/// A step on the way to the first trip data.
struct OpeningStep: Equatable {
  /// How far a step is.
  enum State: Equatable {
    case done
    case running
    case failed
    case waiting
  }

  let label: String
  let value: String
  let state: State
}

extension Canvas where State == ViewState {
  /// The steps on the way to the first trip data, as far as they are known.
  ///
  /// What the request waits for is the step that runs; after a failure it is what it waited for
  /// last.
  var openingSteps: [OpeningStep] {
    let credentials = OpeningStep(
      label: Catalogue.credentials,
      value: settings.credentials,
      state: .done
    )
    let steps: [(label: String, step: PollingStep)] = [
      (Catalogue.token, .token), (Catalogue.connect, .connecting), (Catalogue.firstData, .answer),
    ]
    let present = steps.firstIndex { $0.step == presentStep } ?? 0
    return [credentials]
      + steps.enumerated().map { index, entry in
        if index > present { return OpeningStep(label: entry.label, value: "", state: .waiting) }
        if index < present {
          let time = state.ride.openingTimes[entry.step].map { Quantities.fine($0) } ?? ""
          return OpeningStep(label: entry.label, value: time, state: .done)
        }
        guard state.ride.polling.step == nil, state.ride.polling.lastError != nil else {
          let since = state.ride.polling.stepSince ?? state.ride.stageSince
          let time = Quantities.age(now - since)
          return OpeningStep(label: entry.label, value: time, state: .running)
        }
        let tries = Catalogue.triesFailed(state.ride.polling.consecutiveFailures)
        return OpeningStep(label: entry.label, value: tries, state: .failed)
      }
  }

  /// The step that runs or, after a failure, the one that failed.
  private var presentStep: PollingStep {
    if let step = state.ride.polling.step { return step }
    guard let error = state.ride.polling.lastError else { return .token }
    switch error.cause {
    case .token, .request: return .token
    case .transport(let cause):
      switch cause.kind {
      case .nameNotResolved, .unreachable, .insecure, .refused: return .connecting
      case .timedOut, .cancelled, .connectionLost, .malformedAnswer, .answerTooLarge:
        return state.ride.openingStep ?? .answer
      }
    case .server, .unreadableAnswer, .otherResource: return .answer
    }
  }

  /// The step that runs or has failed, as one line; nil once all are done.
  var openingLine: String? {
    openingSteps.first { $0.state == .running || $0.state == .failed }
      .map { "\($0.label)  \($0.value)" }
  }
}
