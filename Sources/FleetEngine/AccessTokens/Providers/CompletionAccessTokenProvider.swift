public import FleetEngine
internal import TrustLimits

/// Provides tokens from code with a completion handler, like the SDK's protocol.
///
/// Only the first call of the completion counts. If it is not called before a deadline, fetching
/// fails. See docs/protocol.md, "Token providers".
public struct CompletionAccessTokenProvider: AccessTokenProvider {
  /// Receives a token or an error.
  public typealias Completion = @Sendable (String?, (any Error)?) -> Void
  /// Fetches a token for a trip or vehicle and calls the completion, on any thread.
  public typealias Fetch = @Sendable (AuthorizationContext, @escaping Completion) -> Void

  private typealias Outcome = Result<AccessToken, AccessTokenError>

  private let clock: ServiceClock
  private let deadline: Duration
  private let fetch: Fetch

  /// Creates a provider; the deadline is more than zero, by default 10 s.
  public init(
    clock: ServiceClock = .system, deadline: Duration? = nil,
    fetch: @escaping Fetch
  ) {
    self.clock = clock
    self.deadline = deadline ?? Limits.Token.sourceTime
    self.fetch = fetch
  }

  /// Fetches a token; its expiry is unknown unless the token itself contains it.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let (clock, deadline, fetch) = (clock, deadline, fetch)
    let (outcomes, input) = AsyncStream.makeStream(of: Outcome.self)
    let outcome = await withTaskGroup(of: Outcome?.self) { group in
      group.addTask {
        do { try await clock.sleep(deadline) } catch { return nil }
        return .failure(Self.late(deadline))
      }
      fetch(context) { token, error in
        input.yield(Self.outcome(token, error))
        input.finish()
      }
      group.addTask { await outcomes.first { _ in true } }
      defer { group.cancelAll() }
      // Both tasks return nil if the caller's task is cancelled.
      return await group.next() ?? nil
    }
    return try (outcome ?? .failure(.cancelled)).get()
  }

  private static func outcome(_ token: String?, _ error: (any Error)?) -> Outcome {
    if let error = error as? AccessTokenError { return .failure(error) }
    if let error {
      let words = UntrustedText.cleaned("\(error)", hiding: token.map { [$0] } ?? [])
      return .failure(
        AccessTokenError(reason: "The app's token provider failed: \(words)", isRecoverable: true))
    }
    guard let token else {
      return .failure(
        AccessTokenError(reason: "The app's token provider gave neither a token nor an error."))
    }
    if let problem = TokenText.problem(Array(token.utf8)) {
      return .failure(
        AccessTokenError(reason: "The app's token provider gave no token: \(problem)."))
    }
    return .success(AccessToken(token, expiresAt: nil))
  }

  private static func late(_ deadline: Duration) -> AccessTokenError {
    AccessTokenError(
      reason: "The app's token provider did not answer within \(deadline.components.seconds) s.",
      isRecoverable: true)
  }
}
