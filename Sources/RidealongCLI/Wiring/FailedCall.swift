internal import FleetEngine
internal import HTTPMessages
internal import Viewer

/// A failed call in one sentence: what was asked, what became of it, what to do.
struct FailedCall: Sendable {
  /// The resource that the call was about.
  let resource: String
  /// The server that was asked, host and port.
  let endpoint: String
  /// What went wrong.
  let error: FleetEngineError
  /// Whether the program repeats the call by itself, so that the user need not.
  var isRetried = false

  /// The sentence, not yet cleaned.
  var sentence: String {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    return "\(resource): \(error.code.name)\(status): \(words)"
  }

  /// What became of it and what to do, without the resource; not yet cleaned.
  var reason: String {
    // A host's name is no word that begins a sentence.
    let words = words
    return words.hasPrefix(endpoint) ? words : words.prefix(1).uppercased() + words.dropFirst()
  }

  private var words: String {
    switch error.cause {
    case .token(let cause) where cause.code == .permissionDenied: return cause.reason
    case .token(let cause): return Self.joined("there is no access token", cause.reason)
    case .transport(let cause): return transport(cause)
    case .unreadableAnswer(let contentType):
      let kind = contentType.isEmpty ? "no content type" : contentType
      return "the answer of \(endpoint) is not Fleet Engine's (\(kind)). Check --endpoint; a proxy "
        + "or a captive portal may answer in its place."
    case .otherResource: return "\(endpoint) answered for another resource; its answer is not used."
    case .request: return Self.joined("the call cannot be made", error.message)
    case .server: return server
    }
  }

  private func transport(_ cause: HTTPTransportError) -> String {
    if let problem = cause.proxyProblem {
      return Self.joined("\(endpoint) cannot be reached: \(problem.reason)", problem.advice)
    }
    return switch cause.kind {
    case .nameNotResolved:
      "the host of \(endpoint) was not found. Check --endpoint and the network."
    case .unreachable:
      Self.joined("\(endpoint) cannot be reached", cause.detail)
    case .connectionLost: Self.joined("the connection to \(endpoint) broke", cause.detail)
    case .timedOut: "\(endpoint) did not answer in time." + (isRetried ? "" : " Try again.")
    case .insecure: insecure(cause)
    case .answerTooLarge: Self.joined("the answer of \(endpoint) is too large", cause.detail)
    case .malformedAnswer: "what \(endpoint) answers is not HTTP. Check --endpoint."
    case .cancelled: "the call was given up."
    case .refused: Self.joined("the call was not sent", cause.detail)
    }
  }

  private func insecure(_ cause: HTTPTransportError) -> String {
    guard let problem = cause.tlsProblem else {
      return Self.joined("the certificate of \(endpoint) is not trusted", cause.detail)
    }
    let advice = problem.isOfAuthority ? "--ca-file FILE if it is your own CA." : ""
    switch problem {
    case .oldVersion, .noTLS, .authoritiesFile:
      return Self.joined(
        "there is no trusted connection to \(endpoint): \(problem.reason)",
        cause.detail
      )
    case .expired, .notYetValid, .otherHost, .selfSigned, .unknownAuthority, .weak:
      return Self.joined(
        "the certificate of \(endpoint) is not trusted: \(problem.reason)",
        advice
      )
    }
  }

  /// Whose the refused token is, with a space after it; empty where that is not known.
  private var signer: String {
    error.tokenAccount.map { "The token is signed by \($0). " } ?? ""
  }

  private var server: String {
    let said = error.message.isEmpty ? "\(endpoint) gives no reason" : error.message
    if let key = WrongKey(error) {
      return Self.joined(said, ([key.summary] + key.advice).joined(separator: " "))
    }
    let advice =
      switch error.code {
      case .notFound where resource.contains("/trips/"):
        "Check the id and the provider; Fleet Engine keeps trips for 7 days."
      case .notFound: "Check the id and the provider."
      case .unauthenticated: "\(signer)Check where the token comes from and this machine's clock."
      case .permissionDenied where ProjectRefusal(error) != nil:
        "ridealong doctor says what to do."
      case .permissionDenied:
        "\(signer)Check that the key is of this provider and of a role that may do it."
      case .resourceExhausted: "Wait, or ask the project's owner to raise the quota."
      case .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss:
        isRetried ? "" : "Try again."
      case .ok, .invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange,
        .unimplemented:
        ""
      }
    return advice.isEmpty ? Self.joined(said, "") : Self.joined(said, advice)
  }

  /// Two sentences, of which the second may be missing and neither need have an end.
  private static func joined(_ one: String, _ other: String) -> String {
    [one, other].filter { !$0.isEmpty }
      .map { $0.last.map { ".!?".contains($0) } == true ? $0 : $0 + "." }
      .joined(separator: " ")
  }
}

extension CommandError {
  /// The end of a command that a failed call brings about.
  ///
  /// - Parameters:
  ///   - error: The failed call.
  ///   - resource: The trip or vehicle that it was about.
  ///   - endpoint: The server that was asked.
  init(_ error: FleetEngineError, resource: String, endpoint: String) {
    self.init(
      ExitStatus(error),
      FailedCall(resource: resource, endpoint: endpoint, error: error).sentence
    )
  }
}
