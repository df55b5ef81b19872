internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// The time limit of one poll, separate for the server and for the source of tokens.
final class PollDeadline: Sendable {
  /// Longer than a token command's own limit, so that the error names the command.
  private static let tokenTime = Limits.Token.sourceTime + .seconds(5)

  private struct State {
    var start: Duration
    /// The current step that does not count against the server's limit, and its start.
    var pause: (step: ExchangeObserver.Step, since: Duration)?
  }

  private let state: Mutex<State>

  init(start: Duration) { state = Mutex(State(start: start)) }

  /// Whether the poll is waiting for a token.
  var isAtToken: Bool { state.withLock { $0.pause?.step == .token } }

  /// Returns when the poll becomes overdue, if no other step begins before.
  ///
  /// A poll that is waiting for its turn is never overdue.
  func end(at now: Duration) -> Duration {
    state.withLock { state in
      switch state.pause {
      case (.token, let since)?: since + Self.tokenTime
      case .some: now + Limits.Response.totalTime
      case nil: state.start + Limits.Response.totalTime
      }
    }
  }

  /// Returns when the poll may become overdue at the earliest, also if the next step begins at once.
  func earliestEnd(at now: Duration) -> Duration {
    let end = end(at: now)
    return state.withLock { state in
      guard let pause = state.pause else { return end }
      return min(end, now + Limits.Response.totalTime - (pause.since - state.start))
    }
  }

  /// Records the start of a step; a token or a turn does not count against the server's limit.
  func record(_ step: ExchangeObserver.Step, at now: Duration) {
    state.withLock { state in
      if let pause = state.pause { state.start += now - pause.since }
      state.pause = step == .token || step == .turn ? (step, now) : nil
    }
  }
}
