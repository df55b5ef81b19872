internal import FleetEngine
internal import JSON
internal import TrustLimits

/// A key of an entry in a fault script, with the help text for it.
public enum FaultKey: String, Sendable, CaseIterable {
  case count, procedure, trip, stage, pass, delay
  case status, code, message, retryDelay, retryAfter, retryAfterDate, headers
  case body, bodyBase64, bodyBytes, contentType
  case pieceBytes, pause, truncateAfter, resetAfter, reset

  /// The values that the key accepts, for example `SECONDS`.
  public var values: String { help.values }
  /// The effect of the key, as a phrase without a full stop.
  public var meaning: String { help.meaning }

  private var help: (values: String, meaning: String) {
    switch self {
    case .count: ("1-\(Limits.Faults.requests)", "number of requests to affect (default: 1)")
    case .procedure: ("NAME", "affect only this procedure, for example GetTrip")
    case .trip: ("ID", "affect only this trip")
    case .stage: ("edge|service", "act before the token is checked (default), or after")
    case .pass: ("true", "let the requests through")
    case .delay: ("SECONDS", "delay the response")
    case .status: ("200-599", "HTTP status of the response")
    case .code: ("NAME", "google.rpc code of the error, for example UNAVAILABLE")
    case .message: ("TEXT", "message of the error")
    case .retryDelay: ("SECONDS", "delay in the error's google.rpc.RetryInfo")
    case .retryAfter: ("SECONDS", "Retry-After header as a number")
    case .retryAfterDate: ("SECONDS", "Retry-After header as a date, this long after the response")
    case .headers: ("OBJECT", "further header fields, names to values")
    case .body: ("TEXT", "literal body")
    case .bodyBase64: ("BASE64", "literal body in Base64")
    case .bodyBytes: ("0-\(Limits.Faults.bodyBytes)", "body of this many spaces")
    case .contentType: ("TYPE", "content type of a literal body (default: application/json)")
    case .pieceBytes: ("1-\(Limits.Faults.bodyBytes)", "bytes between two pauses (default: 1)")
    case .pause: ("SECONDS", "pause between two pieces of the body")
    case .truncateAfter: ("BYTES", "close the connection after this much of the body")
    case .resetAfter: ("BYTES", "reset the connection after this much of the body")
    case .reset: ("true", "reset the connection before the response")
    }
  }

  func check(_ number: Int, in range: ClosedRange<Int>) throws(FaultScriptError) {
    guard range.contains(number) else {
      throw FaultScriptError(self, "has to be \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func check(_ time: Duration) throws(FaultScriptError) {
    guard (.zero...Limits.Faults.delay).contains(time) else {
      throw FaultScriptError(self, "has to be 0 to \(Limits.Faults.delay.components.seconds) s")
    }
    // Shorter pauses cost processor time and nothing else.
    guard self != .pause || time == .zero || time >= .milliseconds(1) else {
      throw FaultScriptError(self, "has to be 0 or at least 0.001 s")
    }
  }
}

/// Reads the values of an entry by key, in either spelling: `retryAfter` or `retry_after`.
struct FaultFields {
  private var values: [FaultKey: JSONTree] = [:]

  init(_ entry: JSONTree) throws(FaultScriptError) {
    guard let object = entry.object else {
      throw FaultScriptError("has to be an object, \"pass\" or \"reset\"")
    }
    for (name, value) in object.sorted {
      guard let key = FaultKey(rawValue: FieldName.camelCase(name)) else {
        throw FaultScriptError("is unknown", name: name)
      }
      guard values.updateValue(value, forKey: key) == nil else {
        throw FaultScriptError(key, "is there twice")
      }
    }
  }

  func integer(_ key: FaultKey) throws(FaultScriptError) -> Int? {
    try value(key, "has to be a whole number") { $0.number.flatMap(Int.init(exactly:)) }
  }

  func text(_ key: FaultKey) throws(FaultScriptError) -> String? {
    try value(key, "has to be a text", \.text)
  }

  func flag(_ key: FaultKey) throws(FaultScriptError) -> Bool {
    let isTrue = try value(key, "has to be true or false") { value in
      if case .flag(let flag) = value { flag } else { nil }
    }
    return isTrue ?? false
  }

  func texts(_ key: FaultKey) throws(FaultScriptError) -> [(name: String, text: String)] {
    let texts = try value(key, "has to be an object of texts") { value in
      value.object?.sorted.map { (name: $0.name, text: $0.value.text) }
    }
    return try (texts ?? []).map { name, text throws(FaultScriptError) in
      guard let text else { throw FaultScriptError(key, "has to be an object of texts") }
      return (name, text)
    }
  }

  /// A time, to the nanosecond.
  func seconds(_ key: FaultKey) throws(FaultScriptError) -> Duration? {
    guard let seconds = try value(key, "has to be a number of seconds", \.number) else {
      return nil
    }
    // More than any bound, and less than a duration can hold.
    guard abs(seconds) <= 1e9 else {
      throw FaultScriptError(key, "has to be a number of seconds below a billion")
    }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  private func value<Value>(
    _ key: FaultKey, _ reason: String, _ read: (JSONTree) -> Value?
  ) throws(FaultScriptError) -> Value? {
    guard let tree = values[key], tree != .null else { return nil }
    guard let value = read(tree) else { throw FaultScriptError(key, reason) }
    return value
  }
}
