package import JSON
internal import TrustLimits

/// A token split into its parts, whose fields may have values of the wrong type.
package struct TokenContent: Sendable {
  package let header: JSONObject
  package let claims: JSONObject
  /// The fields that Fleet Engine reads and whose values have the wrong type.
  package let malformed: [MalformedField]
  let signedText: [UInt8]
  let signature: [UInt8]

  /// Parses a token of at most 64 KiB; the error describes the form of another text.
  package init(parsing text: String) throws(JSONWebTokenError) {
    guard text.utf8.count <= JSONWebToken.maximumBytes else { throw .tooLarge }
    let bytes = Array(text.utf8)
    if let problem = JSONWebTokenError.Form(around: bytes) { throw .form(problem) }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .form(.parts(parts.count)) }
    let header = try Self.decode(parts[0], .header)
    let claims = try Self.decode(parts[1], .claims)
    signature = try Self.decode(parts[2], .signature)
    signedText = Array(bytes[..<parts[1].endIndex])
    self.header = try Self.object(header, .header)
    self.claims = try Self.object(claims, .claims)
    malformed = MalformedField.all(header: self.header, claims: self.claims)
  }

  private static func decode(
    _ digits: ArraySlice<UInt8>, _ part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> [UInt8] {
    if let bytes = Base64URL.decode(digits) { return bytes }
    throw .form(digits.last == UInt8(ascii: "=") ? .padded(part) : .encoding(part))
  }

  private static func object(
    _ bytes: [UInt8], _ part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> JSONObject {
    guard let object = try? JSONTree(parsing: bytes, rules: .unambiguous).object else {
      throw .malformed(part)
    }
    return object
  }
}

extension JSONWebTokenError.Form {
  /// Finds what surrounds a token; nil if nothing does.
  fileprivate init?(around text: [UInt8]) {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let word = text.prefix { !isSpace($0) }
    if word.count < text.count, String(decoding: word, as: UTF8.self).lowercased() == "bearer" {
      self = .bearer
    } else if let first = text.first, "\"'`".utf8.contains(first) {
      self = .quoted
    } else if word.count < text.count {
      self = .spaces
    } else {
      return nil
    }
  }
}

/// A field of a token with a value of the wrong type; it contains nothing of the value.
public struct MalformedField: Sendable, Hashable, CustomStringConvertible {
  /// The field's name, such as `exp` or `authorization.tripid`.
  public let name: String
  private let rule: String

  /// The rule as one sentence.
  public var description: String { "The token's \(name) has to be \(rule)." }

  /// Finds the fields of a token that Fleet Engine reads and whose values have the wrong type.
  static func all(header: JSONObject, claims: JSONObject) -> [MalformedField] {
    var fields: [MalformedField] = []
    func check(
      _ name: String, _ value: JSONTree?, _ wanted: String,
      _ isValid: (JSONTree) -> Bool = { $0.text != nil }
    ) {
      guard let value, value != .null, !isValid(value) else { return }
      let found = value.kind.map { ", not \($0)" } ?? ""
      fields.append(MalformedField(name: name, rule: wanted + found))
    }
    for name in ["alg", "typ", "kid"] { check(name, header[name], "a text") }
    // It lists required extensions; this implementation supports none.
    if header["crit"] != nil { fields.append(MalformedField(name: "crit", rule: "left out")) }
    for name in ["iss", "sub"] { check(name, claims[name], "a text") }
    check("aud", claims["aud"], "a text or a list of texts") { value in
      value.text != nil || value.list?.allSatisfy { $0.text != nil } == true
    }
    for name in ["iat", "exp"] {
      check(name, claims[name], "a number of seconds since 1970") { $0.whole != nil }
    }
    check("scope", claims["scope"], "a text of scopes with spaces between them")
    let authorization = claims["authorization"]
    check("authorization", authorization, "an object such as {\"tripid\": \"ID\"}") {
      $0.object != nil
    }
    for kind in TokenResource.Kind.allCases {
      check("authorization.\(kind.claim)", authorization?[kind.claim], "a text")
    }
    return fields
  }
}

extension JSONTree {
  /// The whole seconds of a time of RFC 7519; nil for another value or a time out of range.
  package var whole: Int64? {
    if case .integer(let integer) = self { return integer }
    return number.flatMap { Int64(exactly: $0.rounded(.down)) }
  }

  /// The kind of value in words; nil for a number, which may only be out of range.
  fileprivate var kind: String? {
    switch self {
    case .null, .number, .integer: nil
    case .flag: "a truth value"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
