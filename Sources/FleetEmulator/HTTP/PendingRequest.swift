internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// A request while it arrives and is answered.
final class PendingRequest: Sendable {
  /// What the server has to do next.
  enum Step {
    case read
    case respond(HTTPResponse)
    case ask(HTTPRequest)
    case giveUp
  }

  private struct State {
    var request: HTTPRequest?
    var bodyBytes = 0
    var response: HTTPResponse?
  }

  /// How much of a body that is too large is read over, so that its client can read the refusal.
  private static let patience = 4 * Limits.Emulator.bodyBytes

  let target: String
  private let state = Mutex(State())

  init(target: String) {
    self.target = target
  }

  /// Whether the header fields have been seen.
  var hasBegun: Bool { state.withLock { $0.request != nil || $0.response != nil } }

  /// Takes the header fields.
  func begin(_ method: String, _ headers: HTTPHeaders, _ context: ServerContext) -> Step {
    switch Refusal.check(method: method, target: target, headers: headers, context) {
    case .success(let request):
      state.withLock { $0.request = request }
      return .read
    case .failure(let refusal):
      state.withLock { $0.response = refusal.response }
      return .respond(refusal.response)
    }
  }

  /// Takes a part of the body.
  func take(_ bytes: [UInt8]) -> Step {
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
      if let response = state.response { return .respond(response) }
      guard state.bodyBytes <= Limits.Emulator.bodyBytes else {
        return .respond(Refusal.bodyTooLarge.response)
      }
      guard let request = state.request else { return .giveUp }
      return .ask(request)
    }
  }

  func finish(_ response: HTTPResponse) {
    state.withLock { $0.response = response }
  }
}
