/// A parameter of the query that all of Google's services have.
///
/// See docs/protocol.md, "System parameters".
enum SystemParameter: String, Sendable {
  case alt, callback, fields, key, prettyPrint, quotaUser, uploadType, userProject
  case accessToken = "access_token"
  case errorFormat = "$.xgafv"
  case oauthToken = "oauth_token"
  case uploadProtocol = "upload_protocol"

  /// Finds the parameter with a name, which may have a dollar sign before it.
  init?(name: String) {
    let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
    guard let known = Self(rawValue: name) ?? Self(rawValue: plain) else { return nil }
    self = known
  }

  /// Whether the value authenticates the caller, as the header `Authorization` does.
  var isToken: Bool { self == .accessToken || self == .oauthToken }

  /// Whether a log may contain the value.
  var isLogged: Bool {
    switch self {
    case .accessToken, .key, .oauthToken, .quotaUser, .userProject: false
    case .alt, .callback, .errorFormat, .fields, .prettyPrint, .uploadProtocol, .uploadType: true
    }
  }
}
