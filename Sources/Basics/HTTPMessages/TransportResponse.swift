/// An HTTP response.
public struct TransportResponse: Sendable, Hashable {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: TransportHeaders
  /// The body's bytes, inflated.
  public var body: [UInt8]
  /// The timings of the exchange.
  public var timings: HTTPTimings
  /// The HTTP version of the exchange; nil if the transport does not report it.
  public var version: TransportVersion?

  /// Creates a response.
  public init(
    status: Int, headers: TransportHeaders = [:], body: [UInt8] = [],
    timings: HTTPTimings = HTTPTimings(), version: TransportVersion? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.timings = timings
    self.version = version
  }
}

/// The times from the start of an exchange to its milestones, nil if unknown.
public struct HTTPTimings: Sendable, Hashable {
  /// The time until the host's name was resolved.
  public var nameLookup: Duration?
  /// The time until the connection was up, including TLS.
  public var connect: Duration?
  /// The time until the first byte of the response.
  public var firstByte: Duration?
  /// The time until the last byte of the response.
  public var total: Duration?

  /// Creates timings.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, firstByte: Duration? = nil,
    total: Duration? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.firstByte = firstByte
    self.total = total
  }
}

/// A version of HTTP.
public enum TransportVersion: String, Sendable, Hashable {
  case http1_0 = "HTTP/1.0"
  case http1_1 = "HTTP/1.1"
  case http2 = "HTTP/2"
  case http3 = "HTTP/3"
}
