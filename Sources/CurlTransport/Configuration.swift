public import TrustLimits

extension CurlTransport {
  /// The limits and habits of a transport.
  public struct Configuration: Sendable, Hashable {
    /// The time a connection may take to come up, name lookup and TLS included.
    public var connectTime: Duration
    /// The time a whole exchange may take.
    public var totalTime: Duration
    /// The most bytes of an answer's body after inflating.
    public var bodyBytes: Int
    /// The most bytes of an answer's header block.
    public var headerBytes: Int
    /// The most that a compressed body may grow by, inflated to received.
    public var inflationRatio: Int
    /// The most connections at once; further requests wait within their own time limit.
    public var maximumConnections: Int
    /// The most connections at once to one host and port; further requests to it wait likewise.
    ///
    /// A server that speaks HTTP/2 is asked over one connection, however many requests there are.
    public var maximumConnectionsPerHost: Int
    /// The name that the program gives of itself, unless a request has its own.
    public var userAgent: String
    /// A PEM file of the authorities to trust instead of the system's.
    public var certificateFile: String?
    /// The proxies of the environment, which are named where one fails.
    public var proxies: ProxySettings

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - connectTime: The time a connection may take to come up.
    ///   - totalTime: The time a whole exchange may take.
    ///   - bodyBytes: The most bytes of an answer's body after inflating.
    ///   - headerBytes: The most bytes of an answer's header block.
    ///   - inflationRatio: The most that a compressed body may grow by.
    ///   - maximumConnections: The most connections at once.
    ///   - maximumConnectionsPerHost: The most connections at once to one host and port.
    ///   - userAgent: The name that the program gives of itself.
    ///   - certificateFile: A PEM file of the authorities to trust instead of the system's.
    ///   - proxies: The proxies of the environment, which are named where one fails.
    public init(
      connectTime: Duration = Limits.Reply.connectTime,
      totalTime: Duration = Limits.Reply.totalTime,
      bodyBytes: Int = Limits.Reply.bodyBytes,
      headerBytes: Int = Limits.Reply.headerBytes,
      inflationRatio: Int = Limits.Reply.inflationRatio,
      maximumConnections: Int = 64,
      maximumConnectionsPerHost: Int = 8,
      userAgent: String = "ridealong",
      certificateFile: String? = nil,
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
