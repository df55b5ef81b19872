public import HTTPMessages

/// The proxies of the environment, by libcurl's rules.
///
/// libcurl reads the process's environment itself; these settings only name a proxy in errors.
public struct ProxySettings: Sendable, Hashable {
  /// A proxy of the environment.
  public struct Proxy: Sendable, Hashable {
    /// The proxy's host and port, without user and password.
    public let authority: String
    /// The environment variable that names the proxy.
    public let source: String
  }

  private let variables: [String: String]

  /// Creates settings from the proxy variables of an environment.
  public init(environment: [String: String] = [:]) {
    let names = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]
    variables = environment.filter { names.contains($0.key.lowercased()) && !$0.value.isEmpty }
  }

  /// Returns the proxy for an address; nil for a direct connection, as to a loopback address.
  public func proxy(for url: HTTPURL) -> Proxy? {
    guard !url.isLoopback, !isExcepted(url.host) else { return nil }
    // HTTP_PROXY is ignored: in a CGI program it is the `Proxy` header of a request.
    let names = url.scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    for name in names + ["all_proxy", "ALL_PROXY"] {
      guard let value = variables[name] else { continue }
      return Proxy(authority: Self.authority(value), source: name)
    }
    return nil
  }

  /// The host and port in a proxy's address, without user and password.
  private static func authority(_ text: String) -> String {
    let parts = text.firstRange(of: "://").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
    let scheme = (parts?.0 ?? "http").lowercased()
    let rest = (parts?.1 ?? text[...]).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    let shown = host.unicodeScalars.prefix(261)
      .map { (0x21...0x7E).contains($0.value) ? $0 : "?" }
    let name = String(String.UnicodeScalarView(shown))
    let afterAddress = name.lastIndex(of: "]").map { name[$0...] } ?? name[...]
    return afterAddress.contains(":") ? name : name + (scheme == "https" ? ":443" : ":1080")
  }

  /// Whether `no_proxy` lists a host, its domain or its network.
  private func isExcepted(_ host: String) -> Bool {
    guard let list = variables["no_proxy"] ?? variables["NO_PROXY"] else { return false }
    if list == "*" { return true }
    let host = Self.plain(host.lowercased()[...])
    return list.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains { entry in
      if let address = Self.address(host) { return Self.network(entry)?.contains(address) ?? false }
      let name = Self.plain(entry.drop { $0 == "." })
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }

  /// A host's name without its final dot, or an address without brackets.
  private static func plain(_ host: Substring) -> Substring {
    let name = host.hasSuffix(".") ? host.dropLast() : host
    return name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name
  }

  /// The number of an address of four octets; nil for anything else.
  private static func address(_ host: Substring) -> UInt32? {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard octets.count == 4 else { return nil }
    return octets.reduce(0) { number, octet in
      guard let number, let octet else { return nil }
      return number << 8 | UInt32(octet)
    }
  }

  /// The addresses of an entry such as `10.0.0.0/8`; nil for anything else.
  private static func network(_ entry: Substring) -> ClosedRange<UInt32>? {
    let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let start = address(parts[0]) else { return nil }
    guard parts.count == 2 else { return start...start }
    guard let bits = UInt32(parts[1]), (1...32).contains(bits) else { return nil }
    let rest = UInt32((UInt64(1) << (32 - bits)) - 1)
    return (start & ~rest)...(start | rest)
  }
}
