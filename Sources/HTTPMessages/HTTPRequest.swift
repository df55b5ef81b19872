/// A request to an HTTP server, as a value.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The address.
  public var url: HTTPURL
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body's bytes, empty for none.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    method: HTTPMethod = .get,
    url: HTTPURL,
    headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
