/// Where in an answer the token and its expiry stand, and in what unit.
///
/// Keys and units are told or known, never guessed: samples and servers disagree about them.
/// Source: contract 3.5.
public struct TokenAnswerFormat: Sendable, Hashable {
  /// What an expiry is counted in.
  public enum ExpiryUnit: String, Sendable, Hashable, CaseIterable {
    /// Seconds since 1970.
    case secondsSince1970 = "epoch-s"
    /// Milliseconds since 1970.
    case millisecondsSince1970 = "epoch-ms"
    /// Seconds from when the answer came.
    case secondsFromNow = "in-s"
    /// Milliseconds from when the answer came.
    case millisecondsFromNow = "in-ms"
    /// Date and time as RFC 3339 writes them.
    case rfc3339
  }

  /// Where an expiry stands.
  public struct Expiry: Sendable, Hashable {
    /// Its key; a dot leads into an object.
    public let key: String
    /// What it is counted in.
    public let unit: ExpiryUnit

    /// Creates the place of an expiry.
    ///
    /// - Parameters:
    ///   - key: Its key; a dot leads into an object.
    ///   - unit: What it is counted in.
    public init(key: String, unit: ExpiryUnit) {
      self.key = key
      self.unit = unit
    }
  }

  /// The key of the token, a dot leading into an object; nil for any of the well-known answers.
  public let tokenKey: String?
  /// Where the expiry stands; nil where the answer has none to read.
  public let expiry: Expiry?

  /// The answers that are known by their keys, and a line that is a token.
  ///
  /// They are: the provider sample's `jwt` with `expirationTimestamp` in milliseconds since 1970;
  /// `token` or `access_token` with `expires_in` in seconds from now; `token` with
  /// `expiresInSeconds`; and Kubernetes' ExecCredential, `status.token` with
  /// `status.expirationTimestamp` as RFC 3339 writes it.
  public static let wellKnown = TokenAnswerFormat()

  private init() {
    tokenKey = nil
    expiry = nil
  }

  /// Creates a format of named keys, which a line that is a token does not have.
  ///
  /// - Parameters:
  ///   - tokenKey: The key of the token; a dot leads into an object.
  ///   - expiry: Where the expiry stands; nil where the answer has none to read. A token in the form
  ///     of a JSON web token tells its own.
  public init(tokenKey: String, expiry: Expiry? = nil) {
    self.tokenKey = tokenKey
    self.expiry = expiry
  }

  /// The shapes that an answer may have, by the key of the token.
  var shapes: [(tokenKey: String, expiries: [Expiry])] {
    if let tokenKey { return [(tokenKey, expiry.map { [$0] } ?? [])] }
    let seconds = Expiry(key: "expires_in", unit: .secondsFromNow)
    return [
      ("jwt", [Expiry(key: "expirationTimestamp", unit: .millisecondsSince1970)]),
      ("token", [seconds, Expiry(key: "expiresInSeconds", unit: .secondsFromNow)]),
      ("access_token", [seconds]),
      ("status.token", [Expiry(key: "status.expirationTimestamp", unit: .rfc3339)]),
    ]
  }

  /// Keys that hold an expiry in some answers, in a unit that nothing but their sender knows.
  static let expiryKeys = [
    "expirationTimestamp", "expires_in", "expiresInSeconds", "expiresIn", "expires_at",
    "expiresAt", "expiry", "exp",
  ]
}
