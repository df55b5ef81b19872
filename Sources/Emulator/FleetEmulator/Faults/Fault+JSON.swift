internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

extension Fault {
  init(_ entry: JSONTree) throws(FaultScriptError) {
    if entry == .text("pass") {
      self.init()
      return
    }
    if entry == .text("reset") {
      self.init(delivery: FaultDelivery(end: .resetBeforeAnswer))
      return
    }
    let fields = try FaultFields(entry)
    let stage = try fields.text(.stage).map(Stage.init(rawValue:)) ?? .edge
    guard let stage else { throw FaultScriptError(.stage, "has to be edge or service") }
    self.init(
      requests: try fields.integer(.count) ?? 1, procedure: try fields.text(.procedure),
      tripID: try fields.text(.trip), stage: stage, delay: try fields.seconds(.delay) ?? .zero,
      answer: try FaultAnswer(fields), delivery: try FaultDelivery(fields))
    guard try fields.flag(.pass) == isPass else {
      throw isPass
        ? FaultScriptError("says nothing to do; \"pass\": true lets requests through")
        : FaultScriptError(.pass, "is next to a key that does not let requests through")
    }
  }

  /// The fault as an entry of a script.
  var entry: JSONTree {
    var entry = JSONObject()
    func set(_ key: FaultKey, _ value: JSONTree?) { entry[key.rawValue] = value }
    func set(_ key: FaultKey, _ number: Int?) { set(key, number.map { .number(Double($0)) }) }
    if requests != 1 { set(.count, requests) }
    set(.procedure, procedure.map { .text($0) })
    set(.trip, tripID.map { .text($0) })
    if stage != .edge { set(.stage, .text(stage.rawValue)) }
    if isPass { set(.pass, .flag(true)) }
    if delay != .zero { set(.delay, .number(delay.inSeconds)) }
    if delivery.pause != .zero || delivery.pieceBytes != 1 {
      set(.pieceBytes, delivery.pieceBytes)
      set(.pause, .number(delivery.pause.inSeconds))
    }
    switch delivery.end {
    case .whole: break
    case .truncated(let bytes): set(.truncateAfter, bytes)
    case .reset(let bytes): set(.resetAfter, bytes)
    case .resetBeforeAnswer: set(.reset, .flag(true))
    }
    guard let answer else { return .object(entry) }
    set(.status, answer.status)
    switch answer.body {
    case .error(let error):
      set(.code, .text(error.code.name))
      set(.message, .text(error.message))
      set(.retryDelay, error.retryDelay.map { .number($0.inSeconds) })
    case .literal(let bytes, let contentType):
      if let text = String(validating: bytes, as: UTF8.self) {
        set(.body, .text(text))
      } else {
        set(.bodyBase64, .text(Base64URL.encode(bytes, isPadded: true)))
      }
      set(.contentType, .text(contentType))
    case .filler(let count): set(.bodyBytes, count)
    }
    switch answer.retryAfter {
    case .seconds(let seconds): set(.retryAfter, seconds)
    case .date(let seconds): set(.retryAfterDate, seconds)
    case nil: break
    }
    let headers = answer.headers.fields.map { (name: $0.name, value: JSONTree.text($0.value)) }
    if !headers.isEmpty { set(.headers, .object(JSONObject(headers))) }
    return .object(entry)
  }
}

extension FaultAnswer {
  /// Reads an entry's own response; nil without one.
  fileprivate init?(_ fields: FaultFields) throws(FaultScriptError) {
    let status = try fields.integer(.status)
    let code = try Self.code(fields)
    let message = try fields.text(.message)
    let retryDelay = try fields.seconds(.retryDelay)
    let retryAfter = try Self.retryAfter(fields)
    let headers = try fields.texts(.headers)
    let literal = try Self.literal(fields)
    guard status != nil || code != nil || literal != nil else {
      guard message == nil, retryDelay == nil, retryAfter == nil, headers.isEmpty else {
        throw FaultScriptError("has to name a status, a code or a body for its response")
      }
      return nil
    }
    let hasError = code != nil || message != nil || retryDelay != nil
    if literal != nil, hasError {
      throw FaultScriptError(.body, "cannot be used with code, message or retryDelay")
    }
    let number = status ?? code?.httpStatus ?? 200
    let error = RPCStatus(
      code: code ?? RPCCode(httpStatus: number), message: message ?? Self.defaultMessage,
      retryDelay: retryDelay)
    let empty = Body.literal([], contentType: "application/json")
    self.init(
      status: number, body: literal ?? (hasError || number >= 400 ? .error(error) : empty),
      retryAfter: retryAfter,
      headers: TransportHeaders(
        headers.map { TransportHeaders.Field(name: $0.name, value: $0.text) }))
  }

  private static func code(_ fields: FaultFields) throws(FaultScriptError) -> RPCCode? {
    guard let name = try fields.text(.code) else { return nil }
    guard let code = RPCCode(name: name.uppercased()) else {
      throw FaultScriptError(.code, "has to be a google.rpc code, for example UNAVAILABLE")
    }
    return code
  }

  private static func retryAfter(_ fields: FaultFields) throws(FaultScriptError) -> RetryAfter? {
    let seconds = try fields.integer(.retryAfter)
    let date = try fields.integer(.retryAfterDate)
    if seconds != nil, date != nil {
      throw FaultScriptError(.retryAfterDate, "cannot be used with retryAfter")
    }
    return seconds.map { .seconds($0) } ?? date.map { .date(secondsFromNow: $0) }
  }

  private static func literal(_ fields: FaultFields) throws(FaultScriptError) -> Body? {
    let text = try fields.text(.body)
    let encoded = try fields.text(.bodyBase64)
    let count = try fields.integer(.bodyBytes)
    let contentType = try fields.text(.contentType)
    guard [text != nil, encoded != nil, count != nil].filter(\.self).count <= 1 else {
      throw FaultScriptError(.body, "is one of body, bodyBase64 and bodyBytes")
    }
    if let count, contentType == nil { return .filler(bytes: count) }
    let type = contentType ?? "application/json"
    if let text { return .literal(Array(text.utf8), contentType: type) }
    if let encoded {
      let digits = encoded.replacing("+", with: "-").replacing("/", with: "_")
      guard let bytes = Base64URL.decode(padded: digits) else {
        throw FaultScriptError(.bodyBase64, "has to be Base64")
      }
      return .literal(bytes, contentType: type)
    }
    guard contentType == nil else {
      throw FaultScriptError(.contentType, "can only be used with body or bodyBase64")
    }
    return nil
  }
}

extension FaultDelivery {
  fileprivate init(_ fields: FaultFields) throws(FaultScriptError) {
    let piece = try fields.integer(.pieceBytes)
    let pause = try fields.seconds(.pause)
    let truncated = try fields.integer(.truncateAfter)
    let reset = try fields.integer(.resetAfter)
    let isReset = try fields.flag(.reset)
    if piece != nil, pause == nil {
      throw FaultScriptError(.pieceBytes, "can only be used with pause")
    }
    guard [truncated != nil, reset != nil, isReset].filter(\.self).count <= 1 else {
      throw FaultScriptError(.reset, "is one of reset, resetAfter and truncateAfter")
    }
    self.init(pieceBytes: piece ?? 1, pause: pause ?? .zero)
    if let truncated { end = .truncated(afterBytes: truncated) }
    if let reset { end = .reset(afterBytes: reset) }
    if isReset { end = .resetBeforeAnswer }
  }
}
