public import FleetEngine
internal import JSON
internal import TrustLimits

/// The keys of the token and its expiry in an answer, and the expiry's unit.
///
/// Keys and units are never guessed, because samples and servers disagree about them. See
/// docs/protocol.md, "Token endpoints".
public struct TokenAnswerFormat: Sendable, Hashable {
  /// The unit of an expiry.
  public enum ExpiryUnit: String, Sendable, Hashable, CaseIterable {
    /// Seconds since 1970.
    case secondsSince1970 = "epoch-s"
    /// Milliseconds since 1970.
    case millisecondsSince1970 = "epoch-ms"
    /// Seconds from the arrival of the response.
    case secondsFromNow = "in-s"
    /// Milliseconds from the arrival of the response.
    case millisecondsFromNow = "in-ms"
    /// Date and time in the format of RFC 3339.
    case rfc3339

    var phrase: String {
      switch self {
      case .secondsSince1970: "seconds since 1970"
      case .millisecondsSince1970: "milliseconds since 1970"
      case .secondsFromNow: "seconds from now"
      case .millisecondsFromNow: "milliseconds from now"
      case .rfc3339: "a date of RFC 3339"
      }
    }
  }

  /// The key and unit of an expiry.
  public struct Expiry: Sendable, Hashable {
    /// The key; dots separate the names of nested objects.
    public let key: String
    /// The unit.
    public let unit: ExpiryUnit

    /// Creates a key and unit.
    public init(key: String, unit: ExpiryUnit) {
      self.key = key
      self.unit = unit
    }
  }

  /// The key of the token; nil for the well-known answers.
  public let tokenKey: String?
  /// The key and unit of the expiry; nil if the response has none.
  public let expiry: Expiry?

  /// A token on one line, or one of these answers in JSON.
  ///
  /// The provider sample's `jwt` with `expirationTimestamp` in milliseconds since 1970, `token` or
  /// `access_token` with `expires_in` in seconds from now, `token` with `expiresInSeconds`, and
  /// Kubernetes' ExecCredential: `status.token` with `status.expirationTimestamp` in RFC 3339.
  public static let wellKnown = TokenAnswerFormat()

  private init() {
    tokenKey = nil
    expiry = nil
  }

  /// Creates a format of JSON; dots in keys separate the names of nested objects.
  public init(tokenKey: String, expiry: Expiry? = nil) {
    self.tokenKey = tokenKey
    self.expiry = expiry
  }

  /// The keys of the accepted answers.
  private var shapes: [(tokenKey: String, expiries: [Expiry])] {
    if let tokenKey { return [(tokenKey, expiry.map { [$0] } ?? [])] }
    let seconds = Expiry(key: "expires_in", unit: .secondsFromNow)
    return [
      ("jwt", [Expiry(key: "expirationTimestamp", unit: .millisecondsSince1970)]),
      ("token", [seconds, Expiry(key: "expiresInSeconds", unit: .secondsFromNow)]),
      ("access_token", [seconds]),
      ("status.token", [Expiry(key: "status.expirationTimestamp", unit: .rfc3339)]),
    ]
  }

  /// Keys of expiries whose unit depends on the sender.
  private static let expiryKeys = [
    "expirationTimestamp", "expires_in", "expiresInSeconds", "expiresIn", "expires_at",
    "expiresAt", "expiry", "exp",
  ]

  /// Reads the token, with its expiry if there is one, from an answer of one line or JSON.
  ///
  /// `source` starts the sentences of errors: `The response of HOST`. `now` is the time of arrival.
  /// Errors contain keys but no values.
  public func token(
    in bytes: [UInt8], from source: String, at now: Timestamp
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
        reason: "\(source) is empty; a token is expected, on one line or in JSON.")
    }
    switch first {
    case UInt8(ascii: "{"):
      guard let answer = JSONObject(unambiguous: Array(content)) else {
        throw AccessTokenError(
          reason: "\(source) is not an unambiguous JSON object: it is cut off, has "
            + "a key twice, a key with an escape, or nests too deep.")
      }
      return try token(in: answer, source, now)
    case UInt8(ascii: "<"):
      throw AccessTokenError(reason: "\(source) is a web page instead of a token.")
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
    in answer: JSONObject, _ source: String, _ now: Timestamp
  ) throws(AccessTokenError) -> AccessToken {
    let found = shapes.filter { answer.value(under: $0.tokenKey) != nil }
    guard let shape = found.first else {
      let wanted = shapes.map(\.tokenKey)
      let missing =
        wanted.count == 1 ? "has no " + wanted[0] : "has none of " + wanted.joined(separator: ", ")
      let seen = answer.allNames.isEmpty ? "nothing" : UntrustedText.list(answer.allNames)
      throw AccessTokenError(
        reason: "\(source) \(missing); it has \(seen). Name the key of the token (--token-key).")
    }
    guard found.count == 1 else {
      let keys = found.map(\.tokenKey).joined(separator: " and ")
      throw AccessTokenError(
        reason: "\(source) has \(keys); name the key of the token (--token-key).")
    }
    guard let text = answer.value(under: shape.tokenKey)?.text else {
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
        try Self.time(answer.value(under: expiry.key), expiry, source, now)
      })
  }

  /// Checks that an answer without the expected expiry has no other, whose unit is unknown.
  private func checkNoOther(
    _ answer: JSONObject, _ expected: [Expiry], _ source: String
  ) throws(AccessTokenError) {
    if tokenKey != nil {
      guard let key = expected.first?.key else { return }
      throw AccessTokenError(
        reason: "\(source) has no \(key); it has \(UntrustedText.list(answer.allNames)).")
    }
    guard let other = Self.expiryKeys.first(where: { answer[$0] != nil }) else { return }
    throw AccessTokenError(
      reason: "\(source) has \(other), whose unit is not known; name the keys of the token and of "
        + "the expiry, and the unit.")
  }

  private static func time(
    _ value: JSONTree?, _ expiry: Expiry, _ source: String, _ now: Timestamp
  ) throws(AccessTokenError) -> Timestamp {
    guard let time = value.flatMap({ time($0, expiry.unit, now) }) else {
      let kind = expiry.unit == .rfc3339 ? "date of RFC 3339" : "number"
      throw AccessTokenError(reason: "\(source) holds no \(kind) under \(expiry.key).")
    }
    // A year of the last century or a distant one means that the unit is wrong.
    guard time.seconds >= 1_000_000_000, time < now + Limits.Token.longestExpiry else {
      throw AccessTokenError(
        reason: "\(source) has the expiry \(time) under \(expiry.key), read as "
          + "\(expiry.unit.phrase); name another unit.")
    }
    return time
  }

  private static func time(_ value: JSONTree, _ unit: ExpiryUnit, _ now: Timestamp) -> Timestamp? {
    if unit == .rfc3339 { return value.text.flatMap { Timestamp(rfc3339: $0) } }
    // Protocol buffers write large whole numbers as texts.
    let digits = value.text.flatMap { text in
      text.utf8.count <= 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Double(text) : nil
    }
    guard let number = value.number ?? digits, number.isFinite, number >= 0 else { return nil }
    // The caller rejects distant times; conversion must not overflow.
    let bounded = min(number, 9e14)
    return switch unit {
    case .secondsSince1970: Timestamp(secondsSince1970: min(bounded, 9e11))
    case .millisecondsSince1970: Timestamp(secondsSince1970: bounded / 1_000)
    case .secondsFromNow: now + .seconds(min(bounded, 9e11))
    case .millisecondsFromNow: now + .seconds(bounded / 1_000)
    case .rfc3339: nil
    }
  }

  private static func checked(
    _ bytes: ArraySlice<UInt8>, _ source: String
  ) throws(AccessTokenError) -> String {
    if let problem = TokenText.problem(bytes) {
      throw AccessTokenError(reason: "\(source) holds no token: \(problem).")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

enum TokenText {
  /// Returns why a text is not a token, as the end of a sentence; nil for a token.
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

extension JSONObject {
  /// Parses an object that all readers understand alike, without its nulls; nil for other text.
  init?(unambiguous bytes: [UInt8]) {
    var rules = JSONRules.unambiguous
    rules.isLenient = true
    guard let object = try? JSONTree(parsing: bytes, rules: rules).object else { return nil }
    self = object.withoutNulls
  }

  private var withoutNulls: JSONObject {
    JSONObject(
      members.compactMap { name, value in
        switch value {
        case .null: nil
        case .object(let object): (name, .object(object.withoutNulls))
        default: (name, value)
        }
      })
  }

  /// Returns the value under names separated by dots.
  func value(under key: String) -> JSONTree? {
    JSONTree.object(self).value(
      at: key.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// The names in the object and in its direct members, in order.
  var allNames: [String] {
    sorted.flatMap { name, value in
      [name] + (value.object?.sorted ?? []).map { name + "." + $0.name }
    }
  }
}
