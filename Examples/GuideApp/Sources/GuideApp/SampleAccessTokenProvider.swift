// swift-format-ignore-file
// Listing 000.01
/*
 * SampleAccessTokenProvider.swift
 */
import GoogleRidesharingConsumer
private let providerURL = Backend.tokenURL
class SampleAccessTokenProvider: NSObject, GMTCAuthorization {
  private struct AuthToken {
    // The cached trip token.
    let token: String
    // Keep track of when the token expires for caching.
    let expiration: TimeInterval
    // Keep track of the trip ID the cached token is for.
    let tripID: String
  }
  enum AccessTokenError: Error {
    case missingAuthorizationContext
    case missingData
  }
  private var authToken: AuthToken?
  func fetchToken(
    with authorizationContext: GMTCAuthorizationContext?,
    completion: @escaping GMTCAuthTokenFetchCompletionHandler
  ) {
    // Get the trip ID from the authorizationContext. This is set by the Consumer SDK.
    guard let authorizationContext = authorizationContext else {
      completion(nil, AccessTokenError.missingAuthorizationContext)
      return
    }
    let tripID = authorizationContext.tripID
    // If appropriate, use the cached token.
    if let authToken = authToken,
    authToken.expiration > Date.now.timeIntervalSince1970 && authToken.tripID == tripID
    {
      completion(authToken.token, nil)
      return
    }
    // Otherwise, try to fetch a new token from your server.
    let request = URLRequest(url: URL(string: providerURL)!)
    let task = URLSession.shared.dataTask(with: request) { [weak self] data, _, error in
      guard let strongSelf = self else { return }
      guard error == nil else {
        completion(nil, error)
        return
      }
      // Replace the following key values with the appropriate keys based on your
      // server's expected response.
      let tripTokenKey = "jwt"
      let tokenExpirationKey = "exp"
      guard let data = data,
      let fetchData = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let token = fetchData[tripTokenKey] as? String,
      let expiration = fetchData[tokenExpirationKey] as? Double
      else {
        completion(nil, AccessTokenError.missingData)
        return
      }
      strongSelf.authToken = AuthToken(token: token, expiration: expiration, tripID: tripID)
      completion(token, nil)
    }
    task.resume()
  }
}
// End of listing
