/// A token that authorizes calls, and how long it does.
///
/// The token's text appears in no description.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text that goes into the `Authorization` header.
  public let value: String
  /// When it stops being valid; nil where that is not known.
  public let expiresAt: Timestamp?

  /// Creates a token.
  public init(_ value: String, expiresAt: Timestamp?) {
    self.value = value
    self.expiresAt = expiresAt
  }

  /// That there is a token, and its expiry.
  public var description: String {
    "an access token" + (expiresAt.map { " until \($0)" } ?? "")
  }

  /// A mirror without the token's text.
  public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt as Any]) }
}
