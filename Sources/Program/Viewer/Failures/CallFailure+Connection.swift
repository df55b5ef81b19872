public import HTTPMessages
internal import TrustLimits

extension CallFailure {
  /// Explains why no response arrived.
  public init(_ error: HTTPTransportError, _ facts: Facts) {
    if let problem = error.proxyProblem {
      let summary = "\(facts.server) cannot be reached: \(problem.reason)"
      // A line has no room for the proxy's address.
      self.init(.unavailable, "the proxy \(problem.failing)", summary: summary, [problem.advice])
      return
    }
    let detail = error.detail
    func row(_ phrase: String, causes: [String] = [], _ advice: String = "") -> Self {
      Self(.unavailable, phrase, of: facts.server, causes: causes, [advice])
    }
    self =
      switch error.kind {
      case .nameNotResolved:
        row("the server was not found", "Check \(facts.option) and the network")
      case .unreachable: row("the server cannot be reached", causes: [detail])
      case .connectionLost:
        Self(
          .unavailable, "the connection broke", summary: "The connection to \(facts.server) broke",
          causes: [detail])
      case .timedOut:
        row(
          "the server did not answer in \(Quantities.age(Limits.Response.totalTime))", facts.again)
      case .insecure: Self(insecure: error, facts)
      case .answerTooLarge: row("the server's reply is too large", causes: [detail])
      case .malformedAnswer: row("the server's reply is not HTTP", "Check \(facts.option)")
      case .cancelled: row("the call was canceled")
      case .refused: Self(.invalid, word: "NOT SENT", "the call was not sent", causes: [detail])
      }
  }

  private init(insecure error: HTTPTransportError, _ facts: Facts) {
    let problem = error.tlsProblem
    let reason = problem.map { ": \($0.reason)" } ?? ""
    guard problem?.isOfCertificate == true else {
      let phrase = "there is no trusted connection"
      let summary = "\(phrase.capitalized) to \(facts.server)\(reason)"
      self.init(.unavailable, phrase + reason, summary: summary, causes: [error.detail])
      return
    }
    self.init(
      .unavailable, "the server's certificate is not trusted" + reason, of: facts.server,
      problem?.isOfAuthority == true ? ["Use --ca-file FILE if it is your own CA"] : [])
  }

  /// Explains a response that is not the call's result, by its content type and why it was not used.
  init(contentType: String, _ message: String, _ facts: Facts) {
    func row(_ phrase: String, causes: [String] = [], _ advice: [String] = []) -> Self {
      Self(.unavailable, word: "BAD REPLY", phrase, of: facts.server, causes: causes, advice)
    }
    guard !contentType.hasPrefix("application/json") else {
      self = row("the server's reply was not used", causes: [message])
      return
    }
    let type = contentType.prefix { $0 != ";" }.prefix(24)
    let kind = type.allSatisfy(\.isWhitespace) ? "no content type" : String(type)
    let isPortal = kind == "text/html"
    let problem = "reply is not trip data (\(kind)\(isPortal ? "; captive portal?" : ""))"
    self.init(
      .unavailable,
      word: "BAD REPLY",
      "the \(problem)",
      summary: "The \(problem.replacing("reply is", with: "reply of \(facts.server) is"))",
      [facts.checkAddress])
  }
}
