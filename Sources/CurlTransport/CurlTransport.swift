public import HTTPMessages

/// An HTTP transport on libcurl that keeps its connections and has one thread of its own.
///
/// It follows no redirect, speaks HTTP and HTTPS alone, always verifies TLS of at least 1.2 with
/// the host's name, and sends no token over plain HTTP to another machine. The proxy variables of
/// the environment count as they do for curl, but never for loopback addresses. Over TLS it offers
/// HTTP/2 and sends the requests to a server that takes it side by side over one connection; plain
/// HTTP is HTTP/1.1. POST and PATCH always take a new connection, as a request on a kept one could
/// be repeated when that turns out to be closed.
public final class CurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let loop: TransferLoop

  /// Creates a transport and starts its thread.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    self.loop = TransferLoop(
      maximumConnections: configuration.maximumConnections,
      perHost: configuration.maximumConnectionsPerHost
    )
  }

  deinit {
    loop.shutDown()
  }

  /// Ends the transport: requests under way and later ones fail as cancelled.
  public func shutDown() {
    loop.shutDown()
  }

  /// Sends a request and returns the server's answer, whatever its status.
  ///
  /// Cancelling the task gives the transfer up at once.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The answer with its whole body, inflated.
  /// - Throws: Why there is no answer.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    let prepared = try PreparedRequest(request, configuration: configuration)
    let ticket = TransferTicket()
    let loop = loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.start(prepared, ticket: ticket) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loop.cancel(ticket)
    }
    return try result.get()
  }
}
