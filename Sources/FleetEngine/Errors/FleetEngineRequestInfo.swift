public import HTTPMessages

/// Which request a failed call made or, where it could not, would have made.
///
/// It holds no token: those travel in a header field only.
public struct FleetEngineRequestInfo: Sendable, Hashable {
  /// The method.
  public let method: HTTPMethod
  /// The address with its query.
  public let url: HTTPURL

  /// Creates the description of a request.
  public init(method: HTTPMethod, url: HTTPURL) {
    self.method = method
    self.url = url
  }
}
