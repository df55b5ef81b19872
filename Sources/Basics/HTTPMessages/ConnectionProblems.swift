/// Why a call failed at a proxy.
public struct ProxyProblem: Sendable, Hashable {
  /// The kind of failure.
  public enum Kind: Sendable, Hashable {
    /// The proxy's name could not be resolved.
    case nameNotResolved
    /// The proxy could not be reached in time.
    case unreachable
    /// The proxy requires a user name and password.
    case needsPassword
    /// The proxy refused to connect to the host.
    case refuses(status: Int)
    /// The proxy closed the connection before it was connected to the host.
    case disconnected
  }

  /// The proxy's host and port, without user and password.
  public let proxy: String
  /// The environment variable that names the proxy.
  public let source: String
  /// The kind of failure.
  public let kind: Kind

  /// Creates a problem.
  public init(proxy: String, source: String, kind: Kind) {
    self.proxy = proxy
    self.source = source
    self.kind = kind
  }

  /// The problem as a clause, with the proxy and the variable that names it.
  public var reason: String { "the proxy \(proxy) (from \(source)) \(failing)" }

  /// The problem as the rest of a clause about the proxy.
  public var failing: String {
    switch kind {
    case .nameNotResolved: "was not found"
    case .unreachable: "cannot be reached"
    case .needsPassword: "wants a password (HTTP 407)"
    case .refuses(let status): "refuses to connect (HTTP \(status))"
    case .disconnected: "broke off before it had connected"
    }
  }

  /// A sentence on how to fix the problem.
  public var advice: String {
    switch kind {
    case .needsPassword: "Put the right USER:PASSWORD@ before the proxy's host in \(source)."
    case .refuses:
      "Its administrator has to allow the host, or list the host in no_proxy if it can be asked "
        + "without the proxy."
    case .nameNotResolved, .unreachable, .disconnected:
      "Correct \(source), or list the host in no_proxy if it can be asked without the proxy."
    }
  }
}

/// Why a server's certificate or TLS is not acceptable.
public enum TLSProblem: String, Sendable, Hashable, CaseIterable {
  /// The certificate has expired.
  case expired
  /// The certificate is not valid yet.
  case notYetValid
  /// The certificate is for another host.
  case otherHost
  /// The certificate is self-signed.
  case selfSigned
  /// The authority that signed the certificate is not trusted.
  case unknownAuthority
  /// The certificate's key or signature is too weak.
  case weak
  /// The server does not support TLS 1.2 or newer.
  case oldVersion
  /// The server does not use TLS.
  case noTLS
  /// The file of trusted authorities cannot be read.
  case authoritiesFile

  /// The problem as a clause: `it has expired`.
  public var reason: String {
    switch self {
    case .expired: "it has expired"
    case .notYetValid: "it is not valid yet, or this machine's clock is behind"
    case .otherHost: "it is for another host"
    case .selfSigned: "it is self-signed"
    case .unknownAuthority: "its authority is not known here"
    case .weak: "its key or signature is too weak"
    case .oldVersion: "the server speaks no TLS 1.2 or newer"
    case .noTLS: "the server answers without TLS"
    case .authoritiesFile: "the file of authorities cannot be read"
    }
  }

  /// Whether trusting another authority may help.
  public var isOfAuthority: Bool { self == .selfSigned || self == .unknownAuthority }

  /// Whether the server's certificate is at fault, and not the connection.
  public var isOfCertificate: Bool { ![.oldVersion, .noTLS, .authoritiesFile].contains(self) }
}
