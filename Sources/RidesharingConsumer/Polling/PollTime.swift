internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// The time that one poll may still take: the server and the source of tokens have a limit each.
///
/// A token command that hangs fails by its own limit, so that the error names the command.
final class PollTime: Sendable {
  /// A bit longer than a token command's own limit.
  private static let tokenTime = Limits.Token.sourceTime + .seconds(5)

  private struct State {
    var start: Duration
    /// The step that does not count for the server, and when it began.
    var pause: (step: ExchangeProgress.Step, since: Duration)?
  }

  private let state: Mutex<State>

  init(start: Duration) {
    state = Mutex(State(start: start))
  }

  /// Whether the poll waits for a token.
  var isAtToken: Bool { state.withLock { $0.pause?.step == .token } }

  /// The moment from which the poll is overdue, unless another step begins before.
  ///
  /// A poll that waits for its turn is never overdue.
  func end(at now: Duration) -> Duration {
    state.withLock { state in
      switch state.pause {
      case (.token, let since)?: since + Self.tokenTime
      case .some: now + Limits.Reply.totalTime
      case nil: state.start + Limits.Reply.totalTime
      }
    }
  }

  /// Records that a step begins.
  ///
  /// Time spent on a token or a turn does not count for the server.
  func record(_ step: ExchangeProgress.Step, at now: Duration) {
    state.withLock { state in
      if let pause = state.pause { state.start += now - pause.since }
      state.pause = step == .token || step == .turn ? (step, now) : nil
    }
  }
}
