internal import FleetEmulator
internal import HTTPMessages
internal import Synchronization

/// Whether a server has identified itself as ridealong's emulator.
///
/// The sign only permits the demo's map, which is part of the program; a server that lies gains
/// nothing.
final class EmulatorSign: Sendable {
  private let isSeen = Mutex(false)

  var isEmulator: Bool { isSeen.withLock { $0 } }

  func read(_ headers: TransportHeaders) {
    let isEmulator = headers["Server"] == EmulatedFleetEngine.serverName
    isSeen.withLock { $0 = isEmulator }
  }
}

/// A transport that reads from each response whether the server is the emulator.
struct RecognizingTransport: HTTPTransport {
  let transport: any HTTPTransport
  let sign: EmulatorSign

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    let response = try await transport.send(request)
    sign.read(response.headers)
    return response
  }
}
