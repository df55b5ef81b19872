/// The authorization of a client's calls: a key, or a provider of tokens.
///
/// Printing and reflection hide private keys.
public struct Credentials: Sendable {
  private enum Source: Sendable {
    case file(String, ServiceAccountTokenProvider.Scope)
    case key(ServiceAccountKey, ServiceAccountTokenProvider.Scope)
    case provider(any AccessTokenProvider)
  }

  private let source: Source

  /// Signs tokens with the key in a service account's key file, which the client reads once.
  ///
  /// Each token covers the trip or vehicle of the call, or with the scope `everything`
  /// all of them, as a server that follows many trips wants it.
  public static func serviceAccount(
    file: String, scope: ServiceAccountTokenProvider.Scope = .perResource
  ) -> Credentials { Credentials(source: .file(file, scope)) }

  /// Signs tokens with a service account's key.
  public static func serviceAccount(
    key: ServiceAccountKey, scope: ServiceAccountTokenProvider.Scope = .perResource
  ) -> Credentials { Credentials(source: .key(key, scope)) }

  /// Takes tokens from a provider; wrap one that fetches or signs them in an `AccessTokenCache`.
  public static func provider(_ provider: any AccessTokenProvider) -> Credentials {
    Credentials(source: .provider(provider))
  }

  /// The provider of the tokens, which expire by a clock.
  func tokens(by clock: ServiceClock) throws(ServiceAccountKeyError) -> any AccessTokenProvider {
    func signing(
      _ key: ServiceAccountKey, _ scope: ServiceAccountTokenProvider.Scope
    )
      -> AccessTokenCache
    {
      let provider = ServiceAccountTokenProvider(key: key, scope: scope, wallNow: clock.wallNow)
      return AccessTokenCache(provider, wallNow: clock.wallNow)
    }
    return switch source {
    case .file(let path, let scope): signing(try ServiceAccountKey(contentsOf: path), scope)
    case .key(let key, let scope): signing(key, scope)
    case .provider(let provider): provider
    }
  }
}
