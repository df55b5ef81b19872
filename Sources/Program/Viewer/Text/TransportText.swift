public import HTTPMessages

/// Why a request got no response, in words.
public struct TransportText: Sendable, Hashable {
  /// One sentence.
  public let summary: String
  /// The details and what to do, sentence by sentence; not yet cleaned.
  public let advice: [String]

  /// Describes an error of a request to a server, given as host and port, that an option names.
  public init(_ error: HTTPTransportError, server: String, option: String) {
    if let problem = error.proxyProblem {
      self.init("\(server) cannot be reached: \(problem.reason)", problem.advice)
      return
    }
    switch error.kind {
    case .nameNotResolved:
      self.init("The host of \(server) was not found", "Check \(option) and the network.")
    case .unreachable: self.init("\(server) cannot be reached", error.detail)
    case .connectionLost: self.init("The connection to \(server) broke", error.detail)
    case .timedOut: self.init("\(server) did not answer in time")
    case .insecure: self.init(insecure: error, server)
    case .answerTooLarge: self.init("The response of \(server) is too large", error.detail)
    case .malformedAnswer:
      self.init("The response of \(server) is not HTTP", "Check \(option).")
    case .cancelled: self.init("The call was canceled")
    case .refused: self.init("The call was not sent", error.detail)
    }
  }

  private init(insecure error: HTTPTransportError, _ server: String) {
    guard let problem = error.tlsProblem else {
      self.init("There is no trusted connection to \(server)", error.detail)
      return
    }
    switch problem {
    case .oldVersion, .noTLS, .authoritiesFile:
      self.init("There is no trusted connection to \(server): \(problem.reason)", error.detail)
    case .expired, .notYetValid, .otherHost, .selfSigned, .unknownAuthority, .weak:
      self.init(
        "The certificate of \(server) is not trusted: \(problem.reason)",
        problem.isOfAuthority ? "--ca-file FILE if it is your own CA." : ""
      )
    }
  }

  private init(_ summary: String, _ advice: String = "") {
    self.summary = Catalogue.ended(summary)
    self.advice = advice.isEmpty ? [] : [Catalogue.ended(advice)]
  }
}
