internal import JSON
internal import TrustLimits

/// An error in the form of Google's services, the body of an error response.
///
/// See docs/protocol.md, "Error body".
public struct RPCStatus: Sendable, Hashable {
  /// The kind of error.
  public var code: RPCCode
  /// The server's message, untrusted.
  public var message: String
  /// Further details.
  public var details: [RPCDetail]

  /// Creates an error.
  public init(code: RPCCode, message: String, details: [RPCDetail] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Creates an error that asks the client to wait before a retry.
  public init(code: RPCCode, message: String, retryDelay: Duration?) {
    let details = retryDelay.map { [RPCDetail.retryInfo(delay: $0)] } ?? []
    self.init(code: code, message: message, details: details)
  }

  /// How long the server asks the client to wait before a retry.
  public var retryDelay: Duration? {
    details.lazy.compactMap { detail in
      if case .retryInfo(let delay) = detail { delay } else { nil }
    }.first
  }

  /// Reads the body of an error response: an object with an `error`, or a list with such an object.
  ///
  /// Returns nil for any other body. `httpStatus` determines the code if the body names none.
  public init?(body: [UInt8], httpStatus: Int) {
    let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
    guard let tree = try? JSONTree(parsing: body, rules: rules),
      let error = (tree.object ?? tree.list?.first?.object)?.field("error")?.object
    else { return nil }
    let named = error.field("status")?.text.flatMap(RPCCode.init(name:))
    let details = (error.field("details")?.list ?? []).lazy.compactMap { RPCDetail(wire: $0) }
    self.init(
      code: named ?? RPCCode(httpStatus: httpStatus), message: error.boundedText("message"),
      details: Array(details.prefix(Limits.Response.errorDetails)))
  }

  /// The body of an error response.
  public var body: [UInt8] {
    var error: JSONObject = [
      "code": .number(Double(code.httpStatus)), "message": .text(message),
      "status": .text(code.name),
    ]
    if !details.isEmpty { error.append("details", .list(details.map(\.tree))) }
    var writer = JSONWriter()
    writer.write(.object(["error": .object(error)]))
    return writer.bytes
  }
}
