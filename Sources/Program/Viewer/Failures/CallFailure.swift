public import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// The meaning of a failed call: a summary, causes and advice, the same everywhere.
///
/// Cards, lines, commands, the doctor, JSON and exit statuses take their words from here. See
/// docs/decisions/0017-one-catalogue-of-failures.md. No text is cleaned yet.
public struct CallFailure: Error, Sendable, Hashable {
  /// The kind of failure for callers, which decides a command's exit status.
  public enum Outcome: Sendable, Hashable {
    /// A retry may help.
    case unavailable
    /// Another token, account or role is needed.
    case notPermitted
    /// There is no such resource.
    case notFound
    /// The calls are too many.
    case quota
    /// The call was not made, since it is not valid.
    case invalid
    /// The server refuses the call for another reason.
    case refused

    fileprivate var word: String {
      switch self {
      case .unavailable: "NO ANSWER"
      case .notPermitted, .refused: "REFUSED"
      case .notFound: "NOT FOUND"
      case .quota: "QUOTA"
      case .invalid: "BAD NAME"
      }
    }
  }

  /// The kind of failure.
  public let outcome: Outcome
  /// One or two words in capitals, for a narrow column.
  let word: String
  /// The problem as the start of a line, without a capital letter and a full stop.
  let phrase: String
  /// The problem in one sentence.
  public let summary: String
  /// The facts of this failure, sentence by sentence.
  public internal(set) var causes: [String]
  /// The advice, sentence by sentence.
  public internal(set) var advice: [String]
  /// The server's own message; empty without one.
  var message = ""
  /// Whether the call may have succeeded anyway.
  public var isUncertain = false

  init(
    _ outcome: Outcome, word: String? = nil, _ phrase: String, of server: String = "",
    summary: String? = nil, causes: [String] = [], _ advice: [String] = []
  ) {
    func sentences(_ texts: [String]) -> [String] {
      texts.filter { !$0.isEmpty }.map(ViewerText.ended)
    }
    let subject = "the server"
    let named =
      !server.isEmpty && phrase.hasPrefix(subject) ? server + phrase.dropFirst(subject.count) : nil
    (self.outcome, self.word) = (outcome, word ?? outcome.word)
    self.phrase = String(phrase.last == "." ? phrase.dropLast() : phrase[...])
    self.summary = ViewerText.ended(summary ?? named ?? phrase.capitalized)
    self.causes = sentences(causes)
    self.advice = sentences(advice)
  }

  /// Explains an error of Fleet Engine.
  public init(_ error: FleetEngineError, _ facts: Facts) {
    switch error.cause {
    case .server: self.init(server: error, facts)
    case .token(let cause): self.init(cause, facts)
    case .transport(let cause): self.init(cause, facts)
    case .unreadableAnswer(let contentType):
      self.init(contentType: contentType, error.message, facts)
    case .otherResource:
      self.init(
        .unavailable,
        word: "BAD REPLY",
        "the server answered for another \(facts.kind)",
        of: facts.server, ["The response was not used"])
    case .otherServer:
      let cause = error.httpStatus.map {
        "It answered with HTTP status \($0) and no error of Fleet Engine's"
      }
      self.init(
        .unavailable,
        word: "BAD REPLY",
        "the server is not Fleet Engine",
        of: facts.server,
        causes: [cause ?? error.message], [facts.checkAddress])
    case .request: self.init(.invalid, "the call could not be made", causes: [error.message])
    }
  }

  /// The causes, what to do, and the server's message, sentence by sentence.
  public var explanation: [String] {
    // The client's own messages are about the server.
    let said = message.hasPrefix("The server ") ? message : "The server says: \(message)"
    return causes + advice + (message.isEmpty ? [] : [ViewerText.ended(said)])
  }

  /// The summary and the explanation.
  public var text: String { ([summary] + explanation).joined(separator: " ") }

  /// The text after the name of its subject and the error's code.
  public func text(_ error: FleetEngineError, about subject: String) -> String {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    return "\(subject): \(error.code.name)\(status): \(text)"
  }

  /// The line for a retryable error, with the number and the time of the next attempt.
  func retryLine(
    _ error: FleetEngineError, attempt: Int, next: String?, keys: KeyTable, isShort: Bool
  ) -> String {
    let now = "\(keys[.program(.refresh)]) = "
    // Without a server's response the code says no more than the phrase.
    let hasCode = error.cause == .server || error.label != error.code.name
    let code = hasCode ? " (\(error.label))" : ""
    let start = phrase.capitalized + code
    guard let next else { return "\(start). \(now)retry now" }
    let retry = "\(start). Retry \(attempt) \(next)"
    return isShort ? "\(retry)." : "\(retry) (automatic). \(now)now"
  }
}

extension String {
  /// The text with a capital letter at its start.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
