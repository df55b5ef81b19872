internal import CCrypto
internal import FleetEngine
internal import TrustLimits

/// The secret by which an emulator recognizes the access tokens that its token endpoint issued.
///
/// A token holds its grant and a code of authentication (HMAC with SHA-256), so that no list of
/// tokens has to be kept. Printing and reflection hide the secret.
public struct AccessTokenKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The rights of an access token.
  struct Grant: Sendable, Hashable {
    let role: ServiceRole
    /// Whether its scopes cover Fleet Engine.
    let coversFleetEngine: Bool
    let expiresAt: Timestamp
  }

  /// The start of Google's access tokens, by which the program and logs know a secret.
  static let prefix = "ya29."

  private static let codeBytes = 32
  private static let randomBytes = 16
  private let secret: [UInt8]

  /// Creates a random key.
  public init() { secret = Self.random(Self.codeBytes) }

  /// Derives a key from a secret text; the same text gives the same key.
  init(of text: String) { secret = Self.code(of: Array(text.utf8), by: Array("access".utf8)) }

  /// Issues a token, which differs from all others.
  func token(for grant: Grant) -> String {
    let role = ServiceRole.allCases.firstIndex(of: grant.role) ?? 0
    let seconds = (0..<8).map {
      UInt8(truncatingIfNeeded: grant.expiresAt.seconds >> (56 - 8 * $0))
    }
    let content =
      [UInt8(role), grant.coversFleetEngine ? 1 : 0] + seconds + Self.random(Self.randomBytes)
    return Self.prefix + Base64URL.encode(content + Self.code(of: content, by: secret))
  }

  /// Returns the grant of a token that was issued with this key; nil for any other text.
  func grant(of token: String) -> Grant? {
    guard token.hasPrefix(Self.prefix), token.utf8.count < 200,
      let bytes = Base64URL.decode(Array(token.utf8.dropFirst(Self.prefix.utf8.count))[...]),
      bytes.count == 10 + Self.randomBytes + Self.codeBytes
    else { return nil }
    let content = Array(bytes.dropLast(Self.codeBytes))
    let (given, right) = (bytes.suffix(Self.codeBytes), Self.code(of: content, by: secret))
    // In constant time, so that a code cannot be guessed byte by byte.
    guard zip(given, right).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0,
      ServiceRole.allCases.indices.contains(Int(content[0]))
    else { return nil }
    return Grant(
      role: ServiceRole.allCases[Int(content[0])], coversFleetEngine: content[1] == 1,
      expiresAt: Timestamp(seconds: content[2..<10].reduce(0) { $0 << 8 | Int64($1) }))
  }

  private static func random(_ count: Int) -> [UInt8] {
    // The system's generator is a secure one.
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }

  private static func code(of text: [UInt8], by key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: codeBytes)
    // Without memory it fails and leaves a code that no token has: nothing is accepted.
    guard unsafe ridealong_hmac(key, key.count, text, text.count, &code) == 1 else {
      return random(codeBytes)
    }
    return code
  }

  /// A constant text.
  public var description: String { "AccessTokenKey" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
