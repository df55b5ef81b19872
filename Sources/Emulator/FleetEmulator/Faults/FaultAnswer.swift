public import FleetEngine
public import HTTPMessages
internal import TrustLimits

/// A fault's response in place of the emulator's.
public struct FaultAnswer: Sendable, Hashable {
  /// The content of the response's body.
  public enum Body: Sendable, Hashable {
    /// An error as Fleet Engine writes it, with google.rpc.RetryInfo if it has a retry delay.
    case error(RPCStatus)
    /// Bytes as they are.
    case literal([UInt8], contentType: String)
    /// Spaces, up to 32 MiB, for bodies that are larger than a client accepts.
    case filler(bytes: Int)
  }

  /// When a client may retry, as in the `Retry-After` field.
  public enum RetryAfter: Sendable, Hashable {
    /// As a number of seconds.
    case seconds(Int)
    /// As a date this many seconds after the response.
    case date(secondsFromNow: Int)
  }

  /// The header fields that a script cannot set.
  private static let forbidden: Set<String> = [
    "content-length", "transfer-encoding", "connection", "content-type", "retry-after", "upgrade",
    "trailer",
  ]

  /// The HTTP status, 200 to 599.
  public var status: Int
  /// The body.
  public var body: Body
  /// When a client may retry; nil leaves the field out.
  public var retryAfter: RetryAfter?
  /// Further header fields, for example `Location` or `Content-Encoding`.
  public var headers: TransportHeaders

  /// Creates a response.
  public init(
    status: Int, body: Body, retryAfter: RetryAfter? = nil, headers: TransportHeaders = [:]
  ) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.headers = headers
  }

  /// Creates an error as Fleet Engine writes it.
  public init(
    _ code: RPCCode, message: String = FaultAnswer.defaultMessage, retryDelay: Duration? = nil,
    retryAfter: RetryAfter? = nil
  ) {
    self.init(
      status: code.httpStatus,
      body: .error(RPCStatus(code: code, message: message, retryDelay: retryDelay)),
      retryAfter: retryAfter)
  }

  /// The message of an error without another one.
  public static let defaultMessage = "The emulator's fault script answers this."

  func response(at moment: Timestamp) -> TransportResponse {
    var fields: TransportHeaders = ["Date": moment.httpDate, "Cache-Control": "private"]
    switch retryAfter {
    case .seconds(let seconds): fields["Retry-After"] = String(seconds)
    case .date(let seconds): fields["Retry-After"] = (moment + .seconds(seconds)).httpDate
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
    return TransportResponse(status: status, headers: fields, body: bytes)
  }

  /// Checks that everything is within its bounds; the error names the key.
  func check() throws(FaultScriptError) {
    try FaultKey.status.check(status, in: 200...599)
    // Beyond what a client obeys and into the past, so that a client's bounds can be tested.
    let longest = 1_000 * Int(Limits.Response.retryAfter.components.seconds)
    switch retryAfter {
    case .seconds(let seconds): try FaultKey.retryAfter.check(seconds, in: -longest...longest)
    case .date(let seconds): try FaultKey.retryAfterDate.check(seconds, in: -longest...longest)
    case nil: break
    }
    switch body {
    case .error(let error):
      guard error.message.utf8.count <= Limits.Text.bytes else {
        throw FaultScriptError(.message, "is longer than \(Limits.Text.bytes) bytes")
      }
    case .literal(let bytes, let contentType):
      guard bytes.count <= Limits.Faults.bodyBytes else {
        throw FaultScriptError(.body, "is longer than \(Limits.Faults.bodyBytes) bytes")
      }
      guard TransportHeaders.Field(name: "Content-Type", value: contentType).isWellFormed else {
        throw FaultScriptError(.contentType, "cannot be sent as a header field")
      }
    case .filler(let count): try FaultKey.bodyBytes.check(count, in: 0...Limits.Faults.bodyBytes)
    }
    guard headers.fields.count <= Limits.Faults.headers else {
      throw FaultScriptError(.headers, "holds more than \(Limits.Faults.headers) fields")
    }
    for field in headers.fields {
      guard field.isWellFormed, !Self.forbidden.contains(field.name.lowercased()) else {
        throw FaultScriptError(.headers, "holds a field that a script cannot set")
      }
    }
  }
}
