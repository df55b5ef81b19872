import AccessTokens
import FleetEngine
import HTTPMessages
import Synchronization
import TestSupport
import Testing

/// A provider whose answers a test holds back and lets go.
private final class HeldProvider: AccessTokenProvider {
  private struct State {
    var asked = 0
    var discarded = 0
    var waiting = 0
    var releases = 0
    var isHeld = false
    var lifetime: Duration? = .seconds(3_600)
    var isFailing = false
    var now = Timestamp(seconds: 1_000)
  }

  private let state = Mutex(State())
  var asked: Int { state.withLock { $0.asked } }
  var discarded: Int { state.withLock { $0.discarded } }
  var waiting: Int { state.withLock { $0.waiting } }
  var now: Timestamp { state.withLock { $0.now } }

  func hold() { state.withLock { $0.isHeld = true } }
  func fail(_ isFailing: Bool = true) { state.withLock { $0.isFailing = isFailing } }
  func live(_ lifetime: Duration?) { state.withLock { $0.lifetime = lifetime } }
  func advance(_ duration: Duration) { state.withLock { $0.now = $0.now + duration } }

  func release() {
    state.withLock { state in
      state.isHeld = false
      state.waiting = 0
      state.releases += 1
    }
  }

  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let held = state.withLock { state -> Int? in
      state.asked += 1
      if state.isHeld { state.waiting += 1 }
      return state.isHeld ? state.releases : nil
    }
    if let held { await waitWhile(state.withLock { $0.releases } == held) }
    let (failing, number, expiry) = state.withLock { state in
      (state.isFailing, state.asked, state.lifetime.map { state.now + $0 })
    }
    if failing { throw AccessTokenError(reason: "no token", isRecoverable: true) }
    return AccessToken("token\(number)", expiresAt: expiry)
  }

  func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    state.withLock { $0.discarded += 1 }
  }
}

/// A number that tasks count up.
private final class Count: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

@Suite(.limited) struct `A token cache` {
  private let provider = HeldProvider()
  private let cache: AccessTokenCache
  private let trip = AuthorizationContext(tripID: "t")

  init() {
    let provider = provider
    cache = AccessTokenCache(provider, wallNow: { provider.now })
  }

  @Test func `A token cache keeps a token per trip and vehicle`() async throws {
    let first = try await cache.accessToken(for: trip)
    let other = try await cache.accessToken(for: AuthorizationContext(vehicleID: "t"))
    #expect(first != other)
    #expect(try await cache.accessToken(for: trip) == first)
    #expect(provider.asked == 2)
  }

  @Test(arguments: [(3_600, 3_299, 3_300), (600, 479, 480), (10, 7, 8)])
  func `A token cache renews a token when a fifth of its life or five minutes are left`(
    lifetime: Int, kept: Int, renewed: Int
  ) async throws {
    provider.live(.seconds(lifetime))
    let first = try await cache.accessToken(for: trip)
    provider.advance(.seconds(kept))
    #expect(try await cache.accessToken(for: trip) == first)
    provider.advance(.seconds(renewed - kept))
    #expect(try await cache.accessToken(for: trip) != first)
  }

  @Test func `A token cache keeps a token without an expiry for five minutes`() async throws {
    provider.live(nil)
    let first = try await cache.accessToken(for: trip)
    provider.advance(.seconds(299))
    #expect(try await cache.accessToken(for: trip) == first)
    provider.advance(.seconds(1))
    #expect(try await cache.accessToken(for: trip) != first)
  }

  @Test func `A token cache returns a token without an expiry until it is refused`() async throws {
    provider.live(nil)
    let first = try await cache.accessToken(for: trip)
    provider.fail()
    provider.advance(.seconds(1_000_000))
    #expect(try await cache.accessToken(for: trip) == first)
    await cache.discard(first, for: trip)
    await #expect(throws: AccessTokenError(reason: "no token", isRecoverable: true)) {
      try await cache.accessToken(for: trip)
    }
  }

  @Test(arguments: [401, 403])
  func `A token cache discards a refused token each time, even one without an expiry`(
    status: Int
  ) async throws {
    provider.live(nil)
    let transport = ScriptedTransport { _, _ in .json("{}", status: status) }
    let client = FleetEngineClient(transport: transport, tokens: cache)
    let name = try TripName(providerID: "p", tripID: "t")
    for _ in 1...2 {
      await #expect(throws: FleetEngineError.self) { try await client.getTrip(name) }
    }
    // Two calls in a row, each repeated once with a fresh token; the second starts with the first's.
    #expect(
      transport.requests.map { $0.headers["Authorization"] }
        == ["Bearer token1", "Bearer token2", "Bearer token2", "Bearer token3"]
    )
  }

  @Test func `A token cache cancels a fetch when no caller waits for it any longer`() async throws {
    let asked = Count()
    let ended = Count()
    let provider = CompletionAccessTokenProvider(
      clock: ServiceClock(ManualClock()) { Timestamp(seconds: 0) }, deadline: .seconds(60)
    ) { _, _ in asked.add() }
    let cache = AccessTokenCache(provider, wallNow: { Timestamp(seconds: 0) })
    let trip = trip
    let ask: @Sendable () async throws -> Void = {
      defer { ended.add() }
      _ = try await cache.accessToken(for: trip)
    }
    let last = Task { try await ask() }
    await waitWhile(asked.value == 0)
    let others = (0..<2).map { _ in Task { try await ask() } }
    for task in others { task.cancel() }
    // This call gets its turn on the cache's actor after theirs.
    await cache.renew(for: AuthorizationContext(tripID: "another"))
    // They wait with the one that still does, and the fetch goes on for it.
    #expect(ended.value == 0)
    last.cancel()
    for task in others + [last] {
      await #expect(throws: AccessTokenError.self) { try await task.value }
    }
    #expect(asked.value == 1)
  }

  @Test func `A token cache fetches once for all waiting callers`() async throws {
    provider.hold()
    let (cache, trip) = (cache, trip)
    let callers = (0..<8).map { _ in Task { try await cache.accessToken(for: trip) } }
    await waitWhile(provider.waiting == 0)
    callers[0].cancel()
    provider.release()
    var tokens: Set<AccessToken> = []
    for caller in callers { tokens.insert(try await caller.value) }
    #expect(tokens.count == 1)
    #expect(provider.asked == 1)
  }

  @Test func `A token cache discards the refused token, but not a newer one`() async throws {
    let first = try await cache.accessToken(for: trip)
    await cache.discard(first, for: trip)
    let second = try await cache.accessToken(for: trip)
    #expect(second != first)
    await cache.discard(first, for: trip)
    #expect(try await cache.accessToken(for: trip) == second)
    #expect(provider.discarded == 2)
  }

  @Test func `A token cache returns the old token while it is valid and renewing fails`()
    async throws
  {
    let first = try await cache.accessToken(for: trip)
    provider.fail()
    provider.advance(.seconds(3_500))
    #expect(try await cache.accessToken(for: trip) == first)
    provider.advance(.seconds(100))
    await #expect(throws: AccessTokenError(reason: "no token", isRecoverable: true)) {
      try await cache.accessToken(for: trip)
    }
    provider.fail(false)
    #expect(try await cache.accessToken(for: trip) != first)
  }
}
