/// An HTTP request.
public struct TransportRequest: Sendable, Hashable {
  /// The method.
  public var method: TransportMethod
  /// The address.
  public var url: HTTPURL
  /// The header fields.
  public var headers: TransportHeaders
  /// The body's bytes; empty without a body.
  public var body: [UInt8]
  /// An observer of the call, which equality ignores.
  public var observer: ExchangeObserver?

  /// Creates a request.
  public init(
    method: TransportMethod = .get, url: HTTPURL, headers: TransportHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Compares everything but the observer.
  public static func == (one: TransportRequest, other: TransportRequest) -> Bool {
    one.method == other.method && one.url == other.url && one.headers == other.headers
      && one.body == other.body
  }

  /// Hashes everything but the observer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(url)
    hasher.combine(headers)
    hasher.combine(body)
  }
}

/// An HTTP request method.
public enum TransportMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case patch = "PATCH"
  case head = "HEAD"
  case options = "OPTIONS"
}
