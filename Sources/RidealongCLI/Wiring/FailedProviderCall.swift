internal import HTTPMessages
internal import ProviderBackend

extension ExitStatus {
  /// The status that a failed call of a provider's backend ends a command with.
  init(_ error: ProviderError) {
    switch error.cause {
    case .transport(let cause): self = cause.kind == .refused ? .usage : .unavailable
    case .unreadableAnswer, .otherResource: self = .unavailable
    case .request: self = .usage
    case .server:
      switch error.httpStatus ?? 500 {
      case 401, 403: self = .notPermitted
      case 404: self = .notFound
      case 429: self = .quota
      case 408, 500...: self = .unavailable
      default: self = .failure
      }
    }
  }
}

extension CommandError {
  /// The end of a command that a failed call of a provider's backend brings about.
  ///
  /// - Parameters:
  ///   - error: The failed call.
  ///   - backend: The backend that was asked, host and port.
  init(_ error: ProviderError, backend: String) {
    self.init(ExitStatus(error), FailedProviderCall.sentence(error, backend: backend))
  }
}

/// A failed call of a provider's backend in one sentence.
enum FailedProviderCall {
  /// The sentence, not yet cleaned.
  ///
  /// - Parameters:
  ///   - error: The failed call.
  ///   - backend: The backend that was asked, host and port.
  /// - Returns: What was asked, what became of it, what to do.
  static func sentence(_ error: ProviderError, backend: String) -> String {
    let said = error.message.isEmpty ? "no reason is given" : error.message
    let end = said.last.map { ".!?".contains($0) } == true ? "" : "."
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    return switch error.cause {
    case .transport: "The backend \(backend) cannot be reached: \(said)\(end) Check --backend."
    case .unreadableAnswer, .otherResource:
      "\(error.operation) of \(backend)\(status): \(said)\(end) Check --backend."
    case .request, .server: "\(error.operation) of \(backend)\(status): \(said)\(end)"
    }
  }
}
