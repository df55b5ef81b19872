internal import HTTPMessages
public import ProviderBackend

/// Why a call of a provider's backend failed, in words.
public struct BookingFailure: Error, Sendable, Hashable {
  /// One short sentence.
  public let summary: String
  /// The possible cause and what to do, sentence by sentence; not yet cleaned.
  public let advice: [String]

  /// Whether the call may have succeeded all the same.
  public let isUncertain: Bool

  /// Describes an error of a backend, given as host and port.
  public init(_ error: ProviderError, backend: String) {
    switch error.cause {
    case .transport(let cause): self.init(cause, backend: backend)
    case .unreadableAnswer:
      self.init(
        "The answer is not a provider backend's.",
        ["Check --backend; beside ridealong emulator it is ENDPOINT/provider."]
      )
    case .otherResource: self.init("\(backend) answered for another ride.", [])
    case .request: self.init("The call could not be made.", [error.message])
    case .server: self.init(server: error, backend: backend)
    }
  }

  private init(_ summary: String, _ advice: [String], isUncertain: Bool = false) {
    self.summary = summary
    self.isUncertain = isUncertain
    self.advice = advice.filter { !$0.isEmpty }.map(Catalogue.ended)
  }

  private init(_ error: HTTPTransportError, backend: String) {
    switch error.kind {
    case .unreachable:
      self.init("\(backend) cannot be reached.", [error.detail, "Is the backend running?"])
    case .nameNotResolved:
      self.init("The host of \(backend) was not found.", ["Check --backend and the network."])
    case .insecure:
      self.init("The certificate of \(backend) is not trusted.", [error.detail])
    case .timedOut, .connectionLost:
      // The request may have arrived.
      self.init(
        error.kind == .timedOut
          ? "\(backend) did not answer in time." : "The connection to \(backend) broke.",
        ["It may have done what it was asked for all the same."],
        isUncertain: true
      )
    case .answerTooLarge, .malformedAnswer:
      self.init("\(backend) does not answer as a backend does.", [error.detail])
    case .cancelled: self.init("The call was given up.", [])
    case .refused: self.init("The call was not sent.", [error.detail])
    }
  }

  private init(server error: ProviderError, backend: String) {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    switch error.httpStatus ?? 0 {
    case 404:
      self.init(
        "\(backend) knows nothing of it\(status).",
        [error.message, "Check --backend; beside ridealong emulator it is ENDPOINT/provider."]
      )
    case 500...: self.init("The backend failed\(status).", [error.message, "Try again later."])
    default: self.init("The backend refused it\(status).", [error.message])
    }
  }

  /// Summary and advice in one line, not yet cleaned.
  public var sentence: String { ([summary] + advice).joined(separator: " ") }
}
