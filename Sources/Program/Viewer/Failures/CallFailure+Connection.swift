public import HTTPMessages
internal import ProviderBackend
internal import TrustLimits

extension CallFailure {
  /// Explains why no response arrived.
  public init(_ error: HTTPTransportError, _ facts: Facts) {
    let server = facts.server
    if let problem = error.proxyProblem {
      self.init(
        .unavailable,
        problem.reason,
        summary: "\(server) cannot be reached: \(problem.reason)",
        [problem.advice]
      )
      return
    }
    let detail = error.detail
    func row(
      _ phrase: String,
      _ summary: String? = nil,
      causes: [String] = [],
      _ advice: String = "",
      outcome: Outcome = .unavailable
    ) -> Self {
      Self(outcome, phrase, summary: summary, causes: causes, [advice])
    }
    let again = facts.isRetried ? "" : "Try again"
    self =
      switch error.kind {
      case .nameNotResolved:
        row(
          "\(server) was not found",
          "The host of \(server) was not found",
          "Check \(facts.option) and the network"
        )
      case .unreachable:
        row("server unreachable", "\(server) cannot be reached", causes: [detail])
      case .connectionLost:
        row(
          "the server stopped the reply",
          "The connection to \(server) broke",
          causes: [detail]
        )
      case .timedOut:
        row(
          "no response within \(Quantities.age(Limits.Response.totalTime))",
          "\(server) did not answer in time",
          again
        )
      case .insecure: Self(insecure: error, server)
      case .answerTooLarge:
        row("the reply is too large", "The response of \(server) is too large", causes: [detail])
      case .malformedAnswer:
        row(
          "the reply is not HTTP",
          "The response of \(server) is not HTTP",
          "Check \(facts.option)"
        )
      case .cancelled: row("the call was canceled")
      case .refused: row("the call was not sent", causes: [detail], outcome: .invalid)
      }
  }

  private init(insecure error: HTTPTransportError, _ server: String) {
    let (start, problem) = ("there is no trusted connection", error.tlsProblem)
    let connection = "\(start.capitalized) to \(server)"
    switch problem {
    case nil:
      self.init(.unavailable, start, summary: connection, causes: [error.detail])
    case .oldVersion?, .noTLS?, .authoritiesFile?:
      let reason = problem.map { ": \($0.reason)" } ?? ""
      self.init(
        .unavailable,
        start + reason,
        summary: connection + reason,
        causes: [error.detail]
      )
    case .expired?, .notYetValid?, .otherHost?, .selfSigned?, .unknownAuthority?, .weak?:
      let reason = problem?.reason ?? ""
      self.init(
        .unavailable,
        "the server's certificate is not trusted: \(reason)",
        summary: "The certificate of \(server) is not trusted: \(reason)",
        problem?.isOfAuthority == true ? ["--ca-file FILE if it is your own CA"] : []
      )
    }
  }

  /// Explains a response that is not the call's result, by its content type and why it was not used.
  init(contentType: String, _ message: String, _ facts: Facts) {
    let server = facts.server
    guard !contentType.hasPrefix("application/json") else {
      self.init(
        .unavailable,
        word: "BAD REPLY",
        "the reply was not used",
        summary: "The response of \(server) was not used",
        causes: [message]
      )
      return
    }
    let type = contentType.prefix { $0 != ";" }.prefix(40)
    let kind = type.allSatisfy(\.isWhitespace) ? "no content type" : String(type)
    self.init(
      .unavailable,
      word: "BAD REPLY",
      "the reply is not trip data (\(kind))",
      summary: "The response of \(server) is not Fleet Engine's (\(kind))",
      ["Check \(facts.option); a captive portal or a proxy may answer in its place"]
    )
  }
}
