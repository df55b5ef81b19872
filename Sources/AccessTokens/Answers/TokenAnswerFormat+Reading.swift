public import FleetEngine
internal import JSON
internal import TrustLimits

extension TokenAnswerFormat {
  /// Reads the token out of an answer.
  ///
  /// - Parameters:
  ///   - bytes: The answer, one line or JSON.
  ///   - source: Whose answer it is, as a sentence begins: `The answer of HOST`.
  ///   - now: When it came, by the wall's clock.
  /// - Returns: The token, with its expiry where the answer has one.
  /// - Throws: What is wrong with the answer; it tells keys and no values.
  public func token(
    in bytes: [UInt8],
    from source: String,
    at now: Timestamp
  ) throws(AccessTokenError) -> AccessToken {
    guard bytes.count <= Limits.Token.bytes else {
      throw AccessTokenError(reason: "\(source) is larger than \(Limits.Token.bytes) bytes.")
    }
    var content = bytes[...]
    if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
    while let first = content.first, Self.isSpace(first) { content.removeFirst() }
    while let last = content.last, Self.isSpace(last) { content.removeLast() }
    guard let first = content.first else {
      throw AccessTokenError(
        reason: "\(source) is empty; a token is expected, on one line or in JSON."
      )
    }
    switch first {
    case UInt8(ascii: "{"):
      guard let answer = JSONObject(unambiguous: Array(content)) else {
        throw AccessTokenError(
          reason:
            "\(source) is no JSON object that can be read in one way only: it is cut off, has "
            + "a key twice, a key with an escape, or nests too deep."
        )
      }
      return try token(in: answer, source, now)
    case UInt8(ascii: "<"):
      throw AccessTokenError(reason: "\(source) is a web page and no token.")
    case UInt8(ascii: "["), UInt8(ascii: "\""):
      throw AccessTokenError(reason: "\(source) is JSON, but not an object that holds a token.")
    default: break
    }
    if let tokenKey {
      throw AccessTokenError(reason: "\(source) is not JSON, where \(tokenKey) is to be read.")
    }
    return AccessToken(try Self.checked(content, source), expiresAt: nil)
  }

  private func token(
    in answer: JSONObject,
    _ source: String,
    _ now: Timestamp
  ) throws(AccessTokenError) -> AccessToken {
    let found = shapes.filter { answer.value(under: $0.tokenKey) != nil }
    guard let shape = found.first else {
      let wanted = shapes.map(\.tokenKey)
      let missing =
        wanted.count == 1 ? "has no " + wanted[0] : "has none of " + wanted.joined(separator: ", ")
      let seen = answer.allNames.isEmpty ? "nothing" : ForeignText.list(answer.allNames)
      throw AccessTokenError(
        reason: "\(source) \(missing); it has \(seen). Name the key of the token."
      )
    }
    guard found.count == 1 else {
      let keys = found.map(\.tokenKey).joined(separator: " and ")
      throw AccessTokenError(reason: "\(source) has \(keys); name the key of the token.")
    }
    guard case .text(let text)? = answer.value(under: shape.tokenKey) else {
      throw AccessTokenError(reason: "\(source) holds no text under \(shape.tokenKey).")
    }
    let value = try Self.checked(Array(text.utf8)[...], source)
    let expiries = shape.expiries.filter { answer.value(under: $0.key) != nil }
    if expiries.isEmpty { try checkNoOther(answer, shape.expiries, source) }
    guard expiries.count <= 1 else {
      let keys = expiries.map(\.key).joined(separator: " and ")
      throw AccessTokenError(reason: "\(source) has \(keys); name the key of the expiry.")
    }
    return AccessToken(
      value,
      expiresAt: try expiries.first.map { expiry throws(AccessTokenError) in
        try Self.moment(answer.value(under: expiry.key), expiry, source, now)
      }
    )
  }

  /// Checks that an answer without the expected expiry has no other, whose unit is not known.
  private func checkNoOther(
    _ answer: JSONObject,
    _ expected: [Expiry],
    _ source: String
  ) throws(AccessTokenError) {
    if tokenKey != nil {
      guard let key = expected.first?.key else { return }
      throw AccessTokenError(
        reason: "\(source) has no \(key); it has \(ForeignText.list(answer.allNames))."
      )
    }
    let others = Self.expiryKeys.filter { answer[$0] != nil }
    guard let other = others.first else { return }
    throw AccessTokenError(
      reason: "\(source) has \(other), whose unit is not known; name the keys of the token and of "
        + "the expiry, and the unit."
    )
  }

  private static func moment(
    _ value: JSONTree?,
    _ expiry: Expiry,
    _ source: String,
    _ now: Timestamp
  ) throws(AccessTokenError) -> Timestamp {
    guard let moment = value.flatMap({ moment($0, expiry.unit, now) }) else {
      let kind = expiry.unit == .rfc3339 ? "date of RFC 3339" : "number"
      throw AccessTokenError(reason: "\(source) holds no \(kind) under \(expiry.key).")
    }
    // A year of the last century or a far one is a time in another unit.
    guard moment.seconds >= 1_000_000_000, moment < now + Limits.Token.longestExpiry else {
      throw AccessTokenError(
        reason: "\(source) tells the expiry \(moment) under \(expiry.key), read as "
          + "\(expiry.unit.words); name another unit."
      )
    }
    return moment
  }

  private static func moment(
    _ value: JSONTree,
    _ unit: ExpiryUnit,
    _ now: Timestamp
  ) -> Timestamp? {
    let number: Double?
    switch value {
    case .number(let value): number = value
    // Protocol buffers write large whole numbers as texts.
    case .text(let text):
      if unit == .rfc3339 { return Timestamp(rfc3339: text) }
      number = text.utf8.count <= 20 && text.utf8.allSatisfy(isDigit) ? Double(text) : nil
    case .null, .flag, .list, .object: number = nil
    }
    guard let number, number.isFinite, number >= 0 else { return nil }
    // What lies beyond is told by its check as too far, not as no number.
    let bounded = min(number, 9e14)
    switch unit {
    case .secondsSince1970: return Timestamp(secondsSince1970: min(bounded, 9e11))
    case .millisecondsSince1970: return Timestamp(secondsSince1970: bounded / 1_000)
    case .secondsFromNow: return now + .seconds(min(bounded, 9e11))
    case .millisecondsFromNow: return now + .seconds(bounded / 1_000)
    case .rfc3339: return nil
    }
  }

  /// A token's text if it can be one.
  static func checked(
    _ bytes: ArraySlice<UInt8>,
    _ source: String
  ) throws(AccessTokenError) -> String {
    if let problem = TokenText.problem(bytes) {
      throw AccessTokenError(reason: "\(source) holds no token: \(problem).")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension TokenAnswerFormat.ExpiryUnit {
  /// The unit in words, to stand within a sentence.
  var words: String {
    switch self {
    case .secondsSince1970: "seconds since 1970"
    case .millisecondsSince1970: "milliseconds since 1970"
    case .secondsFromNow: "seconds from now"
    case .millisecondsFromNow: "milliseconds from now"
    case .rfc3339: "a date of RFC 3339"
    }
  }
}

/// What a token's text may be.
enum TokenText {
  /// What keeps a text from being a token, as the end of a sentence; nil for a good one.
  static func problem(_ bytes: some Collection<UInt8>) -> String? {
    if bytes.isEmpty { return "it is empty" }
    if bytes.count > Limits.Token.valueBytes {
      return "it is longer than \(Limits.Token.valueBytes) bytes"
    }
    if bytes.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) {
      return "it has more than one word"
    }
    return bytes.allSatisfy { (0x21...0x7E).contains($0) }
      ? nil : "it has characters that are not visible ASCII"
  }
}
