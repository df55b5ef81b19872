import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `HTTP addresses` {
  @Test func `HTTP addresses are split into their parts`() throws {
    let url = try HTTPURL(
      parsing: "HTTPS://Example.com:8443/v1/providers/a%20b?mask=a%2Cb&x=1+2#top"
    )
    #expect(url.scheme == .https)
    #expect(url.host == "Example.com")
    #expect(url.port == 8443)
    #expect(url.path == "/v1/providers/a%20b")
    #expect(url.query == [.init("mask", "a,b"), .init("x", "1 2")])
    #expect(url.authority == "Example.com:8443")
    #expect(url.values("mask") == ["a,b"])
  }

  @Test(arguments: [
    "https://fleetengine.googleapis.com", "http://127.0.0.1:80/", "http://[::1]:8080/a?b=c",
    "http://[2001:db8::1]", "https://h/p?a=%25&a=%26&b=",
  ]) func `HTTP addresses are the same after writing and reading`(_ text: String) throws {
    #expect(try HTTPURL(parsing: text).description == text)
  }

  @Test(arguments: [
    "", "://", "example.com", "ftp://h/", "http:/h", "http://", "http:///p", "http://:80/",
    "http://h:/", "http://h:+80/", "http://h:-1/", "http://h:65536/", "http://h:99999999999/",
    "http://h:8a/", "http://user@h/", "http://user:pw@h/", "http://a b/", "http://h/é",
    "http://h/\n", "http://h/\u{0}", "http://[::1", "http://[::1]x:80/", "http://[a]/",
    "http://::1/",
    "http://127.0.0.1\\@evil.example/", "http://h%2f/", "http://[fe80::1%25eth0]/", "http://h/?a=%",
    "http://h/?a=%f", "http://h/?a=%zz", "http://h/?a=%ff", "http://h/?a=%00", "http://h\r\n/",
    "\u{301}http://h/", "http://h\u{301}/",
  ])
  func `Invalid HTTP addresses are refused`(_ text: String) {
    #expect(throws: HTTPURL.ParseError.self) { try HTTPURL(parsing: text) }
  }

  @Test func `HTTP addresses of unlimited length are refused`() {
    let long = String(repeating: "a", count: 70_000)
    #expect(throws: HTTPURL.ParseError.self) { try HTTPURL(parsing: "http://h/" + long) }
    #expect(throws: HTTPURL.ParseError.self) {
      try HTTPURL(parsing: "http://" + long.prefix(256) + "/")
    }
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.255.3.4", true),
    ("::1", true), ("localhost.", false), ("127.0.0.1.example.com", false), ("127.0.0.256", false),
    ("127.0.0", false), ("127.0.0.+1", false), ("127.0.0.", false), ("128.0.0.1", false),
    ("::2", false), ("example.com", false), ("", false), ("localhost.example.com", false),
  ])
  func `HTTP addresses of the loopback interface are recognized`(_ host: String, _ isLoopback: Bool)
  {
    #expect(HTTPURL(scheme: .http, host: host).isLoopback == isLoopback)
  }

  @Test func `HTTP addresses of a server are read from the request line`() throws {
    let url = try HTTPURL(target: "/v1/x?a=b", host: "127.0.0.1:8080")
    #expect(url.path == "/v1/x")
    #expect(url.query == [.init("a", "b")])
    #expect(url.port == 8080)
    #expect(throws: HTTPURL.ParseError.self) { try HTTPURL(target: "v1", host: "h") }
    #expect(throws: HTTPURL.ParseError.self) { try HTTPURL(target: "/", host: "h i") }
    #expect(throws: HTTPURL.ParseError.self) { try HTTPURL(target: "/\u{7F}", host: "h") }
  }

  @Test func `A query of an HTTP address is the same after writing and reading`() throws {
    let items: [HTTPURL.QueryItem] = [.init("a&b", "c=d+e f"), .init("ü", "#?/%"), .init("", "x")]
    let url = HTTPURL(scheme: .https, host: "h", path: "/p", query: items)
    #expect(try HTTPURL(parsing: url.description).query == items)
  }
}
