public import HTTPMessages
import Synchronization

/// A transport that answers from a closure and remembers what it was asked.
public final class ScriptedTransport: HTTPTransport {
  /// Answers a request; the index counts requests from 0.
  public typealias Answer =
    @Sendable (HTTPRequest, _ index: Int) async throws(HTTPTransportError) -> HTTPResponse

  private let answer: Answer
  private let log = Mutex<[HTTPRequest]>([])

  /// Creates a transport; the closure gets each request and its index from 0.
  public init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// The requests so far, in their order.
  public var requests: [HTTPRequest] { log.withLock { $0 } }

  /// Remembers a request and answers it.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try await answer(request, index)
  }
}

extension HTTPResponse {
  /// An answer with a body of JSON.
  public static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: Array(text.utf8)
    )
  }
}
