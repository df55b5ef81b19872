internal import FleetEngine
internal import Viewer
internal import HTTPMessages

extension CommandError {
  /// The end of a command that a failed call brings about.
  ///
  /// - Parameters:
  ///   - error: The failed call.
  ///   - resource: The trip or vehicle that it was about.
  ///   - endpoint: The server that was asked.
  init(_ error: FleetEngineError, resource: String, endpoint: String) {
    let text = FailureReport(error, resource: resource, backend: endpoint).sentence
    self.init(ExitStatus(error), text)
  }
}

extension ExitStatus {
  /// The status that a failed call ends a command with.
  init(_ error: FleetEngineError) {
    switch error.cause {
    case .token(let cause):
      self = cause.isRecoverable ? .unavailable : .notPermitted
      return
    case .transport(let cause):
      self = cause.kind == .refused ? .usage : .unavailable
      return
    case .unreadableAnswer, .otherResource:
      self = .unavailable
      return
    case .request:
      self = .usage
      return
    case .server: break
    }
    switch error.code {
    case .notFound: self = .notFound
    case .unauthenticated, .permissionDenied: self = .notPermitted
    case .resourceExhausted: self = .quota
    case .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss:
      self = .unavailable
    case .ok, .invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange, .unimplemented:
      self = .failure
    }
  }
}
