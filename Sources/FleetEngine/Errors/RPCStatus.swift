internal import JSON
internal import TrustLimits

/// An error as Google's services write it.
///
/// Source: contract 4.1.
public struct RPCStatus: Sendable, Hashable {
  /// What kind of error it is.
  public var code: RPCCode
  /// What the server says of it, untrusted.
  public var message: String
  /// What else it says of it.
  public var details: [RPCDetail]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What the server says of it.
  ///   - details: What else it says of it.
  public init(code: RPCCode, message: String, details: [RPCDetail] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Creates an error with a wait before a repetition.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What the server says of it.
  ///   - retryDelay: How long the server asks to wait; nil if it does not.
  public init(code: RPCCode, message: String, retryDelay: Duration?) {
    self.init(
      code: code,
      message: message,
      details: retryDelay.map { [.retryInfo(delay: $0)] } ?? []
    )
  }

  /// How long the server asks to wait before a repetition.
  public var retryDelay: Duration? {
    details.lazy.compactMap { detail in
      if case .retryInfo(let delay) = detail { delay } else { nil }
    }.first
  }

  /// Reads the body of an answer that reports an error; nil where it is no such object.
  ///
  /// - Parameters:
  ///   - body: The body, an object with an `error` or a list with one.
  ///   - httpStatus: The answer's HTTP status, which decides where the body does not.
  public init?(body: [UInt8], httpStatus: Int) {
    guard
      let tree = try? JSONTree(
        parsing: body,
        rules: .lenient(values: Limits.Reply.jsonValues)
      ),
      let error = (tree.object ?? tree.list?.first?.object)?.field("error")?.object
    else { return nil }
    let named = error.field("status")?.text.flatMap(RPCCode.init(name:))
    let details = (error.field("details")?.list ?? []).lazy.compactMap { RPCDetail(wire: $0) }
    self.init(
      code: named ?? RPCCode(httpStatus: httpStatus),
      message: error.boundedText("message"),
      details: Array(details.prefix(Limits.Reply.errorDetails))
    )
  }

  /// The body of an answer that reports the error.
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
