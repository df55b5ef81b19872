internal import FleetEngine
internal import JSON
internal import JSONWebTokens

/// A token's header and claims, read as far as they can be.
struct TokenParts {
  /// The most characters of a text of the token's that are shown.
  static let shownCharacters = 120

  /// The token, where all that Fleet Engine reads is of its kind.
  let token: JSONWebToken?
  let header: Fields
  let claims: Fields
  let audience: [String]
  /// The texts of the claim `authorization`, clean.
  let authorization: [String: String]
  /// Why there is no token.
  let problems: [TokenInspection.Finding]

  /// Takes a token apart.
  ///
  /// - Parameter text: The token.
  /// - Throws: That it is none, and why; nothing of it is told.
  init(_ text: String) throws(AccessTokenError) {
    let count = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .count
    guard count == 3 else {
      throw AccessTokenError(
        reason: count == 5
          ? "This is an encrypted token of five parts; Fleet Engine takes signed ones, of three."
          : "This is no JSON web token: it has \(count) part\(count == 1 ? "" : "s") between dots "
            + "instead of 3. An OAuth access token, as gcloud prints it, says nothing of itself."
      )
    }
    let (header, claims): ([UInt8], [UInt8])
    do {
      (header, claims) = try JSONWebToken.parts(of: text)
    } catch {
      throw AccessTokenError(
        reason: "This is no JSON web token: \(error.description.prefix(1).lowercased())"
          + "\(error.description.dropFirst()) Its parts are base64url without = at their ends."
      )
    }
    guard let headerFields = Fields(header), let claimFields = Fields(claims) else {
      throw AccessTokenError(
        reason:
          "This is no JSON web token: its header or its claims are no JSON object that can be "
          + "read in one way only."
      )
    }
    self.header = headerFields
    self.claims = claimFields
    let token = try? JSONWebToken(parsing: text)
    self.token = token
    audience = token?.claims.audience ?? [claimFields.raw("aud")].compactMap { $0 }
    if case .object(let ids)? = claimFields.values["authorization"] {
      authorization = Fields(ids).texts
    } else {
      authorization = [:]
    }
    problems = token == nil ? Self.problems(headerFields, claimFields) : []
  }

  /// What is of another kind than it must be.
  private static func problems(_ header: Fields, _ claims: Fields) -> [TokenInspection.Finding] {
    var problems: [TokenInspection.Finding] = []
    func check(_ isRight: Bool, _ name: String, _ kind: String) {
      guard !isRight else { return }
      problems.append(.init(code: "malformed", message: "The token's \(name) has to be \(kind)."))
    }
    for name in ["alg", "typ", "kid"] { check(header.isText(name), name, "a text") }
    check(header.raw("alg") != nil, "header", "one with an alg")
    check(header.values["crit"] == nil, "header", "one without crit, which nobody understands")
    for name in ["iss", "sub"] { check(claims.isText(name), name, "a text") }
    for name in ["iat", "exp"] {
      check(claims.isNumber(name), name, "a number of seconds since 1970")
    }
    check(claims.isObject("authorization"), "authorization", "an object such as {\"tripid\": …}")
    if problems.isEmpty {
      problems.append(
        .init(
          code: "malformed",
          message: "A claim of the token is of another kind than it must be."
        )
      )
    }
    return problems
  }

  /// The fields of an object.
  struct Fields {
    let values: JSONObject

    init(_ values: JSONObject) {
      self.values = values
    }

    init?(_ bytes: [UInt8]) {
      guard let values = JSONObject(unambiguous: bytes) else { return nil }
      self.values = values
    }

    /// The text of a field as it came, untrusted.
    func raw(_ name: String) -> String? {
      guard case .text(let text)? = values[name] else { return nil }
      return text
    }

    /// The text of a field, clean and short.
    func text(_ name: String) -> String? {
      raw(name).map { ForeignText.visible($0, limit: TokenParts.shownCharacters) }
    }

    /// The whole part of a number.
    func whole(_ name: String) -> Int64? {
      guard case .number(let number)? = values[name] else { return nil }
      return Int64(exactly: number.rounded(.down))
    }

    /// All texts, clean and short, by clean names.
    var texts: [String: String] {
      var texts: [String: String] = [:]
      for (name, value) in values {
        guard case .text(let text) = value else { continue }
        let limit = TokenParts.shownCharacters
        texts[ForeignText.visible(name, limit: 40)] = ForeignText.visible(text, limit: limit)
      }
      return texts
    }

    /// The clean names of other fields than some, in order.
    func names(beside known: Set<String>) -> [String] {
      values.names.filter { !known.contains($0) }.sorted().prefix(16)
        .map { ForeignText.visible($0, limit: 40) }
    }

    func isText(_ name: String) -> Bool { values[name] == nil || raw(name) != nil }

    func isNumber(_ name: String) -> Bool { values[name] == nil || whole(name) != nil }

    func isObject(_ name: String) -> Bool {
      guard let value = values[name] else { return true }
      if case .object = value { return true }
      return false
    }
  }
}
