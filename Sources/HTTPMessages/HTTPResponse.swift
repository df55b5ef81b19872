/// An HTTP server's answer, as a value.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body's bytes, inflated.
  public var body: [UInt8]
  /// How long the parts of the exchange took.
  public var timings: HTTPTimings
  /// The version of HTTP that the answer came in; nil where the transport does not tell.
  public var version: HTTPVersion?

  /// Creates a response.
  public init(
    status: Int,
    headers: HTTPHeaders = [:],
    body: [UInt8] = [],
    timings: HTTPTimings = HTTPTimings(),
    version: HTTPVersion? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.timings = timings
    self.version = version
  }
}
