import AccessTokens
import FleetEngine
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct `A token by completion` {
  private struct Failure: Error, CustomStringConvertible { let description: String }

  private let clock = ManualClock()
  private let trip = AuthorizationContext(tripID: "t")

  private func provider(
    _ fetch: @escaping CompletionAccessTokenProvider.Fetch
  ) -> CompletionAccessTokenProvider {
    CompletionAccessTokenProvider(
      clock: ServiceClock(clock) { Timestamp(seconds: 0) }, fetch: fetch)
  }

  @Test func `A token by completion is the completion's argument`() async throws {
    let asked = Mutex<AuthorizationContext?>(nil)
    let provider = provider { context, completion in
      asked.withLock { $0 = context }
      completion("token", nil)
    }
    #expect(try await provider.accessToken(for: trip) == AccessToken("token", expiresAt: nil))
    #expect(asked.withLock { $0 } == trip)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A token by completion may arrive later from another task`() async throws {
    let provider = provider { _, completion in Task.detached { completion("token", nil) } }
    #expect(try await provider.accessToken(for: trip).value == "token")
  }

  @Test func `Only the first of several tokens by completion counts`() async throws {
    let provider = provider { _, completion in
      completion("first", nil)
      completion("second", nil)
      completion(nil, Failure(description: "third"))
    }
    #expect(try await provider.accessToken(for: trip).value == "first")
  }

  @Test func `A token by completion after the deadline is dropped`() async throws {
    let late = Mutex<CompletionAccessTokenProvider.Completion?>(nil)
    let provider = provider { _, completion in late.withLock { $0 = completion } }
    let asking = Task { try await provider.accessToken(for: trip) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    let error = await #expect(throws: AccessTokenError.self) { try await asking.value }
    #expect(error?.reason == "The app's token provider did not answer within 10 s.")
    #expect(error?.isRecoverable == true)
    late.withLock { $0 }?("token", nil)
  }

  @Test func `The wait for a token by completion ends when its caller is cancelled`() async throws {
    let provider = provider { _, _ in }
    let asking = Task { try await provider.accessToken(for: trip) }
    await clock.sleepers(1)
    asking.cancel()
    await #expect(throws: AccessTokenError.self) { try await asking.value }
    #expect(clock.sleeperCount == 0)
  }

  private static let empty: [(String?, String?, String)] = [
    (nil, nil, "The app's token provider gave neither a token nor an error."),
    ("", nil, "The app's token provider gave no token: it is empty."),
    ("to ken", nil, "The app's token provider gave no token: it has more than one word."),
    (nil, "no network", "The app's token provider failed: no network"),
    ("s3cretTok", "s3cretTok\u{7} is bad", "The app's token provider failed: … is bad"),
  ]

  @Test(arguments: empty) func `An invalid token by completion is a clear error`(
    token: String?, failure: String?, reason: String
  ) async {
    let provider = provider { _, completion in
      completion(token, failure.map { Failure(description: $0) })
    }
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: trip)
    }
    #expect(error?.reason == reason)
  }

  @Test func `An error of a completion is thrown unchanged`() async {
    let own = AccessTokenError(reason: "Sign in again.")
    let provider = provider { _, completion in completion(nil, own) }
    await #expect(throws: own) { try await provider.accessToken(for: trip) }
  }
}
