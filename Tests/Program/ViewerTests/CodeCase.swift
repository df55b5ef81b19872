import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// A server's answer, how it looks and what it says.
struct CodeCase: CustomTestStringConvertible, Sendable {
  let status: Int
  let isCard: Bool
  let words: String
  /// The words for a response without an error of Fleet Engine; nil if they are the same.
  var bareWords: String?

  var testDescription: String { "\(status)" }

  static let all = [
    CodeCase(status: 400, isCard: true, words: "The server does not accept this trip"),
    CodeCase(status: 401, isCard: true, words: "The token is missing, expired or not"),
    CodeCase(status: 403, isCard: true, words: "The server refused this token for this"),
    CodeCase(
      status: 404, isCard: true, words: "The provider demo-project has no",
      bareWords: "is not Fleet"),
    CodeCase(
      status: 405, isCard: true, words: "The server does not accept this trip",
      bareWords: "is not Fleet"),
    CodeCase(status: 408, isCard: false, words: "The server timed out (DEADLINE_EXCEEDED)."),
    CodeCase(status: 409, isCard: false, words: "The server gave up the call (ABORTED). Retry 1"),
    CodeCase(status: 418, isCard: true, words: "The server does not accept this trip"),
    CodeCase(status: 429, isCard: true, words: "The quota is used up."),
    CodeCase(status: 499, isCard: false, words: "The server gave up the call (CANCELLED)."),
    CodeCase(status: 500, isCard: false, words: "The server failed (INTERNAL). Retry 1 in 3 s"),
    CodeCase(status: 501, isCard: true, words: "does not support following trips"),
    CodeCase(
      status: 502, isCard: false, words: "The server is not available (UNAVAILABLE). Retry 1 in 3 s"
    ),
    CodeCase(
      status: 503, isCard: false, words: "The server is not available (UNAVAILABLE). Retry 1 in 3 s"
    ),
    CodeCase(status: 504, isCard: false, words: "The server timed out (DEADLINE_EXCEEDED)."),
    CodeCase(status: 0, isCard: false, words: "The server's reply is not HTTP. Retry 1 in"),
  ]

  /// The client's error for the response; 0 is no response.
  func error(hasStatus: Bool) async -> FleetEngineError? {
    let status = status
    let body = RPCStatus(code: RPCCode(httpStatus: status), message: "said by a test").body
    let transport = ScriptedTransport { _, _ async throws(HTTPTransportError) in
      guard status > 0 else { throw HTTPTransportError(.malformedAnswer) }
      return TransportResponse(status: status, body: hasStatus ? body : [])
    }
    let client = FleetEngineClient(transport: transport, tokens: FixedTokens())
    do {
      guard let name = try? TripName(parsing: SampleView.tripName) else { return nil }
      _ = try await client.getTrip(name)
      return nil
    } catch { return error }
  }
}
