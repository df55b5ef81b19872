internal import AccessTokens
internal import FleetEngine

/// Receives a token, or the error that prevented one.
public typealias GMTCAuthTokenFetchCompletionHandler = @Sendable (String?, (any Error)?) -> Void

/// Receives a token, or the error that prevented one.
public typealias GMTDAuthTokenFetchCompletionHandler = GMTCAuthTokenFetchCompletionHandler

/// The resource that a consumer's token authorizes.
///
/// See docs/protocol.md, "Consumer entry points".
public final class GMTCAuthorizationContext: GMTSValue<String>, @unchecked Sendable {
  /// The ID of the trip that is read.
  public var tripID: String { value }
}

/// The resource that a driver's token authorizes.
///
/// See docs/protocol.md, "Driver entry points".
public final class GMTDAuthorizationContext: GMTSValue<String>, @unchecked Sendable {
  /// The ID of the vehicle that is updated.
  public var vehicleID: String { value }
}

/// Provides a consumer app's access tokens.
///
/// It is called on the main actor before each request, and should cache its tokens until they
/// expire. See docs/protocol.md, "Token providers" and "Consumer entry points".
public protocol GMTCAuthorization: AnyObject {
  /// Fetches a token and calls `completion` once, on any thread.
  func fetchToken(
    with authorizationContext: GMTCAuthorizationContext?,
    completion: @escaping GMTCAuthTokenFetchCompletionHandler)
}

/// Provides a driver app's access tokens.
///
/// It is called on the main actor before each request, and should cache its tokens until they
/// expire. See docs/protocol.md, "Token providers" and "Driver entry points".
public protocol GMTDAuthorization: AnyObject {
  /// Fetches a token and calls `completion` once, on any thread.
  func fetchToken(
    with authorizationContext: GMTDAuthorizationContext?,
    completion: @escaping GMTDAuthTokenFetchCompletionHandler)
}

extension CompletionAccessTokenProvider {
  /// Creates a provider that calls an app's code on the main actor, where it needs no locks.
  init(
    fetchingOnMainActorWith clock: ServiceClock,
    _ fetch:
      @escaping @MainActor (
        AuthorizationContext, @escaping GMTCAuthTokenFetchCompletionHandler
      ) -> Void
  ) {
    self.init(clock: clock) { context, completion in
      // Unstructured: the app responds through the completion handler.
      Task { @MainActor in fetch(context, completion) }
    }
  }
}
