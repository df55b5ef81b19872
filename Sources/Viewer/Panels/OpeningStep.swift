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

extension Canvas {
  /// The steps on the way to the first trip data, as far as they are known.
  ///
  /// What failed last tells how far the attempt came.
  var openingSteps: [OpeningStep] {
    let running = Quantities.age(now - state.stageSince)
    var steps = [
      OpeningStep(label: Catalogue.credentials, value: settings.credentials, state: .done)
    ]
    guard let error = state.polling.lastError else {
      return steps + [OpeningStep(label: Catalogue.firstData, value: running, state: .running)]
    }
    if case .token = error.cause {
      steps.append(OpeningStep(label: Catalogue.token, value: "", state: .failed))
      return steps + [OpeningStep(label: Catalogue.firstData, value: "", state: .waiting)]
    }
    steps.append(OpeningStep(label: Catalogue.token, value: "", state: .done))
    let tries = Catalogue.triesFailed(state.polling.consecutiveFailures)
    return steps + [OpeningStep(label: Catalogue.firstData, value: tries, state: .failed)]
  }
}
