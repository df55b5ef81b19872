internal import HTTPMessages
public import ProviderBackend

/// Why a call of a provider's backend failed, in words.
public struct BookingFailure: Error, Sendable, Hashable {
  /// One short sentence.
  public let summary: String
  /// The possible cause and what to do, sentence by sentence; not yet cleaned.
  public let advice: [String]

  /// Whether the call may have succeeded anyway.
  public let isUncertain: Bool

  /// Describes an error of a backend, given as host and port.
  public init(_ error: ProviderError, backend: String) {
    switch error.cause {
    case .transport(let cause):
      self.init(cause, backend: backend, isChange: !error.operation.hasPrefix("GET "))
    case .unreadableAnswer:
      self.init(
        "The response is not from a provider backend.",
        [error.message, "Check --backend; for ridealong emulator it is ENDPOINT/provider."]
      )
    case .otherResource:
      self.init("\(backend) answered for something else.", [error.message])
    case .request: self.init("The call could not be made.", [error.message])
    case .server: self.init(server: error, backend: backend)
    }
  }

  private init(_ summary: String, _ advice: [String], isUncertain: Bool = false) {
    self.summary = summary
    self.isUncertain = isUncertain
    self.advice = advice.filter { !$0.isEmpty }.map(ViewerText.ended)
  }

  private init(_ error: HTTPTransportError, backend: String, isChange: Bool) {
    let text = FailureText(error, server: backend, option: "--backend")
    // The request may have arrived.
    let isUncertain = isChange && (error.kind == .timedOut || error.kind == .connectionLost)
    var advice = text.advice
    if isUncertain { advice.append("It may have carried out the request anyway.") }
    if error.kind == .unreachable { advice.append("Is the backend running?") }
    self.init(text.summary, advice, isUncertain: isUncertain)
  }

  private init(server error: ProviderError, backend: String) {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    switch error.httpStatus ?? 0 {
    case 404:
      self.init(
        "Not found at \(backend)\(status).",
        [
          error.message,
          "Check --backend; for ridealong emulator it is ENDPOINT/provider.",
        ]
      )
    case 500...:
      self.init(
        "The backend failed\(status).",
        [error.message, "Try again later."]
      )
    default: self.init("The backend refused it\(status).", [error.message])
    }
  }

  /// Summary and advice in one line, not yet cleaned.
  public var sentence: String { ([summary] + advice).joined(separator: " ") }
}
