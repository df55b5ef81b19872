import TrustLimits

extension HTTPURL {
  /// Refuses spaces, control characters, other alphabets and very long text.
  static func checkCharacters(_ text: String) throws(ParseError) {
    guard text.utf8.count <= Limits.Response.headerBytes else {
      throw ParseError(reason: "it is longer than \(Limits.Response.headerBytes) bytes")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ParseError(reason: "it holds a space or a character that is not ASCII")
    }
  }

  /// Splits `host`, `host:port`, `[address]` or `[address]:port`.
  static func hostAndPort(_ authority: Substring) throws(ParseError) -> (host: String, port: Int?) {
    guard !authority.isEmpty else { throw ParseError(reason: "it names no host") }
    let host: Substring
    let rest: Substring
    if authority.first == "[" {
      let address = authority.dropFirst().prefix { $0 != "]" }
      guard address.endIndex < authority.endIndex, isIPv6(address) else {
        throw ParseError(reason: "its host is not a name or an address")
      }
      host = address
      rest = authority[address.endIndex...].dropFirst()
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
      guard !host.isEmpty else { throw ParseError(reason: "it names no host") }
      // Strict, so that no other parser can read another host.
      let isName = host.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
      guard host.utf8.count <= 255, isName else {
        throw ParseError(reason: "its host is not a name or an address")
      }
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.first == ":", let port = portNumber(rest.dropFirst()) else {
      throw ParseError(reason: "its port is not a number from 0 to 65535")
    }
    return (String(host), port)
  }

  /// Splits a path and its query, and decodes the query.
  static func pathAndQuery(
    _ target: Substring
  ) throws(ParseError) -> (path: String, query: [QueryItem]) {
    // The text is ASCII, and bytes are faster than characters.
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    var items: [QueryItem] = []
    for pair in target.utf8[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair[name.endIndex...].dropFirst()
      guard let decodedName = PercentEncoding.decode(Substring(name), plusIsSpace: true),
        let decodedValue = PercentEncoding.decode(Substring(value), plusIsSpace: true)
      else { throw ParseError(reason: "its query holds a broken percent-escape") }
      items.append(QueryItem(decodedName, decodedValue))
    }
    return (String(Substring(path)), items)
  }

  private static func portNumber(_ digits: Substring) -> Int? {
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(digits).flatMap { $0 <= 65_535 ? $0 : nil }
  }

  private static func isIPv6(_ address: Substring) -> Bool {
    address.utf8.count <= 45 && address.contains(":")
      && address.utf8.allSatisfy { $0.hexDigitValue != nil || ":.".utf8.contains($0) }
  }
}
