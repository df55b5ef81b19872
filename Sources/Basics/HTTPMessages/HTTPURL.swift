/// The absolute address of an HTTP resource, in its parts.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The scheme of an address.
  public enum Scheme: String, Sendable, Hashable {
    case http
    case https
  }

  /// One parameter of the query, decoded.
  public struct QueryItem: Sendable, Hashable {
    /// The parameter's name.
    public var name: String
    /// The parameter's value.
    public var value: String

    /// Creates a parameter.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Why a text is not a valid address.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as a clause, for people.
    public let reason: String

    /// The error in one line.
    public var description: String { "The address is not valid: \(reason)." }
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host name or address; an IPv6 address without its brackets.
  public var host: String
  /// The port; nil for the scheme's default.
  public var port: Int?
  /// The path, percent-encoded, empty or starting with a slash.
  public var path: String
  /// The query's parameters in order, decoded.
  public var query: [QueryItem]

  /// Creates an address from its parts.
  public init(
    scheme: Scheme, host: String, port: Int? = nil, path: String = "", query: [QueryItem] = []
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }

  /// Parses an absolute address, for example `https://fleetengine.googleapis.com`.
  public init(parsing text: String) throws(ParseError) {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let afterScheme = text.utf8[scheme.endIndex...]
    guard !scheme.isEmpty, afterScheme.starts(with: "://".utf8) else {
      throw ParseError(reason: "it does not start with https:// or http://")
    }
    guard let scheme = Scheme(rawValue: Substring(scheme).lowercased()) else {
      throw ParseError(reason: "its scheme is neither https nor http")
    }
    try Self.checkCharacters(text)
    let rest = text[afterScheme.dropFirst(3).startIndex...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw ParseError(reason: "it holds a user name or password")
    }
    self.scheme = scheme
    (self.host, self.port) = try Self.hostAndPort(authority)
    (self.path, self.query) = try Self.pathAndQuery(rest[authority.endIndex...])
  }

  /// Parses the target and `Host` header of a request, as an HTTP server receives them.
  public init(target: String, host: String) throws(ParseError) {
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw ParseError(reason: "the request's target does not start with a slash")
    }
    try Self.checkCharacters(target)
    try Self.checkCharacters(host)
    self.scheme = .http
    (self.host, self.port) = try Self.hostAndPort(host[...])
    (self.path, self.query) = try Self.pathAndQuery(target.prefix { $0 != "#" })
  }

  /// The values of a query parameter, in order.
  public func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  /// Whether the host is `localhost`, `::1` or a dotted address in 127.0.0.0/8.
  public var isLoopback: Bool {
    let name = host.lowercased()
    if name == "localhost" || name == "::1" { return true }
    let octets = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0].elementsEqual("127".utf8)
      && octets.allSatisfy { octet in octet.allSatisfy(\.isDigit) && UInt8(Substring(octet)) != nil
      }
  }

  /// The host with its brackets and port, as in a `Host` header.
  public var authority: String {
    let shown = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(shown):\($0)" } ?? shown
  }

  /// The path and query, as in a request line.
  public var target: String {
    let shownPath = path.isEmpty ? "/" : path
    guard !query.isEmpty else { return shownPath }
    let pairs = query.map {
      PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
    }
    return shownPath + "?" + pairs.joined(separator: "&")
  }

  /// The address as text.
  public var description: String {
    scheme.rawValue + "://" + authority + (path.isEmpty && query.isEmpty ? "" : target)
  }
}
