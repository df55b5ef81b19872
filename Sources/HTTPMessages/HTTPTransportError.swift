/// Why a request has no answer.
public struct HTTPTransportError: Error, Sendable, Hashable {
  /// What a caller can do differently about it.
  public enum Kind: Sendable, Hashable {
    /// The host's name could not be resolved.
    case nameNotResolved
    /// Nothing could be reached, or the connection was refused.
    case unreachable
    /// The connection broke before the answer was whole.
    case connectionLost
    /// No whole answer came in time.
    case timedOut
    /// The server's certificate or its TLS is not acceptable.
    case insecure
    /// The answer is larger than it may be.
    case answerTooLarge
    /// The answer is not HTTP.
    case malformedAnswer
    /// Sending was given up by its caller.
    case cancelled
    /// The request may not be sent, for example a token over plain HTTP to another host.
    case refused
  }

  /// What happened.
  public let kind: Kind
  /// What the transport says of it, untrusted and for people.
  public let detail: String
  /// What is not acceptable of the server's TLS, where that is known.
  public let tlsProblem: TLSProblem?
  /// What the proxy does not do; nil where there is none or it is not at fault.
  public let proxyProblem: ProxyProblem?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - detail: What the transport says of it.
  ///   - tlsProblem: What is not acceptable of the server's TLS.
  ///   - proxyProblem: What the proxy does not do.
  public init(
    _ kind: Kind,
    detail: String = "",
    tlsProblem: TLSProblem? = nil,
    proxyProblem: ProxyProblem? = nil
  ) {
    self.kind = kind
    self.detail = detail
    self.tlsProblem = tlsProblem
    self.proxyProblem = proxyProblem
  }
}
