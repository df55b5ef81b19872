public import FleetEngine
internal import TrustLimits

/// Keeps the tokens of another provider until they are about to expire.
///
/// There is at most one fetch in flight for a trip or vehicle, however many calls wait for it. A
/// token is fetched anew when a fifth of its lifetime is left, or five minutes if that is less;
/// while that fails, the old one is handed out as long as it is good. One whose expiry is not known
/// is kept for five minutes. A fetch that nobody waits for any more is cancelled. A token that denies
/// its own use is an error, as `CheckedAccessTokenProvider` says. Source: contract 3.4.
public actor AccessTokenCache: AccessTokenProvider {
  private struct Entry {
    let token: AccessToken
    let refreshAt: Timestamp
  }

  private typealias Fetch = Task<Result<AccessToken, AccessTokenError>, Never>

  /// A fetch and those who wait for it.
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
  ///
  /// - Parameters:
  ///   - provider: Where tokens come from.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    _ provider: any AccessTokenProvider,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    self.provider = CheckedAccessTokenProvider(provider, wallNow: wallNow)
    self.wallNow = wallNow
  }

  /// Brings a kept or a fresh token.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: A token that is valid now.
  /// - Throws: Why there is none.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    if let entry = entries[context], wallNow() < entry.refreshAt { return entry.token }
    let flight = join(context)
    let result = await withTaskCancellationHandler {
      await flight.fetch.value
    } onCancel: {
      // Not structured: who is cancelled cannot wait for its turn on the actor.
      Task { await leave(flight.number, context) }
    }
    do {
      return try result.get()
    } catch {
      // A token of unknown expiry is good until the server refuses it.
      if let entry = entries[context], entry.token.expiresAt.map({ wallNow() < $0 }) ?? true {
        return entry.token
      }
      throw error
    }
  }

  /// Forgets a token that the server has refused.
  ///
  /// - Parameters:
  ///   - token: The refused token.
  ///   - context: The trip or vehicle that it was for.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    if entries[context]?.token == token { entries[context] = nil }
    await provider.discard(token, for: context)
  }

  /// Forgets the token of a trip or vehicle.
  ///
  /// A fetch that is under way goes on, since what it brings is as fresh as can be.
  ///
  /// - Parameter context: The trip or vehicle.
  public func renew(for context: AuthorizationContext) async {
    entries[context] = nil
    await provider.renew(for: context)
  }

  /// Waits with others for the fetch that is under way, or starts one.
  private func join(_ context: AuthorizationContext) -> Flight {
    var flight = flights[context] ?? start(context)
    flight.waiters += 1
    flights[context] = flight
    return flight
  }

  private func start(_ context: AuthorizationContext) -> Flight {
    flightCount += 1
    let number = flightCount
    // Not a child of the first caller's task: the others wait for it too, even if that one gives up.
    let fetch = Fetch {
      let result: Result<AccessToken, AccessTokenError>
      do throws(AccessTokenError) {
        result = .success(try await provider.accessToken(for: context))
      } catch {
        result = .failure(error)
      }
      finish(number, context, result)
      return result
    }
    return Flight(number: number, fetch: fetch)
  }

  /// Takes one who waited away; a fetch for nobody is given up.
  private func leave(_ number: Int, _ context: AuthorizationContext) {
    guard var flight = flights[context], flight.number == number else { return }
    flight.waiters -= 1
    flights[context] = flight.waiters > 0 ? flight : nil
    if flight.waiters == 0 { flight.fetch.cancel() }
  }

  private func finish(
    _ number: Int,
    _ context: AuthorizationContext,
    _ result: Result<AccessToken, AccessTokenError>
  ) {
    guard flights[context]?.number == number else { return }
    flights[context] = nil
    guard case .success(let token) = result else { return }
    if entries.count >= Self.mostEntries { makeRoom() }
    let now = wallNow()
    let refreshAt =
      token.expiresAt.map { expiry in
        expiry - min(Self.longestMargin, max(expiry - now, .zero) / 5)
      } ?? now + Limits.Token.unknownLifetime
    entries[context] = Entry(token: token, refreshAt: refreshAt)
  }

  /// Drops expired tokens, or all if none has expired.
  private func makeRoom() {
    let now = wallNow()
    let good = entries.filter { entry in entry.value.token.expiresAt.map { now < $0 } ?? true }
    entries = good.count < entries.count ? good : [:]
  }
}
