// swift-format-ignore-file

// Listing 003.01
import GoogleRidesharingDriver
private let providerURL = "INSERT_YOUR_TOKEN_PROVIDER_URL"
// End of listing

extension Guide003 {
  // Listing 003.01
  class SampleAccessTokenProvider: NSObject, GMTDAuthorization {
    private struct AuthToken {
      // The cached vehicle token.
      let token: String
      // Keep track of when the token expires for caching.
      let expiration: TimeInterval
      // Keep track of the vehicle ID the cached token is for.
      let vehicleID: String
    }
    enum AccessTokenError: Error {
      case missingAuthorizationContext
      case missingData
    }
    private var authToken: AuthToken?
    func fetchToken(
      with authorizationContext: GMTDAuthorizationContext?,
      completion: @escaping GMTDAuthTokenFetchCompletionHandler
    ) {
      // Get the vehicle ID from the authorizationContext. This is set by the Driver SDK.
      guard let authorizationContext = authorizationContext else {
        completion(nil, AccessTokenError.missingAuthorizationContext)
        return
      }
      let vehicleID = authorizationContext.vehicleID
      // If appropriate, use the cached token.
      if let authToken = authToken,
      authToken.expiration > Date.now.timeIntervalSince1970 && authToken.vehicleID == vehicleID
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
        let vehicleTokenKey = "VEHICLE_TOKEN_KEY"
        let tokenExpirationKey = "TOKEN_EXPIRATION"
        guard let data = data,
        let fetchData = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let token = fetchData[vehicleTokenKey] as? String,
        let expiration = fetchData[tokenExpirationKey] as? Double
        else {
          completion(nil, AccessTokenError.missingData)
          return
        }
        strongSelf.authToken = AuthToken(
          token: token, expiration: expiration, vehicleID: vehicleID)
        completion(token, nil)
      }
      task.resume()
    }
  }
  // End of listing
}
