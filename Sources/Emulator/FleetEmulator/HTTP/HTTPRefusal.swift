internal import HTTPMessages

/// Why the server refuses a request.
struct HTTPRefusal: Error, Sendable {
  let status: Int
  let code: String
  let message: String

  var response: TransportResponse {
    // The texts are constants without characters that JSON escapes.
    let body = "{\"error\":{\"code\":\(status),\"message\":\"\(message)\",\"status\":\"\(code)\"}}"
    return TransportResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: Array(body.utf8))
  }

  static func bodyTooLarge(_ limit: Int) -> HTTPRefusal {
    HTTPRefusal(
      status: 413, code: "INVALID_ARGUMENT", message: "The body is larger than \(limit) bytes.")
  }

  /// Checks a request's line and header fields.
  static func check(
    method: String, target: String, headers: TransportHeaders, _ context: ServerContext
  ) throws(HTTPRefusal) -> TransportRequest {
    let hosts = headers.values("Host")
    guard hosts.count == 1, let host = hosts.first,
      let url = try? HTTPURL(target: target, host: host)
    else { throw badRequest("The address or the Host header is not valid.") }
    guard context.accepts(host: url) else { throw denied("The Host header is not this server's.") }
    guard context.handler.allowsPage(headers, path: url.path) else {
      throw denied("Requests of web pages are not served.")
    }
    guard context.isLoopback || !context.handler.mintsTokens(at: url.path) else {
      throw denied("Tokens are minted only where the server listens on loopback.")
    }
    guard let method = TransportMethod(rawValue: method) else {
      throw HTTPRefusal(
        status: 501, code: "UNIMPLEMENTED", message: "The HTTP method is not served.")
    }
    let lengths = headers.values("Content-Length")
    guard lengths.count <= 1, lengths.isEmpty || headers["Transfer-Encoding"] == nil else {
      throw badRequest("The body's length is ambiguous.")
    }
    if let length = lengths.first {
      guard let bytes = UInt64(length) else {
        throw badRequest("The Content-Length is not a number.")
      }
      let limit = context.handler.bodyBytes
      guard bytes <= UInt64(limit) else { throw bodyTooLarge(limit) }
    }
    let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }
    let hasBody = method == .post || method == .put || method == .patch
    let wanted = context.handler.bodyType(at: url.path)
    guard !hasBody || type.lowercased() == wanted else {
      let message = "The Content-Type has to be \(wanted)."
      throw HTTPRefusal(status: 415, code: "INVALID_ARGUMENT", message: message)
    }
    return TransportRequest(method: method, url: url, headers: headers)
  }

  private static func badRequest(_ message: String) -> HTTPRefusal {
    HTTPRefusal(status: 400, code: "INVALID_ARGUMENT", message: message)
  }

  private static func denied(_ message: String) -> HTTPRefusal {
    HTTPRefusal(status: 403, code: "PERMISSION_DENIED", message: message)
  }
}
