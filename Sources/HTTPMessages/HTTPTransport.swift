/// Something that carries a request to a server and brings its answer back.
///
/// A transport follows no redirect, repeats nothing and reads no environment: what wraps it decides.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the server's answer, whatever its status.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The answer with its whole body.
  /// - Throws: Why there is no answer.
  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse
}
