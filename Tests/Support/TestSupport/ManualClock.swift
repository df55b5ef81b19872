import Synchronization

/// A clock that moves only when a test advances it.
///
/// A test waits until as many tasks sleep on the clock as it expects, advances it, and asserts.
public final class ManualClock: Clock, Sendable {
  /// An instant of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock's creation.
    public var offset: Duration

    /// Creates an instant.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether an instant is earlier than another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Creates a clock at instant zero.
  public init() {}

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }
  /// The clock's resolution.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock is advanced to an instant.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let immediate = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil || Task.isCancelled {
            return .failure(CancellationError())
          }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let immediate { continuation.resume(with: immediate) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until at least a number of tasks sleep on the clock; returns early if the task is cancelled.
  public func sleepers(_ count: Int = 1) async { await waitWhile(sleeperCount < count) }

  /// The number of tasks that currently sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The times until the sleepers' deadlines, shortest first.
  public var waits: [Duration] {
    state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted() }
  }

  /// Advances the clock and resumes the sleepers whose deadlines have passed, in their order.
  public func advance(by duration: Duration) {
    let due = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
