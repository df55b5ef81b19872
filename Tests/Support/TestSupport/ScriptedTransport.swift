public import HTTPMessages
import Synchronization

/// A transport that responds from a closure and records the requests.
public final class ScriptedTransport: HTTPTransport {
  /// Responds to a request, given its index from 0.
  public typealias Answer =
    @Sendable (TransportRequest, _ index: Int) async throws(HTTPTransportError) -> TransportResponse

  private let answer: Answer
  private let log = Mutex<[TransportRequest]>([])

  /// Creates a transport whose closure receives each request and its index from 0.
  public init(_ answer: @escaping Answer) { self.answer = answer }

  /// The requests so far, in their order.
  public var requests: [TransportRequest] { log.withLock { $0 } }

  /// Records a request and responds to it.
  public func send(
    _ request: TransportRequest
  ) async throws(HTTPTransportError) -> TransportResponse {
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try await answer(request, index)
  }
}

extension TransportResponse {
  /// Returns a response with a JSON body.
  public static func json(_ text: String, status: Int = 200) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
  }
}
