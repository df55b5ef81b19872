internal import JSON
import TrustLimits

/// A token taken apart: its header and claims, and whether its signature holds on demand.
///
/// Printing and reflection show no signature, so that what is printed is not a token.
public struct JSONWebToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// How a token is signed.
  public struct Header: Sendable, Hashable, Codable {
    /// The algorithm's name, untrusted.
    public let algorithm: String
    /// The token's type, `JWT` where it is given.
    public let type: String?
    /// The name under which the verifier knows the key.
    public let keyID: String?

    private enum CodingKeys: String, CodingKey {
      case algorithm = "alg"
      case type = "typ"
      case keyID = "kid"
    }
  }

  /// How the token says it is signed.
  public let header: Header
  /// What the token says, not to be believed before it is verified.
  public let claims: TokenClaims

  static let maximumBytes = Limits.Token.bytes

  private let signedText: [UInt8]
  private let signature: [UInt8]

  /// Takes a token apart without verifying it.
  ///
  /// - Parameter text: The token, at most 64 KiB.
  /// - Throws: That the token is too large or which part of it is malformed.
  public init(parsing text: String) throws(JSONWebTokenError) {
    let (header, claims, signature, signedBytes) = try Self.split(text)
    let headerObject = try Self.object(header, .header)
    // It names extensions that a reader has to understand; this one understands none.
    guard headerObject["crit"] == nil else { throw .malformed(.header) }
    self.header = try Self.decode(headerObject, .header)
    self.claims = try Self.decode(try Self.object(claims, .claims), .claims)
    self.signedText = Array(text.utf8.prefix(signedBytes))
    self.signature = signature
  }

  private static func object(
    _ bytes: [UInt8],
    _ part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> JSONObject {
    guard let object = try? JSONTree(parsing: bytes, rules: .unambiguous).object else {
      throw .malformed(part)
    }
    return object
  }

  private static func decode<Value: Decodable>(
    _ object: JSONObject,
    _ part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> Value {
    do {
      return try JSONTree.object(object).decoded()
    } catch {
      throw .malformed(part)
    }
  }

  /// The JSON of a token's header and claims, whatever it holds.
  ///
  /// - Parameter text: The token, at most 64 KiB.
  /// - Returns: The two parts, decoded.
  /// - Throws: That the token is too large or which part of it is no base64url.
  package static func parts(
    of text: String
  ) throws(JSONWebTokenError) -> (header: [UInt8], claims: [UInt8]) {
    let (header, claims, _, _) = try split(text)
    return (header, claims)
  }

  /// The decoded parts, and how many bytes of the text are signed.
  private static func split(
    _ text: String
  ) throws(JSONWebTokenError) -> (
    header: [UInt8], claims: [UInt8], signature: [UInt8], signedBytes: Int
  ) {
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLarge }
    let bytes = Array(text.utf8)
    let parts = bytes.split(
      separator: UInt8(ascii: "."),
      maxSplits: 3,
      omittingEmptySubsequences: false
    )
    guard parts.count == 3 else { throw .malformed(.token) }
    guard let header = Base64URL.decode(parts[0]) else { throw .malformed(.header) }
    guard let claims = Base64URL.decode(parts[1]) else { throw .malformed(.claims) }
    guard let signature = Base64URL.decode(parts[2]) else { throw .malformed(.signature) }
    return (header, claims, signature, parts[1].endIndex)
  }

  /// Verifies the signature by RS256 and nothing else.
  ///
  /// - Throws: That the token is signed otherwise or by another key.
  public func verify(with key: VerificationKey) throws(JSONWebTokenError) {
    guard header.algorithm == "RS256" else { throw .unsupported(header.algorithm) }
    guard key.isSignature(signature, of: signedText) else { throw .badSignature }
  }

  /// Takes a token apart and verifies its signature by RS256 and nothing else.
  ///
  /// - Parameters:
  ///   - token: The token's text, at most 64 KiB.
  ///   - key: The key of the token's issuer.
  /// - Returns: The token.
  /// - Throws: Which check failed.
  public static func verify(
    _ token: String,
    with key: VerificationKey
  ) throws(JSONWebTokenError) -> JSONWebToken {
    let parsed = try JSONWebToken(parsing: token)
    try parsed.verify(with: key)
    return parsed
  }

  /// The header and claims.
  public var description: String {
    "JSONWebToken(header: \(header), claims: \(claims))"
  }

  /// A mirror of the header and claims.
  public var customMirror: Mirror {
    Mirror(self, children: ["header": header, "claims": claims])
  }
}
