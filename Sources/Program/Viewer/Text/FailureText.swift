public import FleetEngine
public import HTTPMessages

/// Why a request got no usable response, in words for screens, commands and bookings.
public struct FailureText: Sendable, Hashable {
  /// The problem as a phrase for a line of a screen.
  public let phrase: String
  /// One sentence.
  public let summary: String
  /// The details and what to do, sentence by sentence; not yet cleaned.
  public let advice: [String]

  /// Describes an error of a request to a server, given as host and port, that an option names.
  public init(_ error: HTTPTransportError, server: String, option: String) {
    if let problem = error.proxyProblem {
      self.init(
        problem.reason,
        "\(server) cannot be reached: \(problem.reason)",
        problem.advice
      )
      return
    }
    let detail = error.detail
    switch error.kind {
    case .nameNotResolved:
      self.init(
        "\(server) was not found",
        "The host of \(server) was not found",
        "Check \(option) and the network."
      )
    case .unreachable: self.init("server unreachable", "\(server) cannot be reached", detail)
    case .connectionLost:
      self.init("the server stopped the reply", "The connection to \(server) broke", detail)
    case .timedOut: self.init("no response in time", "\(server) did not answer in time")
    case .insecure: self.init(insecure: error, server)
    case .answerTooLarge:
      self.init("the reply is too large", "The response of \(server) is too large", detail)
    case .malformedAnswer:
      self.init(
        "the reply is not HTTP",
        "The response of \(server) is not HTTP",
        "Check \(option)."
      )
    case .cancelled: self.init("the call was canceled", "The call was canceled")
    case .refused: self.init("The call was not sent", "The call was not sent", detail)
    }
  }

  /// Describes a response that cannot be used; nil for an error of the server or its token.
  public init?(_ error: FleetEngineError, server: String, option: String) {
    switch error.cause {
    case .transport(let cause): self.init(cause, server: server, option: option)
    case .unreadableAnswer(let contentType) where contentType.hasPrefix("application/json"):
      self.init(
        "The reply was not used",
        "The response of \(server) was not used",
        error.message
      )
    case .unreadableAnswer(let contentType):
      let type = contentType.prefix { $0 != ";" }.prefix(40)
      let kind = type.allSatisfy(\.isWhitespace) ? "no content type" : String(type)
      self.init(
        "The reply is not trip data (\(kind))",
        "The response of \(server) is not Fleet Engine's (\(kind))",
        "Check \(option); a captive portal or a proxy may answer in its place."
      )
    case .otherResource:
      self.init(
        "The server answered for another trip",
        "\(server) answered for another resource",
        "The response was not used."
      )
    case .request:
      self.init("The call could not be made", "The call could not be made", error.message)
    case .token, .server: return nil
    }
  }

  private init(insecure error: HTTPTransportError, _ server: String) {
    guard let problem = error.tlsProblem else {
      let phrase = "There is no trusted connection"
      self.init(phrase, "\(phrase) to \(server)", error.detail)
      return
    }
    switch problem {
    case .oldVersion, .noTLS, .authoritiesFile:
      self.init(
        "There is no trusted connection: \(problem.reason).",
        "There is no trusted connection to \(server): \(problem.reason)",
        error.detail
      )
    case .expired, .notYetValid, .otherHost, .selfSigned, .unknownAuthority, .weak:
      self.init(
        "The server's certificate is not trusted: \(problem.reason).",
        "The certificate of \(server) is not trusted: \(problem.reason)",
        problem.isOfAuthority ? "--ca-file FILE if it is your own CA." : ""
      )
    }
  }

  private init(_ phrase: String, _ summary: String, _ advice: String = "") {
    self.phrase = phrase
    self.summary = ViewerText.ended(summary)
    self.advice = advice.isEmpty ? [] : [ViewerText.ended(advice)]
  }
}
