internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// What went wrong and what to do about it, in words.
///
/// Source: user interface study, section 6.2.
struct ErrorText: Equatable {
  /// One short sentence, without an ending.
  let summary: String
  /// What the cause may be and what to do, sentence by sentence.
  let advice: [String]

  /// The words for an error.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - tripName: The trip that was asked for.
  ///   - backend: The server that was asked.
  init(_ error: FleetEngineError, tripName: String, backend: String) {
    switch error.cause {
    case .token(let cause):
      self.init("There is no access token", [cause.reason])
    case .transport(let cause):
      self.init(transport: cause, backend: backend)
    case .unreadableAnswer(let contentType):
      let kind = Self.mediaType(contentType)
      self.init(
        "The reply is not trip data (\(kind))",
        ["Is \(backend) a Fleet Engine? A captive portal or a proxy may answer in its place."]
      )
    case .otherResource:
      self.init("The server answered for another trip", ["The answer was not used."])
    case .request:
      self.init("The call could not be made", [error.message])
    case .server:
      self.init(server: error, tripName: tripName, backend: backend)
    }
  }

  private init(_ summary: String, _ advice: [String]) {
    self.summary = summary
    self.advice = advice.filter { !$0.isEmpty }
  }

  /// The media type without its parameters, for people.
  private static func mediaType(_ contentType: String) -> String {
    let type = contentType.prefix { $0 != ";" }.prefix(40)
    return type.allSatisfy(\.isWhitespace) ? "no content type" : String(type)
  }

  /// The line for a failure that repetition mends.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - attempt: The number of the next retry, from 1.
  ///   - next: When that is, as words.
  /// - Returns: One line.
  func retryLine(_ error: FleetEngineError, attempt: Int, next: String) -> String {
    let retry = "Retry \(attempt) \(next)"
    let limit = Quantities.age(Limits.Reply.totalTime)
    switch error.cause {
    case .unreadableAnswer(let contentType):
      return
        "The reply is not trip data (\(Self.mediaType(contentType))). Captive portal? \(retry)."
    case .transport(let cause) where cause.kind == .timedOut:
      return "No answer within \(limit). \(retry) (automatic). r = now"
    case .server: break
    case .transport, .token, .otherResource, .request:
      return "\(error.code.name): \(summary). \(retry) (automatic). r = now"
    }
    switch error.code {
    case .deadlineExceeded: return "No answer within \(limit). \(retry) (automatic). r = now"
    case .aborted, .cancelled:
      return "The server stopped the reply (\(error.code.name)). \(retry) (automatic)."
    case .internal, .unknown, .dataLoss:
      return "Server error (\(error.code.name)). \(retry). If it lasts, press d."
    default: return "\(error.code.name): \(summary). \(retry) (automatic). r = now"
    }
  }

  private init(transport error: HTTPTransportError, backend: String) {
    switch error.kind {
    case .timedOut: self.init("no answer in time", [error.detail])
    case .nameNotResolved: self.init("\(backend) was not found", [error.detail])
    case .unreachable: self.init("server unreachable", [error.detail])
    case .connectionLost: self.init("the connection broke", [error.detail])
    case .malformedAnswer: self.init("the reply is not HTTP", [error.detail])
    case .answerTooLarge: self.init("the reply is too large", [error.detail])
    case .cancelled: self.init("the call was given up", [error.detail])
    case .insecure:
      self.init("The server's certificate is not trusted", [error.detail])
    case .refused:
      self.init("The call was not sent", [error.detail])
    }
  }

  private init(server error: FleetEngineError, tripName: String, backend: String) {
    switch error.code {
    case .unauthenticated:
      self.init(
        "The token is missing, expired or not valid.",
        ["Check where the token comes from and this machine's clock.", error.message]
      )
    case .permissionDenied:
      self.init(
        "The server refused this token for this trip.",
        [
          "Also possible: wrong role, API not enabled for the project, trip of another provider.",
          error.message,
        ]
      )
    case .notFound:
      self.init(
        "This trip does not exist (or was deleted).",
        ["Check the id, or wait: still asking.", "Asked for \(tripName)"]
      )
    case .invalidArgument:
      self.init(
        "The server does not accept this trip name.",
        ["Asked for \(tripName)", "Expected \(TripName.form)", error.message]
      )
    case .resourceExhausted:
      self.init("Quota used up.", ["Ask the project owner to raise the quota.", error.message])
    case .unimplemented, .failedPrecondition:
      self.init(
        "This backend does not offer trip watching.",
        ["Asked \(backend)", error.message]
      )
    case .aborted, .cancelled:
      self.init("the server stopped the reply", [error.message])
    case .deadlineExceeded: self.init("no answer in time", [error.message])
    case .unavailable: self.init("server unreachable", [error.message])
    case .internal, .unknown, .dataLoss, .ok: self.init("server error", [error.message])
    case .alreadyExists, .outOfRange: self.init("The server refused the call.", [error.message])
    }
  }
}
