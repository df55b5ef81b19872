public import FleetEngine
public import TrustLimits

/// Brings the tokens of code that answers through a completion, as the SDK's protocol has it.
///
/// The first call of the completion counts, further ones are dropped. One that never comes is an
/// error once a deadline is over. Source: contract 3.4.
public struct CompletionAccessTokenProvider: AccessTokenProvider {
  /// Takes a token or an error.
  public typealias Completion = @Sendable (String?, (any Error)?) -> Void
  /// Fetches a token for a trip or vehicle and calls the completion, on any thread.
  public typealias Fetch = @Sendable (AuthorizationContext, @escaping Completion) -> Void

  private typealias Outcome = Result<AccessToken, AccessTokenError>

  private let clock: ServiceClock
  private let deadline: Duration
  private let fetch: Fetch

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - clock: What the deadline is counted by.
  ///   - deadline: The time that the completion has, more than zero.
  ///   - fetch: Fetches a token and calls the completion with it or with an error.
  public init(
    clock: ServiceClock,
    deadline: Duration = Limits.Token.sourceTime,
    fetch: @escaping Fetch
  ) {
    self.clock = clock
    self.deadline = deadline
    self.fetch = fetch
  }

  /// Asks for a token.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: The token; its expiry is not known, unless it tells it itself.
  /// - Throws: The code's error, that it gave neither, or that it did not answer in time.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let reply = OneReply<Outcome>()
    let (clock, deadline, fetch) = (clock, deadline, fetch)
    let outcome = await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            try await clock.sleep(deadline)
            reply.give(.failure(Self.late(deadline)))
          } catch {
            // The reply was there first, or nobody waits for one any more.
          }
        }
        fetch(context) { token, error in reply.give(Self.outcome(token, error)) }
        defer { group.cancelAll() }
        return await reply.value()
      }
    } onCancel: {
      reply.give(.failure(.notWanted))
    }
    return try outcome.get()
  }

  private static func outcome(_ token: String?, _ error: (any Error)?) -> Outcome {
    if let error = error as? AccessTokenError { return .failure(error) }
    if let error {
      let words = ForeignText.cleaned("\(error)", hiding: token.map { [$0] } ?? [])
      return .failure(
        AccessTokenError(reason: "The app's token provider failed: \(words)", isRecoverable: true)
      )
    }
    guard let token else {
      return .failure(
        AccessTokenError(reason: "The app's token provider gave neither a token nor an error.")
      )
    }
    if let problem = TokenText.problem(Array(token.utf8)) {
      return .failure(
        AccessTokenError(reason: "The app's token provider gave no token: \(problem).")
      )
    }
    return .success(AccessToken(token, expiresAt: nil))
  }

  private static func late(_ deadline: Duration) -> AccessTokenError {
    AccessTokenError(
      reason: "The app's token provider did not answer within \(deadline.components.seconds) s.",
      isRecoverable: true
    )
  }
}
