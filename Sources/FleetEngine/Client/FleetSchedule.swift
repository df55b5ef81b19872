public import HTTPMessages
internal import Synchronization

/// Limits how many requests leave in any second, however many callers there are.
///
/// One for a whole process bounds the requests of a thousand trip models, spreads their first
/// polls, and makes all of them poll less often, equally, where their intervals ask for more.
/// Requests leave in even batches, in the order in which they came. The wait for a turn does not
/// count against a request's time limit or timings.
public final class FleetSchedule: Sendable {
  /// The default limit.
  public static let defaultRequestsPerSecond = 50

  private struct Waiter {
    let id: Int
    let arrival: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var pace: RequestPace
    var waiters: [Waiter] = []
    var nextID = 0
    var isWaking = false
  }

  private let clock: ServiceClock
  private let state: Mutex<State>

  /// Creates a schedule of at least one request per second.
  public init(
    requestsPerSecond: Int = FleetSchedule.defaultRequestsPerSecond,
    clock: ServiceClock
  ) {
    self.clock = clock
    state = Mutex(State(pace: RequestPace(requestsPerSecond: requestsPerSecond)))
  }

  /// The most requests in any second.
  public var requestsPerSecond: Int { state.withLock { $0.pace.requestsPerSecond } }

  /// The number of requests that wait for their turn.
  public var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Returns a transport that sends each request when its turn comes.
  ///
  /// A task that is cancelled before its turn sends nothing and fails as cancelled.
  public func limiting(_ transport: any HTTPTransport) -> any HTTPTransport {
    LimitedTransport(transport: transport, schedule: self)
  }

  /// How many times slower than usual all requests leave, at least 1.
  package func setStretch(_ stretch: Int) { state.withLock { $0.pace.stretch = max(1, stretch) } }

  /// The moment from which a turn may be free; nil if one is free now.
  package func nextTurn(at now: Duration) -> Duration? {
    state.withLock { $0.waiters.isEmpty ? $0.pace.earliest : max($0.pace.earliest ?? now, now) }
      .flatMap { $0 > now ? $0 : nil }
  }

  /// Takes the turns that are free now and that no request waits for.
  ///
  /// - Returns: Their number.
  package func takeTurns(most: Int, at now: Duration) -> Int {
    state.withLock { state in
      guard state.waiters.isEmpty else { return 0 }
      var count = 0
      while count < most, state.pace.earliest ?? now <= now {
        state.pace.leave(at: now, since: now)
        count += 1
      }
      return count
    }
  }

  /// Waits for a turn.
  package func turn() async throws(HTTPTransportError) {
    let arrival = clock.monotonicNow()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let immediate: Bool? = state.withLock { state in
          // A task that is cancelled from here on finds itself among the waiting.
          if Task.isCancelled { return false }
          if state.waiters.isEmpty, state.pace.earliest ?? arrival <= arrival {
            state.pace.leave(at: arrival, since: arrival)
            return true
          }
          state.waiters.append(Waiter(id: id, arrival: arrival, continuation: continuation))
          startWaking(&state)
          return nil
        }
        if let immediate { continuation.resume(returning: immediate) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    guard hasTurn else { throw HTTPTransportError(.cancelled) }
  }

  private func startWaking(_ state: inout sending State) {
    guard !state.isWaking else { return }
    state.isWaking = true
    // Unstructured, because requests come and go while it wakes others. It ends with the last one
    // that waits.
    Task {
      while let wait = wakeNext() { try? await clock.sleep(wait) }
    }
  }

  /// Gives the turns that are free to those who have waited longest.
  ///
  /// - Returns: The time until the next turn; nil where nobody waits.
  private func wakeNext() -> Duration? {
    let now = clock.monotonicNow()
    let (ready, wait) = state.withLock { state -> ([Waiter], Duration?) in
      var count = 0
      while count < state.waiters.count, state.pace.earliest ?? now <= now {
        state.pace.leave(at: now, since: state.waiters[count].arrival)
        count += 1
      }
      let ready = Array(state.waiters.prefix(count))
      state.waiters.removeFirst(count)
      state.isWaking = !state.waiters.isEmpty
      return (ready, state.isWaking ? (state.pace.earliest ?? now) - now : nil)
    }
    for waiter in ready { waiter.continuation.resume(returning: true) }
    return wait
  }
}

/// A transport whose requests keep to a schedule.
struct LimitedTransport: HTTPTransport {
  let transport: any HTTPTransport
  let schedule: FleetSchedule

  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    if request.progress?.useTurn() != true {
      request.progress?.report(.turn)
      try await schedule.turn()
      request.progress?.report(.connecting)
    }
    return try await transport.send(request)
  }
}
