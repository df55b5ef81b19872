public import FleetEngine

/// Keeps the tokens of another provider until they are about to expire.
///
/// There is at most one fetch in flight for a trip or vehicle, however many calls wait for it. A
/// token is fetched anew when a fifth of its lifetime is left, or five minutes if that is less;
/// while that fails, the old one is handed out as long as it is good. Source: contract 3.4.
public actor AccessTokenCache: AccessTokenProvider {
  private struct Entry {
    let token: AccessToken
    let refreshAt: Timestamp?
  }

  private typealias Fetch = Task<Result<AccessToken, AccessTokenError>, Never>

  private static let mostEntries = 1_000
  private static let longestMargin: Duration = .seconds(300)

  private let provider: any AccessTokenProvider
  private let wallNow: @Sendable () -> Timestamp
  private var entries: [AuthorizationContext: Entry] = [:]
  private var fetches: [AuthorizationContext: Fetch] = [:]

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - provider: Where tokens come from.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    _ provider: any AccessTokenProvider,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    self.provider = provider
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
    if let entry = entries[context], entry.refreshAt.map({ wallNow() < $0 }) ?? true {
      return entry.token
    }
    do {
      return try await fetch(for: context).value.get()
    } catch {
      let now = wallNow()
      if let entry = entries[context], let expiry = entry.token.expiresAt, now < expiry {
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

  private func fetch(for context: AuthorizationContext) -> Fetch {
    if let fetch = fetches[context] { return fetch }
    // Not a child of the first caller's task: the others wait for it too, even if that one gives up.
    let fetch = Fetch {
      let result: Result<AccessToken, AccessTokenError>
      do throws(AccessTokenError) {
        result = .success(try await provider.accessToken(for: context))
      } catch {
        result = .failure(error)
      }
      finish(context, result)
      return result
    }
    fetches[context] = fetch
    return fetch
  }

  private func finish(
    _ context: AuthorizationContext,
    _ result: Result<AccessToken, AccessTokenError>
  ) {
    fetches[context] = nil
    guard case .success(let token) = result else { return }
    if entries.count >= Self.mostEntries { makeRoom() }
    entries[context] = Entry(
      token: token,
      refreshAt: token.expiresAt.map { expiry in
        let lifetime = max(expiry - wallNow(), .zero)
        return expiry - min(Self.longestMargin, lifetime / 5)
      }
    )
  }

  /// Drops expired tokens, or all if none has expired.
  private func makeRoom() {
    let now = wallNow()
    let good = entries.filter { entry in entry.value.token.expiresAt.map { now < $0 } ?? true }
    entries = good.count < entries.count ? good : [:]
  }
}
