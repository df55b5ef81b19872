package import HTTPMessages
internal import Synchronization

/// A rate limit for the requests of a whole process.
///
/// One schedule bounds the requests of a thousand trip models and spreads their first polls. If
/// their intervals ask for more than the limit, all models poll equally less often. Requests leave
/// in even batches, first come, first served. The wait for a turn does not count against a
/// request's time limit or timings.
public final class FleetSchedule: Sendable {
  /// The limit of ``init(requestsPerSecond:clock:)`` by default.
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
    clock: ServiceClock = .system
  ) {
    self.clock = clock
    state = Mutex(State(pace: RequestPace(requestsPerSecond: requestsPerSecond)))
  }

  /// The maximum number of requests in any one second.
  public var requestsPerSecond: Int { state.withLock { $0.pace.requestsPerSecond } }

  /// The number of requests that are waiting for a turn.
  public var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Sets how many times slower than usual all requests leave, at least 1.
  package func setStretch(_ stretch: Int) { state.withLock { $0.pace.stretch = max(1, stretch) } }

  /// Returns when the next turn may be free; nil if one is free now.
  package func nextTurn(at now: Duration) -> Duration? {
    state.withLock { $0.waiters.isEmpty ? $0.pace.earliest : max($0.pace.earliest ?? now, now) }
      .flatMap { $0 > now ? $0 : nil }
  }

  /// Takes up to `most` turns that are free now and not awaited, and returns their number.
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

  /// Waits for a turn; throws a `cancelled` error if the task is cancelled before.
  package func turn() async throws(HTTPTransportError) {
    let arrival = clock.monotonicNow()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let immediate: Bool? = state.withLock { state in
          // A task that is cancelled after this finds itself among the waiters.
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
    // Unstructured, because it outlives the request that starts it. It ends with the last waiter.
    Task { while let wait = wakeNext() { try? await clock.sleep(wait) } }
  }

  /// Gives the free turns to the oldest waiters; returns the time until the next turn, if awaited.
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
