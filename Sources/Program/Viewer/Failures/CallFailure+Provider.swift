internal import HTTPMessages
public import ProviderBackend

extension CallFailure {
  /// Explains an error of a provider's backend, given as host and port.
  public init(_ error: ProviderError, backend: String) {
    let check = "Check --backend; for ridealong emulator it is ENDPOINT/provider"
    switch error.cause {
    case .transport(let cause):
      var facts = Facts(name: "", server: backend)
      facts.option = "--backend"
      self.init(cause, facts)
      // The request may have arrived.
      isUncertain =
        !error.operation.hasPrefix("GET ")
        && (cause.kind == .timedOut || cause.kind == .connectionLost)
      if isUncertain { causes.append("It may have carried out the request anyway.") }
      if cause.kind == .unreachable { advice.append("Is the backend running?") }
      return
    case .unreadableAnswer:
      let phrase = "the response is not from a provider backend"
      self.init(.unavailable, word: "BAD REPLY", phrase, causes: [error.message], [check])
      return
    case .otherResource:
      let phrase = "\(backend) answered for something else"
      self.init(.unavailable, word: "BAD REPLY", phrase, causes: [error.message])
      return
    case .request:
      self.init(.invalid, "the call could not be made", causes: [error.message])
      return
    case .server: break
    }
    let code = error.httpStatus ?? 500
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    let (outcome, summary, advice): (Outcome, String, String) =
      switch code {
      case 404: (.notFound, "Not found at \(backend)\(status)", check)
      case 408, 500...: (.unavailable, "The backend failed\(status)", "Try again later")
      case 401, 403: (.notPermitted, "The backend refused it\(status)", "")
      case 429: (.quota, "The backend refused it\(status)", "")
      default: (.refused, "The backend refused it\(status)", "")
      }
    self.init(outcome, summary, causes: [error.message], [advice])
  }
}
