public import HTTPMessages

/// A transport that brings requests to an emulator in the same process.
///
/// A fault script's delays and pauses are waited for; an answer that it cuts short is a lost
/// connection.
public struct InProcessTransport: HTTPTransport {
  private let emulator: FleetEmulator
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - emulator: What answers the requests, whatever host they name.
  ///   - sleep: Waits for a fault script's time, and throws when the task is cancelled.
  public init(
    _ emulator: FleetEmulator,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.emulator = emulator
    self.sleep = sleep
  }

  /// Brings a request to the emulator.
  ///
  /// - Throws: That a fault script breaks the connection, or that sending was cancelled.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    switch await emulator.handle(RoutedRequest(request), waitingBy: wait) {
    case .givenUp: throw HTTPTransportError(.cancelled)
    case .reset: throw HTTPTransportError(.connectionLost, detail: "The connection was reset.")
    case .respond(let response, let delivery):
      let sent = delivery.sentBytes(of: response.body.count)
      let pauses = max(0, sent - 1) / delivery.pieceBytes
      if delivery.pause > .zero, pauses > 0, !(await wait(delivery.pause * pauses)) {
        throw HTTPTransportError(.cancelled)
      }
      switch delivery.end {
      case .whole: return response
      case .truncated: throw HTTPTransportError(.connectionLost, detail: "The answer ended early.")
      case .reset, .resetBeforeAnswer:
        throw HTTPTransportError(.connectionLost, detail: "The connection was reset.")
      }
    }
  }

  private func wait(_ time: Duration) async -> Bool {
    do {
      try await sleep(time)
      return true
    } catch {
      return false
    }
  }
}
