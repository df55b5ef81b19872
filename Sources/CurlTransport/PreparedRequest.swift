import HTTPMessages

/// A request that may be sent, spelt as libcurl takes it.
struct PreparedRequest: Sendable {
  /// The method.
  let method: HTTPMethod
  /// The address as text.
  let url: String
  /// Whether the address is asked over TLS.
  let isSecure: Bool
  /// Whether the address is this machine's.
  let isLoopback: Bool
  /// The proxy that it goes through; nil for none.
  let proxy: ProxySettings.Proxy?
  /// The header lines.
  let headerLines: [String]
  /// The body's bytes.
  let body: [UInt8]
  /// The limits that hold for it.
  let configuration: CurlTransport.Configuration
  /// Observes how far it is.
  let progress: ExchangeProgress?

  /// Checks a request and spells it.
  ///
  /// - Throws: ``HTTPTransportError`` of kind `refused` for what may not be sent.
  init(
    _ request: HTTPRequest,
    configuration: CurlTransport.Configuration
  ) throws(HTTPTransportError) {
    let url = request.url
    // The parts of an address are free text. Only one that reads back as itself means to libcurl
    // what it means here, which the check for loopback below relies on.
    let text = url.description
    guard
      let readBack = try? HTTPURL(parsing: text),
      readBack.scheme == url.scheme, readBack.host == url.host, readBack.port == url.port,
      (readBack.path == url.path && readBack.query == url.query) || readBack.target == url.target
    else {
      throw HTTPTransportError(.refused, detail: "The address is not one that can be asked.")
    }
    if url.scheme == .http, !url.isLoopback, request.headers["Authorization"] != nil {
      throw HTTPTransportError(
        .refused,
        detail: "Refusing to send a token over http to \(url.host)."
      )
    }
    guard request.headers.fields.allSatisfy(\.isWellFormed) else {
      throw HTTPTransportError(.refused, detail: "A header field cannot be sent as it is.")
    }
    guard request.method != .head || request.body.isEmpty else {
      throw HTTPTransportError(.refused, detail: "A HEAD request has no body.")
    }
    self.method = request.method
    self.url = text
    self.isSecure = url.scheme == .https
    self.isLoopback = url.isLoopback
    self.proxy = configuration.proxies.proxy(for: url)
    self.headerLines = Self.headerLines(request)
    self.body = request.body
    self.progress = request.progress
    self.configuration = configuration
  }

  private static func headerLines(_ request: HTTPRequest) -> [String] {
    var lines: [String] = []
    for field in request.headers.fields {
      // libcurl counts the body itself; two counts would make the message ambiguous.
      if field.name.lowercased() == "content-length" { continue }
      // To libcurl "Name:" means to leave the field out, and "Name;" to send it empty.
      lines.append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
    }
    // Neither a form's content type nor a wait for "100 Continue" unless asked for.
    for name in ["Content-Type", "Expect"] where request.headers[name] == nil {
      lines.append(name + ":")
    }
    return lines
  }
}
