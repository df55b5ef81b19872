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
  let malformed: [MalformedField]

  /// Parses a token; throws if it is not a JWT, with an error that never contains the token.
  init(_ text: String) throws(AccessTokenError) {
    let content: TokenContent
    do {
      content = try TokenContent(parsing: text)
    } catch .form(.parts(let count)) where count < 3 {
      throw AccessTokenError(
        reason: "This is not a JSON web token. \(JSONWebTokenError.form(.parts(count))) An OAuth "
          + "access token, as gcloud prints it, cannot be inspected.")
    } catch { throw AccessTokenError(reason: "This is not a JSON web token. \(error)") }
    (header, claims) = (content.header, content.claims)
    malformed = content.malformed
    token = try? JSONWebToken(content)
    let audience = token?.claims.audience ?? [claims["aud"]?.text].compactMap(\.self)
    self.audience = audience.map { UntrustedText.visible($0, limit: JSONTree.shownCharacters) }
    let ids = (claims["authorization"]?.object ?? JSONObject()).compactMap { name, value in
      value.shownText.map { (UntrustedText.visible(name, limit: 40), $0) }
    }
    authorization = Dictionary(ids) { _, last in last }
  }
}

extension JSONTree {
  static let shownCharacters = 120

  var shownText: String? { text.map { UntrustedText.visible($0, limit: Self.shownCharacters) } }
}
