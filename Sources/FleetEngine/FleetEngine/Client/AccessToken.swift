/// A token that authorizes calls, and its expiry.
///
/// Neither printing nor reflection shows the token's text.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text for the `Authorization` header.
  public let value: String
  /// When the token expires; nil if that is not known.
  public let expiresAt: Timestamp?
  /// The e-mail address of the account that signed the token, according to the token.
  ///
  /// Untrusted and at most 256 characters; nil if not known. Equality ignores it.
  public let account: String?

  /// Creates a token; `account` is cut to 256 characters.
  public init(_ value: String, expiresAt: Timestamp?, account: String? = nil) {
    self.value = value
    self.expiresAt = expiresAt
    self.account = account.map { String($0.unicodeScalars.prefix(256)) }
  }

  /// Compares the texts and expiries.
  public static func == (one: AccessToken, other: AccessToken) -> Bool {
    one.value == other.value && one.expiresAt == other.expiresAt
  }

  /// Hashes the text and the expiry.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(expiresAt)
  }

  /// A description that shows only the expiry.
  public var description: String { "an access token" + (expiresAt.map { " until \($0)" } ?? "") }

  /// A mirror without the token's text.
  public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt as Any]) }
}
