internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// The time that one poll may still take: the server and the source of tokens have a limit each.
///
/// A token command that hangs fails by its own limit, so that its error names the command and the
/// server is not blamed.
final class PollTime: Sendable {
  /// A bit longer than a token command's own limit.
  private static let tokenTime = Limits.Token.sourceTime + .seconds(5)

  private struct State {
    var start: Duration
    var tokenSince: Duration?
  }

  private let state: Mutex<State>

  init(start: Duration) {
    state = Mutex(State(start: start))
  }

  /// Whether the poll waits for a token.
  var isAtToken: Bool { state.withLock { $0.tokenSince != nil } }

  /// The moment from which the poll is overdue, unless another step begins before.
  var end: Duration {
    state.withLock { state in
      state.tokenSince.map { $0 + Self.tokenTime } ?? state.start + Limits.Reply.totalTime
    }
  }

  /// Records that a step begins; time that was spent on a token does not count for the server.
  func record(_ step: ExchangeProgress.Step, at now: Duration) {
    state.withLock { state in
      if let since = state.tokenSince { state.start += now - since }
      state.tokenSince = step == .token ? now : nil
    }
  }

  /// Gives the server its whole time again.
  func restart(at now: Duration) {
    state.withLock { $0.start = now }
  }
}
