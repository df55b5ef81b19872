/// An absolute address of an HTTP resource, taken apart.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The scheme that carries a request.
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

  /// Why a text is not the address of an HTTP resource.
  public struct ParseError: Error, Sendable, Hashable {
    /// What is wrong with it, for people.
    public let reason: String
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host name or address; an IPv6 address without its brackets.
  public var host: String
  /// The port, if one is written.
  public var port: Int?
  /// The path, percent-encoded, empty or starting with a slash.
  public var path: String
  /// The query's parameters in their order, decoded.
  public var query: [QueryItem]

  /// Creates an address from its parts.
  public init(
    scheme: Scheme,
    host: String,
    port: Int? = nil,
    path: String = "",
    query: [QueryItem] = []
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }

  /// Parses an absolute address.
  ///
  /// - Parameter text: The address, for example `https://fleetengine.googleapis.com`.
  /// - Throws: What is wrong with the text, for people.
  public init(parsing text: String) throws(ParseError) {
    guard let schemeEnd = text.range(of: "://"), schemeEnd.lowerBound > text.startIndex else {
      throw ParseError(reason: "it does not start with https:// or http://")
    }
    guard let scheme = Scheme(rawValue: text[..<schemeEnd.lowerBound].lowercased()) else {
      throw ParseError(reason: "its scheme is neither https nor http")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ParseError(reason: "it holds a space or a character that is not ASCII")
    }
    let rest = text[schemeEnd.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let target = rest[authority.endIndex...]
    guard !authority.contains("@") else {
      throw ParseError(reason: "it holds a user name or password")
    }
    (self.host, self.port) = try Self.hostAndPort(authority)
    self.scheme = scheme
    (self.path, self.query) = try Self.pathAndQuery(target)
  }

  /// Parses a request's target, as an HTTP server receives it.
  ///
  /// - Parameters:
  ///   - target: The path and query, starting with a slash.
  ///   - host: The host that the request names.
  /// - Throws: What is wrong with the target, for people.
  public init(target: String, host: String) throws(ParseError) {
    guard target.hasPrefix("/") else {
      throw ParseError(reason: "the request's target does not start with a slash")
    }
    self.scheme = .http
    (self.host, self.port) = try Self.hostAndPort(host[...])
    (self.path, self.query) = try Self.pathAndQuery(target[...])
  }

  /// The values of a query parameter, in their order.
  public func values(_ name: String) -> [String] {
    query.filter { $0.name == name }.map(\.value)
  }

  /// Whether the host is this machine's loopback interface.
  public var isLoopback: Bool {
    let name = host.lowercased()
    if name == "localhost" || name == "::1" { return true }
    let octets = name.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
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

  private static func hostAndPort(
    _ authority: Substring
  ) throws(ParseError) -> (host: String, port: Int?) {
    var host = authority
    var port: Int?
    let afterBracket = authority.lastIndex(of: "]").map { authority.index(after: $0) }
    let portSearch = authority[(afterBracket ?? authority.startIndex)...]
    if let colon = portSearch.lastIndex(of: ":") {
      let digits = authority[authority.index(after: colon)...]
      guard let number = Int(digits), (0...65_535).contains(number) else {
        throw ParseError(reason: "its port is not a number from 0 to 65535")
      }
      port = number
      host = authority[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { throw ParseError(reason: "it names no host") }
    guard host.contains(":") == (authority.hasPrefix("[")) else {
      throw ParseError(reason: "its host is not a name or an address")
    }
    return (String(host), port)
  }

  private static func pathAndQuery(
    _ target: Substring
  ) throws(ParseError) -> (path: String, query: [QueryItem]) {
    let path = target.prefix { $0 != "?" }
    let text = target[path.endIndex...].dropFirst()
    var items: [QueryItem] = []
    for pair in text.split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      let value = pair[name.endIndex...].dropFirst()
      guard
        let decodedName = PercentEncoding.decode(name, plusIsSpace: true),
        let decodedValue = PercentEncoding.decode(value, plusIsSpace: true)
      else { throw ParseError(reason: "its query holds a broken percent-escape") }
      items.append(QueryItem(decodedName, decodedValue))
    }
    return (String(path), items)
  }
}

extension String {
  /// The first place where a text occurs, found by characters.
  fileprivate func range(of needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
