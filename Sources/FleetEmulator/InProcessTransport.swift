public import HTTPMessages

/// A transport that brings requests to an emulator in the same process.
public struct InProcessTransport: HTTPTransport {
  private let emulator: FleetEmulator

  /// Creates a transport.
  ///
  /// - Parameter emulator: What answers the requests, whatever host they name.
  public init(_ emulator: FleetEmulator) {
    self.emulator = emulator
  }

  /// Brings a request to the emulator.
  ///
  /// - Parameter request: The request.
  /// - Returns: The emulator's answer.
  /// - Throws: Nothing but what the protocol allows.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    await emulator.respond(to: request)
  }
}
