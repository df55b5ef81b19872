internal import HTTPMessages
public import ProviderBackend

extension CallFailure {
  /// Explains an error of a provider's backend, given as host and port.
  public init(_ error: ProviderError, backend: String) {
    let check = "Check --backend; for ridealong emulator it is ENDPOINT/provider"
    func row(
      _ outcome: Outcome, word: String? = nil, _ phrase: String, _ advice: String = ""
    ) -> Self {
      let causes = [error.message]
      return Self(outcome, word: word, phrase, of: backend, causes: causes, [advice])
    }
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    switch (error.cause, error.httpStatus ?? 500) {
    case (.transport(let cause), _):
      var facts = Facts(name: "", server: backend)
      facts.option = "--backend"
      self.init(cause, facts)
      if cause.kind == .unreachable { advice.append("Is the backend running?") }
      guard !error.operation.hasPrefix("GET "), [.timedOut, .connectionLost].contains(cause.kind)
      else { return }
      // The request may have arrived, and a second one may book a second ride.
      isUncertain = true
      causes.append("It may have carried out the request anyway.")
      advice = []
    case (.unreadableAnswer, _):
      self = row(.unavailable, word: "BAD REPLY", "the server is not a provider's backend", check)
    case (.otherResource, _):
      self = row(.unavailable, word: "BAD REPLY", "the server answered for something else")
    case (.request, _): self = row(.invalid, "the call could not be made")
    case (.server, 404): self = row(.notFound, "the server did not find it\(status)", check)
    case (.server, 408), (.server, 500...):
      self = row(.unavailable, "the backend failed\(status)", "Try again later")
    case (.server, 401), (.server, 403):
      self = row(.notPermitted, "the backend refused it\(status)")
    case (.server, 429): self = row(.quota, "the backend refused it\(status)", "Wait a minute")
    case (.server, _): self = row(.refused, "the backend refused it\(status)")
    }
  }
}
