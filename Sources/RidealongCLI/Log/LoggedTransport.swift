internal import FleetEngine
internal import HTTPMessages

/// A transport that notes each exchange in the log: what was asked of whom, and what came of it.
///
/// Queries, header fields and bodies are not noted: a token or a key may be in them.
struct LoggedTransport: HTTPTransport {
  let transport: any HTTPTransport
  let log: LogFile
  let clock: ServiceClock

  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    var address = request.url
    address.query = []
    let start = clock.monotonicNow()
    func time() -> String { "\(Int((clock.monotonicNow() - start) / .milliseconds(1))) ms" }
    do {
      let response = try await transport.send(request)
      log.note(
        response.status < 400 ? .debug : .warning,
        "\(response.status) in \(time()), \(response.body.count) bytes: "
          + "\(request.method.rawValue) \(address)"
      )
      return response
    } catch {
      log.note(
        error.kind == .cancelled ? .debug : .warning,
        "\(error.kind) after \(time()): \(request.method.rawValue) \(address)"
          + (error.detail.isEmpty ? "" : ": \(error.detail)")
      )
      throw error
    }
  }
}
