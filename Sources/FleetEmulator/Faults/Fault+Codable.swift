internal import FleetEngine
internal import HTTPMessages
internal import JSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Fault: Codable {
  /// Reads an entry of a script.
  ///
  /// - Throws: A ``FaultScriptError`` that names the key.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "pass": self.init()
      case "reset": self.init(delivery: FaultDelivery(end: .resetBeforeAnswer))
      default: throw FaultScriptError(nil, "has to be an object, \"pass\" or \"reset\"")
      }
      return
    }
    var fields = try FaultFields(decoder)
    self.init(
      requests: try fields.integer("count") ?? 1,
      procedure: try fields.text("procedure"),
      tripID: try fields.text("trip"),
      delay: try fields.seconds("delay") ?? .zero
    )
    if let text = try fields.text("stage") {
      guard let stage = Stage(rawValue: text) else {
        throw FaultScriptError("stage", "has to be edge or service")
      }
      self.stage = stage
    }
    answer = try FaultAnswer(&fields)
    delivery = try FaultDelivery(&fields)
    let isSaidToPass = try fields.flag("pass")
    try fields.end()
    guard isSaidToPass == isPass else {
      throw isPass
        ? FaultScriptError(nil, "says nothing to do; \"pass\": true lets requests through")
        : FaultScriptError("pass", "stands beside something that does not let requests through")
    }
    try check()
  }

  /// Writes an entry of a script.
  public func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: JSONKey.self)
    func write(_ name: String, _ value: (some Encodable)?) throws {
      try entry.encodeIfPresent(value, forKey: JSONKey(name))
    }
    try write("count", requests == 1 ? nil : requests)
    try write("procedure", procedure)
    try write("trip", tripID)
    try write("stage", stage == .edge ? nil : stage.rawValue)
    try write("pass", isPass ? true : nil)
    try write("delay", delay == .zero ? nil : delay.inSeconds)
    for (name, value) in (answer?.fields ?? []) + delivery.fields { try write(name, value) }
  }
}

/// A value of an entry's key, as it is written.
enum FaultValue: Encodable {
  case integer(Int)
  case seconds(Duration)
  case text(String)
  case texts([String: String])
  case flag(Bool)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .seconds(let value): try container.encode(value.inSeconds)
    case .text(let value): try container.encode(value)
    case .texts(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    }
  }
}

extension FaultAnswer {
  /// Reads an entry's own answer; nil where it has none.
  fileprivate init?(_ fields: inout FaultFields) throws {
    let status = try fields.integer("status")
    let code = try Self.code(&fields)
    let message = try fields.text("message")
    let retryDelay = try fields.seconds("retryDelay")
    let retryAfter = try Self.retryAfter(&fields)
    let headers = try fields.texts("headers")
    let literal = try Self.literal(&fields)
    guard status != nil || code != nil || literal != nil else {
      if message != nil || retryDelay != nil || retryAfter != nil || !headers.isEmpty {
        throw FaultScriptError(nil, "has to name a status, a code or a body for its answer")
      }
      return nil
    }
    if literal != nil, code != nil || message != nil || retryDelay != nil {
      throw FaultScriptError("body", "cannot stand beside code, message or retryDelay")
    }
    let number = status ?? code?.httpStatus ?? 200
    let isError = code != nil || message != nil || retryDelay != nil || number >= 400
    self.init(
      status: number,
      body: literal
        ?? (isError
          ? .error(
            RPCStatus(
              code: code ?? RPCCode(httpStatus: number),
              message: message ?? Self.defaultMessage,
              retryDelay: retryDelay
            )
          ) : .literal([], contentType: "application/json")),
      retryAfter: retryAfter,
      headers: HTTPHeaders(
        headers.sorted { $0.key < $1.key }.map { HTTPHeaders.Field(name: $0.key, value: $0.value) }
      )
    )
  }

  private static func code(_ fields: inout FaultFields) throws -> RPCCode? {
    guard let name = try fields.text("code") else { return nil }
    guard let code = RPCCode(name: name.uppercased()) else {
      throw FaultScriptError("code", "has to be a google.rpc code, for example UNAVAILABLE")
    }
    return code
  }

  private static func retryAfter(_ fields: inout FaultFields) throws -> RetryAfter? {
    let seconds = try fields.integer("retryAfter")
    let date = try fields.integer("retryAfterDate")
    if seconds != nil, date != nil {
      throw FaultScriptError("retryAfterDate", "cannot stand beside retryAfter")
    }
    return seconds.map { .seconds($0) } ?? date.map { .date(secondsFromNow: $0) }
  }

  private static func literal(_ fields: inout FaultFields) throws -> Body? {
    let text = try fields.text("body")
    let encoded = try fields.text("bodyBase64")
    let count = try fields.integer("bodyBytes")
    let contentType = try fields.text("contentType")
    guard [text != nil, encoded != nil, count != nil].filter(\.self).count <= 1 else {
      throw FaultScriptError("body", "is one of body, bodyBase64 and bodyBytes")
    }
    if let count, contentType == nil { return .filler(bytes: count) }
    let type = contentType ?? "application/json"
    if let text { return .literal(Array(text.utf8), contentType: type) }
    if let encoded {
      guard let data = Data(base64Encoded: encoded) else {
        throw FaultScriptError("bodyBase64", "has to be Base64")
      }
      return .literal(Array(data), contentType: type)
    }
    guard contentType == nil else {
      throw FaultScriptError("contentType", "has to stand beside body or bodyBase64")
    }
    return nil
  }

  fileprivate var fields: [(String, FaultValue)] {
    var fields: [(String, FaultValue)] = [("status", .integer(status))]
    switch body {
    case .error(let error):
      fields.append(("code", .text(error.code.name)))
      fields.append(("message", .text(error.message)))
      if let delay = error.retryDelay { fields.append(("retryDelay", .seconds(delay))) }
    case .literal(let bytes, let contentType):
      if let text = String(validating: bytes, as: UTF8.self) {
        fields.append(("body", .text(text)))
      } else {
        fields.append(("bodyBase64", .text(Data(bytes).base64EncodedString())))
      }
      fields.append(("contentType", .text(contentType)))
    case .filler(let count): fields.append(("bodyBytes", .integer(count)))
    }
    switch retryAfter {
    case .seconds(let seconds): fields.append(("retryAfter", .integer(seconds)))
    case .date(let seconds): fields.append(("retryAfterDate", .integer(seconds)))
    case nil: break
    }
    if !headers.fields.isEmpty {
      let texts = headers.fields.map { ($0.name, $0.value) }
      fields.append(("headers", .texts(Dictionary(texts) { _, last in last })))
    }
    return fields
  }
}

extension FaultDelivery {
  /// Reads how an entry's answer goes out.
  fileprivate init(_ fields: inout FaultFields) throws {
    let piece = try fields.integer("pieceBytes")
    let pause = try fields.seconds("pause")
    let truncated = try fields.integer("truncateAfter")
    let reset = try fields.integer("resetAfter")
    let isReset = try fields.flag("reset")
    if piece != nil, pause == nil {
      throw FaultScriptError("pieceBytes", "has to stand beside pause")
    }
    guard [truncated != nil, reset != nil, isReset].filter(\.self).count <= 1 else {
      throw FaultScriptError("reset", "is one of reset, resetAfter and truncateAfter")
    }
    self.init(pieceBytes: piece ?? 1, pause: pause ?? .zero)
    if let truncated { end = .truncated(afterBytes: truncated) }
    if let reset { end = .reset(afterBytes: reset) }
    if isReset { end = .resetBeforeAnswer }
  }

  fileprivate var fields: [(String, FaultValue)] {
    var fields: [(String, FaultValue)] = []
    if pause != .zero || pieceBytes != 1 {
      fields.append(("pieceBytes", .integer(pieceBytes)))
      fields.append(("pause", .seconds(pause)))
    }
    switch end {
    case .whole: break
    case .truncated(let bytes): fields.append(("truncateAfter", .integer(bytes)))
    case .reset(let bytes): fields.append(("resetAfter", .integer(bytes)))
    case .resetBeforeAnswer: fields.append(("reset", .flag(true)))
    }
    return fields
  }
}
