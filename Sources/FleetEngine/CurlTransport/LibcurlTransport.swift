public import HTTPMessages

/// An HTTP transport on libcurl, with reused connections and one thread for all transfers.
///
/// - It verifies certificates and host names and requires TLS 1.2 or newer.
/// - It refuses to send an `Authorization` header over plain HTTP to another machine.
/// - It does not follow redirects and supports no schemes but HTTP and HTTPS.
/// - It honours the proxy variables of the environment, except for loopback addresses.
/// - Over TLS it prefers HTTP/2 and then sends concurrent requests over one connection.
/// - POST and PATCH use a new connection, because libcurl repeats a request if a reused connection
///   turns out to be closed.
public final class LibcurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let loop: TransferLoop

  /// Creates a transport, whose thread starts with the first request.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    self.loop = TransferLoop(configuration)
  }

  deinit { loop.shutDown() }

  /// Ends the transport: current and later requests throw a `cancelled` error.
  public func shutDown() { loop.shutDown() }

  /// Sends a request and returns the server's response with its inflated body, whatever its status.
  ///
  /// Cancelling the task aborts the transfer immediately.
  public func send(
    _ request: TransportRequest
  ) async throws(HTTPTransportError) -> TransportResponse {
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
