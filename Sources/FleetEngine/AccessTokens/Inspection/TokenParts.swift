internal import FleetEngine
internal import JSON
internal import JSONWebTokens

/// A token's header and claims, as far as they are readable.
struct TokenParts {
  /// The token; nil if a field that Fleet Engine reads has the wrong type.
  let token: JSONWebToken?
  let header: JSONObject
  let claims: JSONObject
  /// The claim `aud`, cleaned.
  let audience: [String]
  /// The texts in the claim `authorization`, cleaned.
  let authorization: [String: String]
  /// Why `token` is nil.
  let problems: [TokenInspection.Finding]

  /// Parses a token; throws if it is not a JWT, with an error that never contains the token.
  init(_ text: String) throws(AccessTokenError) {
    let count = text.utf8.count { $0 == UInt8(ascii: ".") } + 1
    guard count == 3 else {
      throw AccessTokenError(
        reason: count == 5
          ? "This is an encrypted token of five parts; Fleet Engine accepts signed ones, of three."
          : "This is not a JSON web token: it has \(count) part\(count == 1 ? "" : "s") between dots "
            + "instead of 3. An OAuth access token, as gcloud prints it, cannot be inspected."
      )
    }
    let (headerBytes, claimsBytes): ([UInt8], [UInt8])
    do {
      (headerBytes, claimsBytes) = try JSONWebToken.parts(of: text)
    } catch {
      throw AccessTokenError(
        reason: "This is not a JSON web token: \(error.description.prefix(1).lowercased())"
          + "\(error.description.dropFirst()) Its parts are base64url without = at their ends."
      )
    }
    guard let header = JSONObject(unambiguous: headerBytes),
      let claims = JSONObject(unambiguous: claimsBytes)
    else {
      throw AccessTokenError(
        reason: "This is not a JSON web token: its header or its claims are not a JSON object that "
          + "can be read in one way only."
      )
    }
    self.header = header
    self.claims = claims
    token = try? JSONWebToken(parsing: text)
    let audience = token?.claims.audience ?? [claims["aud"]?.text].compactMap(\.self)
    self.audience = audience.map { UntrustedText.visible($0, limit: JSONTree.shownCharacters) }
    let ids = (claims["authorization"]?.object ?? JSONObject()).compactMap { name, value in
      value.shownText.map { (UntrustedText.visible(name, limit: 40), $0) }
    }
    authorization = Dictionary(ids) { _, last in last }
    problems = token == nil ? Self.problems(header, claims) : []
  }

  private static func problems(
    _ header: JSONObject,
    _ claims: JSONObject
  ) -> [TokenInspection.Finding] {
    var problems: [TokenInspection.Finding] = []
    func check(_ isValid: Bool, _ name: String, _ type: String) {
      guard !isValid else { return }
      problems.append(.init("malformed", "The token's \(name) has to be \(type)."))
    }
    func checkText(_ object: JSONObject, _ name: String) {
      check(object[name].map { $0.text != nil } ?? true, name, "a text")
    }
    for name in ["alg", "typ", "kid"] { checkText(header, name) }
    check(header["alg"]?.text != nil, "header", "one with an alg")
    check(header["crit"] == nil, "header", "one without crit, which is not supported")
    for name in ["iss", "sub", "scope"] { checkText(claims, name) }
    for name in ["iat", "exp"] {
      let isNumber = claims[name].map { $0.whole != nil } ?? true
      check(isNumber, name, "a number of seconds since 1970")
    }
    let isObject = claims["authorization"].map { $0.object != nil } ?? true
    check(isObject, "authorization", "an object such as {\"tripid\": …}")
    if problems.isEmpty {
      problems.append(.init("malformed", "A claim of the token has the wrong type."))
    }
    return problems
  }
}

extension JSONTree {
  static let shownCharacters = 120

  var shownText: String? { text.map { UntrustedText.visible($0, limit: Self.shownCharacters) } }

  var whole: Int64? { number.flatMap { Int64(exactly: $0.rounded(.down)) } }
}
