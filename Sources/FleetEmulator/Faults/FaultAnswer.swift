public import FleetEngine
public import HTTPMessages
internal import TrustLimits

/// What a fault answers in the emulator's place.
public struct FaultAnswer: Sendable, Hashable {
  /// What the answer's body holds.
  public enum Body: Sendable, Hashable {
    /// An error as Fleet Engine writes it, with google.rpc.RetryInfo where it has a retry delay.
    case error(RPCStatus)
    /// Bytes as they are.
    case literal([UInt8], contentType: String)
    /// So many spaces, up to 32 MiB, for bodies that are larger than a client takes.
    case filler(bytes: Int)
  }

  /// When a client may ask again, as the `Retry-After` field says it.
  public enum RetryAfter: Sendable, Hashable {
    /// As a number of seconds.
    case seconds(Int)
    /// As a moment so many seconds after the answer.
    case date(secondsFromNow: Int)
  }

  /// The header fields that belong to the connection and not to a script.
  private static let forbidden: Set<String> = [
    "content-length", "transfer-encoding", "connection", "content-type", "retry-after", "upgrade",
    "trailer",
  ]

  /// The HTTP status, 200 to 599.
  public var status: Int
  /// The body.
  public var body: Body
  /// When a client may ask again; nil to leave that out.
  public var retryAfter: RetryAfter?
  /// Further header fields, for example `Location` or `Content-Encoding`.
  public var headers: HTTPHeaders

  /// Creates an answer.
  public init(status: Int, body: Body, retryAfter: RetryAfter? = nil, headers: HTTPHeaders = [:]) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.headers = headers
  }

  /// Creates an error as Fleet Engine answers it.
  public init(
    _ code: RPCCode,
    message: String = FaultAnswer.defaultMessage,
    retryDelay: Duration? = nil,
    retryAfter: RetryAfter? = nil
  ) {
    self.init(
      status: code.httpStatus,
      body: .error(RPCStatus(code: code, message: message, retryDelay: retryDelay)),
      retryAfter: retryAfter
    )
  }

  /// What an error says that is told nothing else.
  public static let defaultMessage = "The emulator's fault script answers this."

  /// The answer as it is sent.
  func response(at moment: Timestamp) -> HTTPResponse {
    var fields: HTTPHeaders = ["Date": HTTPDate.text(moment), "Cache-Control": "private"]
    switch retryAfter {
    case .seconds(let seconds): fields["Retry-After"] = String(seconds)
    case .date(let seconds): fields["Retry-After"] = HTTPDate.text(moment + .seconds(seconds))
    case nil: break
    }
    let bytes: [UInt8]
    switch body {
    case .error(let error):
      fields["Content-Type"] = "application/json; charset=utf-8"
      bytes = error.body
    case .literal(let literal, let contentType):
      fields["Content-Type"] = contentType
      bytes = literal
    case .filler(let count):
      fields["Content-Type"] = "application/json; charset=utf-8"
      bytes = [UInt8](repeating: UInt8(ascii: " "), count: count)
    }
    for field in headers.fields { fields[field.name] = field.value }
    return HTTPResponse(status: status, headers: fields, body: bytes)
  }

  /// Checks that everything is within its bounds.
  ///
  /// - Throws: Which part is not, by its key in a script's file.
  func check() throws(FaultScriptError) {
    guard (200...599).contains(status) else {
      throw FaultScriptError("status", "has to be 200 to 599")
    }
    try checkRetryAfter()
    try checkBody()
    guard headers.fields.count <= Limits.Faults.headers else {
      throw FaultScriptError("headers", "holds more than \(Limits.Faults.headers) fields")
    }
    for field in headers.fields {
      guard field.isWellFormed, !Self.forbidden.contains(field.name.lowercased()) else {
        throw FaultScriptError("headers", "holds a field that a script cannot set")
      }
    }
  }

  private func checkRetryAfter() throws(FaultScriptError) {
    let (key, seconds) =
      switch retryAfter {
      case .seconds(let seconds): ("retryAfter", seconds)
      case .date(let seconds): ("retryAfterDate", seconds)
      case nil: ("", 0)
      }
    // Past what a client obeys and into the past, so that its bounds can be tried.
    let longest = 1_000 * Int(Limits.Reply.retryAfter.components.seconds)
    guard (-longest...longest).contains(seconds) else {
      throw FaultScriptError(key, "has to be -\(longest) to \(longest)")
    }
  }

  private func checkBody() throws(FaultScriptError) {
    let limit = Limits.Faults.bodyBytes
    switch body {
    case .error(let error):
      guard error.message.utf8.count <= Limits.Text.bytes else {
        throw FaultScriptError("message", "is longer than \(Limits.Text.bytes) bytes")
      }
    case .literal(let bytes, let contentType):
      guard bytes.count <= limit else {
        throw FaultScriptError("body", "is longer than \(limit) bytes")
      }
      guard HTTPHeaders.Field(name: "Content-Type", value: contentType).isWellFormed else {
        throw FaultScriptError("contentType", "cannot be sent as a header field")
      }
    case .filler(let count):
      guard (0...limit).contains(count) else {
        throw FaultScriptError("bodyBytes", "has to be 0 to \(limit)")
      }
    }
  }
}
