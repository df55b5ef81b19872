#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An error as Google's services write it.
///
/// Source: contract 4.1.
public struct RPCStatus: Sendable, Hashable {
  /// What kind of error it is.
  public var code: RPCCode
  /// What the server says of it, untrusted.
  public var message: String
  /// How long the server asks to wait before a repetition.
  public var retryDelay: Duration?

  /// Creates an error.
  public init(code: RPCCode, message: String, retryDelay: Duration? = nil) {
    self.code = code
    self.message = message
    self.retryDelay = retryDelay
  }

  /// Reads the body of an answer that reports an error; nil where it is no such object.
  ///
  /// - Parameters:
  ///   - body: The body, an object with an `error` or a list with one.
  ///   - httpStatus: The answer's HTTP status, which decides where the body does not.
  public init?(body: [UInt8], httpStatus: Int) {
    let message: Message?
    if let envelope = try? WireJSON.decode(Envelope.self, from: body) {
      message = envelope.error
    } else {
      message = (try? WireJSON.decode([Envelope].self, from: body))?.first?.error
    }
    guard let message else { return nil }
    let named = message.status.flatMap(RPCCode.init(name:))
    self.init(
      code: named ?? RPCCode(httpStatus: httpStatus),
      message: message.message,
      retryDelay: message.retryDelay
    )
  }

  /// The body of an answer that reports the error.
  public var body: [UInt8] {
    let envelope = Envelope(
      error: Message(
        code: code.httpStatus,
        message: message,
        status: code.name,
        retryDelay: retryDelay
      )
    )
    return (try? WireJSON.encode(envelope)) ?? []
  }

  private struct Envelope: Codable {
    let error: Message
  }

  private struct Message: Codable {
    let code: Int
    let message: String
    let status: String?
    let retryDelay: Duration?

    init(code: Int, message: String, status: String?, retryDelay: Duration?) {
      self.code = code
      self.message = message
      self.status = status
      self.retryDelay = retryDelay
    }

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(decoder)
      code = fields.integer("code") ?? 0
      message = fields.text("message") ?? ""
      status = fields.text("status")
      retryDelay = fields.list("details", of: Detail.self).lazy.compactMap(\.retryDelay).first
    }

    func encode(to encoder: any Encoder) throws {
      var writer = WireWriter(encoder)
      try writer.write("code", code)
      try writer.write("message", message)
      try writer.write("status", status)
      if let retryDelay { try writer.write(list: "details", [Detail(retryDelay: retryDelay)]) }
    }
  }

  private struct Detail: Codable {
    static let retryInfo = "type.googleapis.com/google.rpc.RetryInfo"
    let retryDelay: Duration?

    init(retryDelay: Duration) {
      self.retryDelay = retryDelay
    }

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(decoder)
      retryDelay = fields.text("@type") == Self.retryInfo ? fields.duration("retryDelay") : nil
    }

    func encode(to encoder: any Encoder) throws {
      var writer = WireWriter(encoder)
      try writer.write("@type", Self.retryInfo)
      try writer.write("retryDelay", retryDelay)
    }
  }
}
