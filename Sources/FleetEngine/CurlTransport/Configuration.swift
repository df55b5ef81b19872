internal import TrustLimits

extension LibcurlTransport {
  /// The limits and options of a transport.
  public struct Configuration: Sendable, Hashable {
    /// The time limit of a connection, including name lookup and TLS; by default 5 s.
    public var connectTime: Duration
    /// The time limit of a whole exchange; by default 10 s.
    public var totalTime: Duration
    /// The largest size of a response's inflated body in bytes; by default 16 MiB.
    public var bodyBytes: Int
    /// The largest size of a response's header block in bytes; by default 64 KiB.
    public var headerBytes: Int
    /// The largest ratio of the inflated to the received size of a body.
    public var inflationRatio: Int
    /// The largest number of connections; further requests wait within their time limits.
    public var maximumConnections: Int
    /// The largest number of connections to one host and port; by default 8.
    ///
    /// All requests to a server that supports HTTP/2 share one connection.
    public var maximumConnectionsPerHost: Int
    /// Whether to use HTTP/2 without TLS, for gRPC.
    package var usesHTTP2WithoutTLS = false
    /// The default `User-Agent` of requests.
    public var userAgent: String
    /// A PEM file of trusted authorities that replaces the system's; nil for that of `SSL_CERT_FILE`, or the system's.
    public var certificateFile: String?
    /// The proxies of the environment, which error messages name.
    public var proxies: ProxySettings

    /// Creates a configuration.
    public init(
      connectTime: Duration? = nil, totalTime: Duration? = nil, bodyBytes: Int? = nil,
      headerBytes: Int? = nil, inflationRatio: Int? = nil, maximumConnections: Int = 64,
      maximumConnectionsPerHost: Int? = nil,
      userAgent: String = "ridealong", certificateFile: String? = nil,
      proxies: ProxySettings = ProxySettings()
    ) {
      self.connectTime = connectTime ?? Limits.Response.connectTime
      self.totalTime = totalTime ?? Limits.Response.totalTime
      self.bodyBytes = bodyBytes ?? Limits.Response.bodyBytes
      self.headerBytes = headerBytes ?? Limits.Response.headerBytes
      self.inflationRatio = inflationRatio ?? Limits.Response.inflationRatio
      self.maximumConnections = maximumConnections
      self.maximumConnectionsPerHost = maximumConnectionsPerHost ?? Limits.Following.requestsAtOnce
      self.userAgent = userAgent
      self.certificateFile = certificateFile
      self.proxies = proxies
    }
  }
}
