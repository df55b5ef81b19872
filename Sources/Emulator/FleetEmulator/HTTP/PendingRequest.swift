internal import HTTPMessages
internal import Synchronization

/// A request while it arrives and is handled.
final class PendingRequest: Sendable {
  enum Step {
    case read
    case handle(TransportRequest)
    case finish(RequestOutcome<TransportResponse>)
  }

  private struct State {
    var request: TransportRequest?
    var bodyBytes = 0
    var outcome: RequestOutcome<TransportResponse>?
  }

  let target: String
  /// The most bytes of the body.
  private let bodyLimit: Int
  /// Collects the entry of the access log; nil without a log.
  let trail: AccessTrail?
  private let state = Mutex(State())

  init(target: String, bodyLimit: Int, trail: AccessTrail?) {
    self.target = target
    self.bodyLimit = bodyLimit
    self.trail = trail
  }

  /// Whether the header fields have been read.
  var hasBegun: Bool { state.withLock { $0.request != nil || $0.outcome != nil } }

  func begin(_ method: String, _ headers: TransportHeaders, _ context: ServerContext) -> Step {
    do {
      let request = try HTTPRefusal.check(method: method, target: target, headers: headers, context)
      state.withLock { $0.request = request }
      return .read
    } catch {
      finish(.respond(error.response, .whole))
      return .finish(.respond(error.response, .whole))
    }
  }

  func append(_ bytes: [UInt8]) -> Step {
    state.withLock { state in
      state.bodyBytes += bytes.count
      if state.bodyBytes <= bodyLimit {
        state.request?.body += bytes
        return .read
      }
      state.request?.body = []
      // A client that sends somewhat more gets the refusal.
      return state.bodyBytes <= 4 * bodyLimit ? .read : .finish(.givenUp)
    }
  }

  /// Continues after the whole request, or after it has been handled.
  func proceed() -> Step {
    state.withLock { state in
      if let outcome = state.outcome { return .finish(outcome) }
      guard state.bodyBytes <= bodyLimit else {
        return .finish(.respond(HTTPRefusal.bodyTooLarge(bodyLimit).response, .whole))
      }
      guard let request = state.request else { return .finish(.givenUp) }
      return .handle(request)
    }
  }

  func finish(_ outcome: RequestOutcome<TransportResponse>) {
    state.withLock { $0.outcome = outcome }
  }
}
