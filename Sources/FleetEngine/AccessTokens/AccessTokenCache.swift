public import FleetEngine
internal import TrustLimits

/// Caches the tokens of another provider until shortly before they expire.
///
/// It makes at most one fetch at a time for a trip or vehicle, and cancels it when no caller waits
/// any more. It renews a token when a fifth of its lifetime is left, at most five minutes. If that
/// fails, it returns the old token until it expires. It keeps a token without a known expiry for
/// five minutes. Tokens are checked like a `CheckedAccessTokenProvider`'s. See docs/protocol.md,
/// "Token providers".
public actor AccessTokenCache: AccessTokenProvider {
  private struct Entry {
    let token: AccessToken
    let refreshAt: Timestamp
  }

  private typealias Fetch = Task<Result<AccessToken, AccessTokenError>, Never>

  private struct Flight {
    let number: Int
    let fetch: Fetch
    var waiters = 0
  }

  private static let mostEntries = 1_000
  private static let longestMargin: Duration = .seconds(300)

  private let provider: CheckedAccessTokenProvider
  private let wallNow: @Sendable () -> Timestamp
  private var entries: [AuthorizationContext: Entry] = [:]
  private var flights: [AuthorizationContext: Flight] = [:]
  private var flightCount = 0

  /// Creates a cache.
  public init(
    _ provider: any AccessTokenProvider,
    wallNow: @escaping @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) {
    self.provider = CheckedAccessTokenProvider(provider, wallNow: wallNow)
    self.wallNow = wallNow
  }

  /// Returns a cached or new token that is valid now.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    if let entry = entries[context], wallNow() < entry.refreshAt { return entry.token }
    let flight = join(context)
    let result = await withTaskCancellationHandler {
      await flight.fetch.value
    } onCancel: {
      // Unstructured, because the handler cannot wait for the actor.
      Task { await leave(flight.number, context) }
    }
    do { return try result.get() } catch {
      // A token without a known expiry is valid until the server refuses it.
      if let entry = entries[context], entry.token.expiresAt.map({ wallNow() < $0 }) ?? true {
        return entry.token
      }
      throw error
    }
  }

  /// Removes a token that the server has refused.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    if entries[context]?.token == token { entries[context] = nil }
    await provider.discard(token, for: context)
  }

  /// Removes the token of a trip or vehicle; a current fetch continues.
  public func renew(for context: AuthorizationContext) async {
    entries[context] = nil
    await provider.renew(for: context)
  }

  private func join(_ context: AuthorizationContext) -> Flight {
    var flight = flights[context] ?? start(context)
    flight.waiters += 1
    flights[context] = flight
    return flight
  }

  private func start(_ context: AuthorizationContext) -> Flight {
    flightCount += 1
    let number = flightCount
    // Unstructured, because other callers wait for it even if the first one is cancelled.
    let fetch = Fetch {
      let result: Result<AccessToken, AccessTokenError>
      do throws(AccessTokenError) {
        result = .success(try await provider.accessToken(for: context))
      } catch { result = .failure(error) }
      finish(number, context, result)
      return result
    }
    return Flight(number: number, fetch: fetch)
  }

  /// Removes a waiting caller, and cancels the fetch after the last one.
  private func leave(_ number: Int, _ context: AuthorizationContext) {
    guard var flight = flights[context], flight.number == number else { return }
    flight.waiters -= 1
    flights[context] = flight.waiters > 0 ? flight : nil
    if flight.waiters == 0 { flight.fetch.cancel() }
  }

  private func finish(
    _ number: Int, _ context: AuthorizationContext, _ result: Result<AccessToken, AccessTokenError>
  ) {
    guard flights[context]?.number == number else { return }
    flights[context] = nil
    guard case .success(let token) = result else { return }
    if entries.count >= Self.mostEntries { makeRoom() }
    let now = wallNow()
    let refreshAt =
      token.expiresAt.map { expiry in expiry - min(Self.longestMargin, max(expiry - now, .zero) / 5)
      } ?? now + Limits.Token.unknownLifetime
    entries[context] = Entry(token: token, refreshAt: refreshAt)
  }

  /// Removes expired tokens, or all if none has expired.
  private func makeRoom() {
    let now = wallNow()
    let valid = entries.filter { entry in entry.value.token.expiresAt.map { now < $0 } ?? true }
    entries = valid.count < entries.count ? valid : [:]
  }
}
