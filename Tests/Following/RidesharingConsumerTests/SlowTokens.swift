import FleetEngine
import Synchronization

/// A source of tokens that gives the first one when a test says so, also to a cancelled task.
final class SlowTokens: AccessTokenProvider {
  private let (asked, ask) = AsyncStream.makeStream(of: Void.self)
  private let (given, giving) = AsyncStream.makeStream(of: Void.self)

  /// Waits until somebody asks for a token.
  func wait() async { for await _ in asked { return } }

  /// Gives the token.
  func give() { giving.yield() }

  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    ask.yield()
    // Not structured, so that nobody's cancelling ends the wait.
    await Task { [given] in for await _ in given { return } }.value
    return AccessToken("token", expiresAt: nil)
  }
}
