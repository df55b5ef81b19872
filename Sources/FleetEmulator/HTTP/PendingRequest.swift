internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// A request while it arrives and is answered.
final class PendingRequest: Sendable {
  /// What the server has to do next.
  enum Step {
    case read
    case respond(HTTPResponse, FaultDelivery)
    case handle(RoutedRequest)
    case reset
    case giveUp
  }

  private struct State {
    var request: HTTPRequest?
    var bodyBytes = 0
    var decided: Step?
  }

  /// How much of a body that is too large is read over, so that its client can read the refusal.
  private static let patience = 4 * Limits.Emulator.bodyBytes

  let target: String
  /// What the access log is to tell of it; nil without a log.
  let trail: AccessTrail?
  private let state = Mutex(State())

  init(target: String, trail: AccessTrail?) {
    self.target = target
    self.trail = trail
  }

  /// Whether the header fields have been seen.
  var hasBegun: Bool { state.withLock { $0.request != nil || $0.decided != nil } }

  /// Takes the header fields.
  func begin(_ method: String, _ headers: HTTPHeaders, _ context: ServerContext) -> Step {
    switch Refusal.check(method: method, target: target, headers: headers, context) {
    case .success(let request):
      state.withLock { $0.request = request }
      return .read
    case .failure(let refusal):
      let step = Step.respond(refusal.response, .whole)
      state.withLock { $0.decided = step }
      return step
    }
  }

  /// Appends a part of the body.
  func append(_ bytes: [UInt8]) -> Step {
    state.withLock { state in
      state.bodyBytes += bytes.count
      if state.bodyBytes <= Limits.Emulator.bodyBytes {
        state.request?.body += bytes
      } else {
        state.request?.body = []
        guard state.bodyBytes <= Self.patience else { return .giveUp }
      }
      return .read
    }
  }

  /// Goes on after the whole request, or after the emulator has answered it.
  func proceed() -> Step {
    state.withLock { state in
      if let decided = state.decided { return decided }
      guard state.bodyBytes <= Limits.Emulator.bodyBytes else {
        return .respond(Refusal.bodyTooLarge.response, .whole)
      }
      guard let request = state.request else { return .giveUp }
      let routed = RoutedRequest(request)
      trail?.recordRoute(routed.route)
      return .handle(routed)
    }
  }

  /// Takes what the emulator, or its script of faults, makes of the request.
  func finish(_ outcome: RequestOutcome) {
    let step: Step =
      switch outcome {
      case .respond(let response, let delivery): .respond(response, delivery)
      case .reset: .reset
      case .givenUp: .giveUp
      }
    state.withLock { $0.decided = step }
  }
}
