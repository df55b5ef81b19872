public import FleetEngine
public import HTTPMessages

/// A transport to an emulator in the same process.
///
/// It waits for a fault script's delays and pauses; a response that the script cuts short is a lost
/// connection.
public struct InProcessTransport: HTTPTransport {
  private let emulator: EmulatedFleetEngine
  private let clock: ServiceClock
  /// Whether the calls are counted as work by who makes them.
  private let isCounted: Bool

  /// Creates a transport; the clock waits for a fault script, by default the emulator's.
  ///
  /// A request that a script delays ends when that clock has passed the delay.
  public init(_ emulator: EmulatedFleetEngine, clock: ServiceClock? = nil) {
    self.init(emulator, clock: clock, isCounted: false)
  }

  init(_ emulator: EmulatedFleetEngine, clock: ServiceClock? = nil, isCounted: Bool) {
    self.emulator = emulator
    self.clock = clock ?? emulator.clock.service
    self.isCounted = isCounted
  }

  /// Sends a request to the emulator, whatever its host.
  public func send(
    _ request: TransportRequest
  ) async throws(HTTPTransportError) -> TransportResponse {
    if !isCounted { emulator.clock.countWork(isOver: false) }
    defer { if !isCounted { emulator.clock.countWork(isOver: true) } }
    switch await emulator.handle(request, waitingBy: wait) {
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
      case .truncated:
        throw HTTPTransportError(.connectionLost, detail: "The response ended early.")
      case .reset, .resetBeforeAnswer:
        throw HTTPTransportError(.connectionLost, detail: "The connection was reset.")
      }
    }
  }

  private func wait(_ time: Duration) async -> Bool {
    // A request that waits is not at work.
    emulator.clock.countWork(isOver: true)
    defer { emulator.clock.countWork(isOver: false) }
    return (try? await clock.sleep(time)) != nil
  }
}
