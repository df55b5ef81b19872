public import HTTPMessages
internal import Synchronization

/// A transport that sends at most so many requests in any second, however many callers it has.
///
/// One in front of the transport of a whole process bounds what a thousand trip models ask, spreads
/// their first polls, and makes all of them poll less often, equally, where their intervals ask for
/// more. Requests leave evenly spread in the order in which they came; one that was cancelled takes
/// no turn. The wait for a turn is no part of a request's time limit or timings.
public final class RateLimitedTransport: HTTPTransport {
  /// The most requests in any second of a transport that is told no other number.
  public static let defaultRequestsPerSecond = 50

  private let transport: any HTTPTransport
  private let clock: ServiceClock
  private let queue = TurnQueue()
  private let pace: Mutex<RequestPace>

  /// Creates a transport in front of another.
  ///
  /// - Parameters:
  ///   - transport: What carries the requests.
  ///   - requestsPerSecond: The most requests in any second; less than 1 counts as 1.
  ///   - clock: What the turns go by.
  public init(
    _ transport: any HTTPTransport,
    requestsPerSecond: Int = RateLimitedTransport.defaultRequestsPerSecond,
    clock: ServiceClock
  ) {
    self.transport = transport
    self.clock = clock
    pace = Mutex(RequestPace(requestsPerSecond: requestsPerSecond))
  }

  /// The number of requests that wait for others before them to leave.
  public var waitingCount: Int { queue.waiterCount }

  /// Sends a request when its turn has come.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The answer with its whole body.
  /// - Throws: Why there is no answer, `cancelled` if the task was before its turn.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    try await waitForTurn()
    return try await transport.send(request)
  }

  private func waitForTurn() async throws(HTTPTransportError) {
    let arrival = clock.monotonicNow()
    CallHold.current?.hold(true)
    defer { CallHold.current?.hold(false) }
    guard await queue.take() else { throw HTTPTransportError(.cancelled) }
    defer { queue.pass() }
    let earliest = pace.withLock { $0.earliest }
    if let wait = earliest.map({ $0 - clock.monotonicNow() }), wait > .zero {
      do {
        try await clock.sleep(wait)
      } catch {
        throw HTTPTransportError(.cancelled)
      }
    }
    let now = clock.monotonicNow()
    pace.withLock { $0.leave(at: now, since: arrival) }
  }
}
