internal import AccessTokens
internal import FleetEngine

/// What a token provider answers with: a token, or why there is none.
public typealias GMTCAuthTokenFetchCompletionHandler = @Sendable (String?, (any Error)?) -> Void

/// What a consumer's token is to authorize.
///
/// Source: contract 5.1.
public final class GMTCAuthorizationContext: GMTSValue<String>, @unchecked Sendable {
  /// The id of the trip that is read.
  public var tripID: String { value }
}

/// Where a consumer app's access tokens come from.
///
/// It is asked on the main actor before a call, and has to keep its tokens until they expire.
/// Source: contract 3.4 and 5.1.
public protocol GMTCAuthorization: AnyObject {
  /// Brings a token.
  ///
  /// - Parameters:
  ///   - authorizationContext: The trip that it is for.
  ///   - completion: To be called once, on any thread.
  func fetchToken(
    with authorizationContext: GMTCAuthorizationContext?,
    completion: @escaping GMTCAuthTokenFetchCompletionHandler
  )
}

/// Asks an app's object on the main actor, which lets it do without locks.
@MainActor
final class AuthorizationBridge<Authorization>: Sendable {
  private let authorization: Authorization

  init(_ authorization: Authorization) {
    self.authorization = authorization
  }

  /// A provider for the library.
  func provider(
    clock: ServiceClock,
    _ fetch:
      @escaping @MainActor @Sendable (
        Authorization, AuthorizationContext, @escaping GMTCAuthTokenFetchCompletionHandler
      ) -> Void
  ) -> CompletionAccessTokenProvider {
    CompletionAccessTokenProvider(clock: clock) { context, completion in
      // Not a child of any task: the app's answer is waited for through its completion.
      Task { @MainActor in fetch(self.authorization, context, completion) }
    }
  }
}
