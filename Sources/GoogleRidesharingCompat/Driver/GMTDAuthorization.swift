/// What a token provider answers with: a token, or why there is none.
public typealias GMTDAuthTokenFetchCompletionHandler = @Sendable (String?, (any Error)?) -> Void

/// What a driver's token is to authorize.
///
/// Source: contract 6.1.
public final class GMTDAuthorizationContext: GMTSValue<String>, @unchecked Sendable {
  /// The id of the vehicle that is updated.
  public var vehicleID: String { value }
}

/// Where a driver app's access tokens come from.
///
/// It is asked on the main actor before a call, and has to keep its tokens until they expire.
/// Source: contract 3.4 and 6.1.
public protocol GMTDAuthorization: AnyObject {
  /// Brings a token.
  ///
  /// - Parameters:
  ///   - authorizationContext: The vehicle that it is for.
  ///   - completion: To be called once, on any thread.
  func fetchToken(
    with authorizationContext: GMTDAuthorizationContext?,
    completion: @escaping GMTDAuthTokenFetchCompletionHandler
  )
}
