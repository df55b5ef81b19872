public import TrustLimits

extension CurlTransport {
  /// The limits and options of a transport.
  public struct Configuration: Sendable, Hashable {
    /// The time limit of a connection, including name lookup and TLS.
    public var connectTime: Duration
    /// The time limit of a whole exchange.
    public var totalTime: Duration
    /// The largest size of a response's inflated body in bytes.
    public var bodyBytes: Int
    /// The largest size of a response's header block in bytes.
    public var headerBytes: Int
    /// The largest ratio of the inflated to the received size of a body.
    public var inflationRatio: Int
    /// The largest number of connections; further requests wait within their time limits.
    public var maximumConnections: Int
    /// The largest number of connections to one host and port.
    ///
    /// All requests to a server that supports HTTP/2 share one connection.
    public var maximumConnectionsPerHost: Int
    /// The default `User-Agent` of requests.
    public var userAgent: String
    /// A PEM file of trusted authorities that replaces the system's.
    public var certificateFile: String?
    /// The proxies of the environment, which error messages name.
    public var proxies: ProxySettings

    /// Creates a configuration.
    public init(
      connectTime: Duration = Limits.Response.connectTime,
      totalTime: Duration = Limits.Response.totalTime, bodyBytes: Int = Limits.Response.bodyBytes,
      headerBytes: Int = Limits.Response.headerBytes,
      inflationRatio: Int = Limits.Response.inflationRatio, maximumConnections: Int = 64,
      maximumConnectionsPerHost: Int = Limits.Following.requestsAtOnce,
      userAgent: String = "ridealong", certificateFile: String? = nil,
      proxies: ProxySettings = ProxySettings()
    ) {
      self.connectTime = connectTime
      self.totalTime = totalTime
      self.bodyBytes = bodyBytes
      self.headerBytes = headerBytes
      self.inflationRatio = inflationRatio
      self.maximumConnections = maximumConnections
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.userAgent = userAgent
      self.certificateFile = certificateFile
      self.proxies = proxies
    }
  }
}
