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
    let message: Message?
    if let envelope = try? Self.decode(Envelope.self, body) {
      message = envelope.error
    } else {
      message = (try? Self.decode([Envelope].self, body))?.first?.error
    }
    guard let message else { return nil }
    let named = message.status.flatMap(RPCCode.init(name:))
    self.init(
      code: named ?? RPCCode(httpStatus: httpStatus),
      message: message.message,
      details: message.details
    )
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ body: [UInt8]
  ) throws -> Value {
    try WireJSON.decode(type, from: body, maximumValues: Limits.Reply.jsonValues)
  }

  /// The body of an answer that reports the error.
  public var body: [UInt8] {
    let message = Message(
      code: code.httpStatus,
      message: message,
      status: code.name,
      details: details
    )
    return (try? WireJSON.encode(Envelope(error: message))) ?? []
  }

  private struct Envelope: Codable {
    let error: Message
  }

  private struct Message: Codable {
    let code: Int
    let message: String
    let status: String?
    let details: [RPCDetail]

    init(code: Int, message: String, status: String?, details: [RPCDetail]) {
      self.code = code
      self.message = message
      self.status = status
      self.details = details
    }

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(decoder)
      code = fields.integer("code") ?? 0
      message = fields.boundedText("message")
      status = fields.text("status")
      details = Array(fields.list("details").prefix(Limits.Reply.errorDetails))
    }

    func encode(to encoder: any Encoder) throws {
      var writer = WireWriter(encoder)
      try writer.write("code", code)
      try writer.write("message", message)
      try writer.write("status", status)
      try writer.write(list: "details", details)
    }
  }
}
