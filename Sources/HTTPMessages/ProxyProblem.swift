/// Why a proxy does not carry a call.
public struct ProxyProblem: Sendable, Hashable {
  /// What the proxy does not do.
  public enum Kind: Sendable, Hashable {
    /// Its name could not be resolved.
    case nameNotResolved
    /// It could not be reached in time.
    case unreachable
    /// It wants to know a user and a password.
    case wantsLogin
    /// It does not connect to the host, as its HTTP status says.
    case refuses(status: Int)
    /// It broke off before it had connected to the host.
    case brokeOff
  }

  /// The proxy's host and port, without user and password.
  public let proxy: String
  /// The variable of the environment that names it.
  public let source: String
  /// What it does not do.
  public let kind: Kind

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - proxy: The proxy's host and port, without user and password.
  ///   - source: The variable of the environment that names it.
  ///   - kind: What it does not do.
  public init(proxy: String, source: String, kind: Kind) {
    self.proxy = proxy
    self.source = source
    self.kind = kind
  }

  /// What is wrong, to stand within a sentence, with the proxy and where it is named.
  public var reason: String {
    let name = "the proxy \(proxy) (from \(source))"
    return switch kind {
    case .nameNotResolved: "\(name) was not found"
    case .unreachable: "\(name) cannot be reached"
    case .wantsLogin: "\(name) wants a password (HTTP 407)"
    case .refuses(let status): "\(name) refuses to connect (HTTP \(status))"
    case .brokeOff: "\(name) broke off before it had connected"
    }
  }

  /// What to do about it, in a sentence.
  public var advice: String {
    switch kind {
    case .wantsLogin: "Put the right USER:PASSWORD@ before the proxy's host in \(source)."
    case .refuses:
      "Whoever runs it has to allow the host, or list the host in no_proxy if it can be asked "
        + "without the proxy."
    case .nameNotResolved, .unreachable, .brokeOff:
      "Correct \(source), or list the host in no_proxy if it can be asked without the proxy."
    }
  }
}
