import HTTPMessages

/// A checked request in the form that libcurl expects.
struct PreparedRequest: Sendable {
  let method: TransportMethod
  let url: String
  let isSecure: Bool
  let isLoopback: Bool
  let proxy: ProxySettings.Proxy?
  let headerLines: [String]
  let body: [UInt8]
  let configuration: LibcurlTransport.Configuration
  let observer: ExchangeObserver?

  /// Prepares a request; throws an error of kind `refused` for a request that must not be sent.
  init(
    _ request: TransportRequest, configuration: LibcurlTransport.Configuration
  ) throws(HTTPTransportError) {
    let url = request.url
    // The parts of an address are arbitrary text. If the address parses to the same parts, libcurl
    // reads it the same way, which the check for loopback below relies on.
    let text = url.description
    guard
      let readBack = try? HTTPURL(parsing: text),
      readBack.scheme == url.scheme, readBack.host == url.host, readBack.port == url.port,
      (readBack.path == url.path && readBack.query == url.query) || readBack.target == url.target
    else { throw HTTPTransportError(.refused, detail: "The address is not one that can be asked.") }
    if url.scheme == .http, !url.isLoopback, request.headers["Authorization"] != nil {
      throw HTTPTransportError(
        .refused, detail: "Refusing to send a token over http to \(url.host).")
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
    self.observer = request.observer
    self.configuration = configuration
  }

  private static func headerLines(_ request: TransportRequest) -> [String] {
    var lines: [String] = []
    for field in request.headers.fields {
      // libcurl adds the length itself; two lengths would make the message ambiguous.
      if field.name.lowercased() == "content-length" { continue }
      // libcurl takes "Name:" for "remove this field" and "Name;" for an empty field.
      lines.append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
    }
    // libcurl would add a form's content type and wait for "100 Continue".
    for name in ["Content-Type", "Expect"] where request.headers[name] == nil {
      lines.append(name + ":")
    }
    return lines
  }
}
