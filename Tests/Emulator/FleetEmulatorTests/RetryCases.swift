import FleetEmulator
import FleetEngine
import HTTPMessages
import Testing

/// A fault that a poll recovers from by itself, and the error that is reported.
struct RecoverableCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answer: FaultAnswer?
  let delivery: FaultDelivery
  let code: RPCCode
  let isCause: @Sendable (FleetEngineError.Cause) -> Bool

  init(
    _ description: String, _ answer: FaultAnswer? = nil, ending end: FaultDelivery.End = .whole,
    _ code: RPCCode, _ isCause: @escaping @Sendable (FleetEngineError.Cause) -> Bool
  ) {
    testDescription = description
    self.answer = answer
    delivery = FaultDelivery(end: end)
    self.code = code
    self.isCause = isCause
  }

  private static func literal(
    _ status: Int, _ text: String, type: String = "application/json",
    headers: TransportHeaders = [:]
  ) -> FaultAnswer {
    FaultAnswer(
      status: status, body: .literal(Array(text.utf8), contentType: type), headers: headers)
  }

  private static func isLost(
    _ kind: HTTPTransportError.Kind
  ) -> @Sendable (FleetEngineError.Cause) -> Bool {
    { if case .transport(let error) = $0 { error.kind == kind } else { false } }
  }

  private static let isUnreadable: @Sendable (FleetEngineError.Cause) -> Bool = {
    if case .unreadableAnswer = $0 { true } else { false }
  }

  private static let isServer: @Sendable (FleetEngineError.Cause) -> Bool = { $0 == .server }

  static let all: [RecoverableCase] = [
    RecoverableCase(
      "a truncated body", ending: .truncated(afterBytes: 30), .unavailable, isLost(.connectionLost)),
    RecoverableCase(
      "a reset before the response", ending: .resetBeforeAnswer, .unavailable,
      isLost(.connectionLost)),
    RecoverableCase(
      "a reset amid the response", ending: .reset(afterBytes: 30), .unavailable,
      isLost(.connectionLost)),
    RecoverableCase(
      "a page of a gateway", literal(502, "<html><h1>Bad gateway</h1></html>", type: "text/html"),
      .unavailable, isServer),
    RecoverableCase(
      "a page that says all is well", literal(200, "<html>Sign in</html>", type: "text/html"),
      .internal, isUnreadable),
    RecoverableCase(
      "half of a JSON text", literal(200, #"{"name":"providers/demo/tri"#), .internal, isUnreadable),
    RecoverableCase(
      "another trip", literal(200, #"{"name":"providers/demo/trips/t2","tripStatus":"COMPLETE"}"#),
      .internal, { $0 == .otherResource }),
    RecoverableCase(
      "a body that is not gzip", literal(200, "{}", headers: ["Content-Encoding": "gzip"]),
      .unavailable, isLost(.malformedAnswer)),
    RecoverableCase(
      "bytes that are no UTF-8",
      FaultAnswer(
        status: 200,
        body: .literal([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D], contentType: "application/json")),
      .internal, isUnreadable),
    RecoverableCase(
      "a body that is too large", FaultAnswer(status: 200, body: .filler(bytes: 1_000_000)),
      .unavailable, isLost(.answerTooLarge)),
    RecoverableCase(
      "a redirect",
      literal(302, "", headers: ["Location": "http://127.0.0.1:1/elsewhere"]),
      .unavailable, isServer),
    RecoverableCase("nothing new", literal(304, ""), .unavailable, isServer),
    RecoverableCase("an internal error", FaultAnswer(.internal), .internal, isServer),
  ]
}

/// An answer over the quota, and the seconds until the next polls.
struct QuotaCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answer: FaultAnswer
  let waits: [Double]

  init(_ description: String, _ waits: [Double], _ answer: FaultAnswer) {
    testDescription = description
    self.waits = waits
    self.answer = answer
  }

  private static func answer(
    _ retryAfter: FaultAnswer.RetryAfter?, _ retryDelay: Duration? = nil
  ) -> FaultAnswer {
    FaultAnswer(.resourceExhausted, retryDelay: retryDelay, retryAfter: retryAfter)
  }

  static let all: [QuotaCase] = [
    QuotaCase("with Retry-After in seconds", [10, 20], answer(.seconds(7))),
    QuotaCase("with Retry-After as a date", [37, 37], answer(.date(secondsFromNow: 37))),
    QuotaCase("with Retry-After in the past", [10, 20], answer(.date(secondsFromNow: -37))),
    QuotaCase("with RetryInfo", [10, 20], answer(nil, .milliseconds(9_500))),
    QuotaCase("with both", [10, 20], answer(.seconds(7), .seconds(20))),
    QuotaCase("with less than the interval", [10, 20], answer(.seconds(1))),
    QuotaCase("with more than it may", [600, 600], answer(.seconds(86_400))),
    QuotaCase("with neither", [10, 20, 40, 60, 60], answer(nil)),
  ]
}
