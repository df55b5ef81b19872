internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import Viewer

/// A failed call in one sentence: what was asked, what became of it, what to do.
struct FailedCall: Sendable {
  /// What became of a call.
  private struct Outcome {
    var text: String
    /// Whether the text begins with the server's name, which keeps its spelling.
    var beginsWithHost = false
  }

  /// The resource that the call was about.
  let resource: String
  /// The server that was asked, host and port.
  let endpoint: String
  let error: FleetEngineError
  /// Whether the program repeats the call by itself, so that the user need not.
  var isRetried = false

  /// The sentence, not yet cleaned.
  var sentence: String {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    return "\(resource): \(error.code.name)\(status): \(outcome.text)"
  }

  /// What became of it and what to do, without the resource; not yet cleaned.
  var reason: String {
    let outcome = outcome
    guard !outcome.beginsWithHost else { return outcome.text }
    return outcome.text.prefix(1).uppercased() + outcome.text.dropFirst()
  }

  private var outcome: Outcome {
    switch error.cause {
    case .token(let cause) where cause.code == .permissionDenied: Outcome(text: cause.reason)
    case .token(let cause): other("there is no access token", cause.reason)
    case .transport(let cause): transport(cause)
    case .unreadableAnswer(let contentType):
      other(
        "the answer of \(endpoint) is not Fleet Engine's "
          + "(\(contentType.isEmpty ? "no content type" : contentType)). Check --endpoint; a proxy "
          + "or a captive portal may answer in its place."
      )
    case .otherResource: host("answered for another resource; its answer is not used.")
    case .request: other("the call cannot be made", error.message)
    case .server: server
    }
  }

  private func transport(_ cause: HTTPTransportError) -> Outcome {
    if let problem = cause.proxyProblem {
      return host("cannot be reached: \(problem.reason)", problem.advice)
    }
    return switch cause.kind {
    case .nameNotResolved:
      other("the host of \(endpoint) was not found. Check --endpoint and the network.")
    case .unreachable: host("cannot be reached", cause.detail)
    case .connectionLost: other("the connection to \(endpoint) broke", cause.detail)
    case .timedOut: host("did not answer in time.", isRetried ? "" : "Try again.")
    case .insecure: insecure(cause)
    case .answerTooLarge: other("the answer of \(endpoint) is too large", cause.detail)
    case .malformedAnswer: other("what \(endpoint) answers is not HTTP. Check --endpoint.")
    case .cancelled: other("the call was given up.")
    case .refused: other("the call was not sent", cause.detail)
    }
  }

  private func insecure(_ cause: HTTPTransportError) -> Outcome {
    guard let problem = cause.tlsProblem else {
      return other("the certificate of \(endpoint) is not trusted", cause.detail)
    }
    return switch problem {
    case .oldVersion, .noTLS, .authoritiesFile:
      other("there is no trusted connection to \(endpoint): \(problem.reason)", cause.detail)
    case .expired, .notYetValid, .otherHost, .selfSigned, .unknownAuthority, .weak:
      other(
        "the certificate of \(endpoint) is not trusted: \(problem.reason)",
        problem.isOfAuthority ? "--ca-file FILE if it is your own CA." : ""
      )
    }
  }

  private var server: Outcome {
    let advice =
      WrongKey(error).map { ([$0.summary] + $0.advice).joined(separator: " ") } ?? serverAdvice
    return error.message.isEmpty ? host("gives no reason", advice) : other(error.message, advice)
  }

  private var serverAdvice: String {
    // Whose the refused token is, where that is known.
    let signer = error.tokenAccount.map { "The token is signed by \($0). " } ?? ""
    return switch error.code {
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
    case .ok, .invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange, .unimplemented:
      ""
    }
  }

  private func other(_ text: String, _ addition: String = "") -> Outcome {
    Outcome(text: Self.joined(text, addition))
  }

  private func host(_ text: String, _ addition: String = "") -> Outcome {
    Outcome(text: Self.joined("\(endpoint) \(text)", addition), beginsWithHost: true)
  }

  /// Joins two sentences; the second may be empty, and periods are added.
  private static func joined(_ one: String, _ other: String) -> String {
    [one, other].filter { !$0.isEmpty }
      .map { $0.last.map { ".!?".contains($0) } == true ? $0 : $0 + "." }
      .joined(separator: " ")
  }
}

extension CommandError {
  /// The end of a command whose call about a trip or vehicle has failed.
  init(_ error: FleetEngineError, resource: String, endpoint: String) {
    self.init(
      ExitStatus(error),
      FailedCall(resource: resource, endpoint: endpoint, error: error).sentence
    )
  }

  /// The end of a command that cannot have a vehicle's trips.
  init(_ error: FleetEngineError, vehicle: VehicleName, endpoint: String) {
    let call = FailedCall(resource: vehicle.description, endpoint: endpoint, error: error)
    let isRefused = [.permissionDenied, .unauthenticated].contains(error.code)
    self.init(
      ExitStatus(error),
      isRefused ? "\(call.sentence) \(VehicleAdvice.role)" : call.sentence
    )
  }

  /// The end of a command whose call of a provider's backend has failed.
  init(_ error: ProviderError, backend: String) {
    self.init(ExitStatus(error), error.sentence(backend: backend))
  }
}

extension ProviderError {
  /// The failed call in one sentence, not yet cleaned.
  func sentence(backend: String) -> String {
    let said = message.isEmpty ? "no reason is given" : message
    let end = said.last.map { ".!?".contains($0) } == true ? "" : "."
    let status = httpStatus.map { " (HTTP \($0))" } ?? ""
    return switch cause {
    case .transport: "The backend \(backend) cannot be reached: \(said)\(end) Check --backend."
    case .unreadableAnswer, .otherResource:
      "\(operation) of \(backend)\(status): \(said)\(end) Check --backend."
    case .request, .server: "\(operation) of \(backend)\(status): \(said)\(end)"
    }
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
