internal import TrustLimits

/// Sends requests to servers and returns their responses.
///
/// A transport does not follow redirects and does not retry; its callers decide about both.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the server's response with its whole body, whatever its status.
  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse
}

/// Why a request got no response.
public struct HTTPTransportError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The host's name could not be resolved.
    case nameNotResolved
    /// The server could not be reached or refused the connection.
    case unreachable
    /// The connection broke before the response was complete.
    case connectionLost
    /// The response was not complete in time.
    case timedOut
    /// The server's certificate or TLS is not acceptable.
    case insecure
    /// The response exceeds a size limit.
    case answerTooLarge
    /// The response is not valid HTTP.
    case malformedAnswer
    /// The caller cancelled the request.
    case cancelled
    /// The request must not be sent, for example a token over plain HTTP to another host.
    case refused
  }

  /// The kind of failure.
  public let kind: Kind
  /// The transport's message, untrusted.
  public let detail: String
  /// The problem with the server's TLS, if known.
  public let tlsProblem: TLSProblem?
  /// The problem with the proxy; nil if no proxy is at fault.
  public let proxyProblem: ProxyProblem?

  /// Creates an error.
  public init(
    _ kind: Kind, detail: String = "", tlsProblem: TLSProblem? = nil,
    proxyProblem: ProxyProblem? = nil
  ) {
    self.kind = kind
    self.detail = detail
    self.tlsProblem = tlsProblem
    self.proxyProblem = proxyProblem
  }
}

extension HTTPTransportError: CustomStringConvertible {
  /// The failure in one line, with the transport's message, without control characters.
  public var description: String {
    let words =
      switch kind {
      case .nameNotResolved: "The host's name could not be resolved"
      case .unreachable: "The server could not be reached"
      case .connectionLost: "The connection broke before the response was complete"
      case .timedOut: "The response was not complete in time"
      case .insecure: "The server's certificate or TLS is not acceptable"
      case .answerTooLarge: "The response is too large"
      case .malformedAnswer: "The response is not valid HTTP"
      case .cancelled: "The request was canceled"
      case .refused: "The request must not be sent"
      }
    let detail = EscapedText.line(detail)
    if detail.isEmpty { return words + "." }
    // A whole sentence says by itself what failed.
    return detail.hasSuffix(".") ? detail : words + ": " + detail
  }
}
