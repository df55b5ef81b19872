internal import FleetEngine
internal import HTTPMessages

extension ExitStatus {
  /// The status that a failed call ends a command with.
  ///
  /// Source: user interface study, section 6.5.
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
