import CurlTransport
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `The proxies of the environment` {
  private func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
    let settings = ProxySettings(environment: environment)
    return settings.proxy(for: try HTTPURL(parsing: url)).map { "\($0.authority) \($0.source)" }
  }

  private static let choices: [(String, [String: String], String?)] = [
    ("https://h/", [:], nil),
    ("https://h/", ["https_proxy": "p:1", "HTTPS_PROXY": "q:2"], "p:1 https_proxy"),
    ("https://h/", ["HTTPS_PROXY": "q:2", "all_proxy": "a:3"], "q:2 HTTPS_PROXY"),
    ("https://h/", ["http_proxy": "p:1", "ALL_PROXY": "a:3"], "a:3 ALL_PROXY"),
    ("https://h/", ["https_proxy": "", "all_proxy": "a:3"], "a:3 all_proxy"),
    // A header of a request may have made it.
    ("http://h/", ["HTTP_PROXY": "p:1"], nil),
    ("http://h/", ["http_proxy": "p:1"], "p:1 http_proxy"),
    ("https://127.0.0.1/", ["https_proxy": "p:1"], nil),
    ("https://localhost/", ["https_proxy": "p:1"], nil),
  ]

  @Test(arguments: choices)
  func `The proxies of the environment are chosen as libcurl chooses them`(
    url: String, environment: [String: String], proxy: String?
  ) throws { #expect(try self.proxy(url, environment) == proxy) }

  @Test(arguments: [
    ("http://user:secret@proxy.example:3128/", "proxy.example:3128"),
    ("user:se@cret@proxy:3128", "proxy:3128"), ("proxy", "proxy:1080"),
    ("https://proxy", "proxy:443"), ("socks5://user@[::1]:9", "[::1]:9"), ("[::1]", "[::1]:1080"),
    ("p\u{1B}[2J:1", "p?[2J:1"),
  ]) func `The proxies of the environment are named without user and password`(
    value: String, authority: String
  ) throws {
    #expect(try proxy("https://h/", ["https_proxy": value]) == "\(authority) https_proxy")
  }

  @Test(arguments: [
    ("*", "https://h/", true), ("h", "https://H/", true),
    (".example.com", "https://a.example.com/", true),
    ("x, example.com", "https://example.com/", true),
    ("example.com", "https://notexample.com/", false),
    ("10.0.0.0/8", "https://10.1.2.3/", true), ("10.0.0.0/8", "https://11.1.2.3/", false),
    ("10.1.2.3", "https://10.1.2.3/", true), ("0.1.2.3", "https://10.1.2.3/", false),
    ("", "https://h/", false), ("h other", "https://other/", true),
    ("*", "https://10.1.2.3/", true),
    ("10.0.0.0/99", "https://10.1.2.3/", false), (",., /", "https://h/", false),
  ]) func `The proxies of the environment are not used for hosts in no_proxy`(
    list: String, url: String, isLeftOut: Bool
  ) throws {
    let found = try proxy(url, ["https_proxy": "p:1", "no_proxy": list])
    #expect((found == nil) == isLeftOut)
    #expect(try (proxy(url, ["https_proxy": "p:1", "NO_PROXY": list]) == nil) == isLeftOut)
  }
}
