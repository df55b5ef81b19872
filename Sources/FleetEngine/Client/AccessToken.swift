/// A token that authorizes calls, and how long it does.
///
/// The token's text appears in no description.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text that goes into the `Authorization` header.
  public let value: String
  /// When it stops being valid; nil where that is not known.
  public let expiresAt: Timestamp?
  /// The e-mail address of the account that signed it, as the token says.
  ///
  /// Untrusted and at most 256 characters; nil where it is not known. It does not count for equality.
  public let account: String?

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - value: The text that goes into the `Authorization` header.
  ///   - expiresAt: When it stops being valid; nil where that is not known.
  ///   - account: The account that signed it, cut to 256 characters.
  public init(_ value: String, expiresAt: Timestamp?, account: String? = nil) {
    self.value = value
    self.expiresAt = expiresAt
    self.account = account.map { String($0.unicodeScalars.prefix(256)) }
  }

  /// Whether two tokens have the same text and expiry.
  public static func == (one: AccessToken, other: AccessToken) -> Bool {
    one.value == other.value && one.expiresAt == other.expiresAt
  }

  /// Hashes the text and the expiry.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(expiresAt)
  }

  /// That there is a token, and its expiry.
  public var description: String {
    "an access token" + (expiresAt.map { " until \($0)" } ?? "")
  }

  /// A mirror without the token's text.
  public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt as Any]) }
}
