internal import JSON
import TrustLimits

/// A parsed JSON Web Token (RFC 7519), whose signature is checked on demand.
///
/// Printing and reflection hide the signature, so the output is not a usable token.
public struct JSONWebToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The header of a token.
  public struct Header: Sendable, Hashable, Codable {
    /// The signature's algorithm, untrusted.
    public let algorithm: String
    /// The token's type, usually `JWT`.
    public let type: String?
    /// The signing key's ID.
    public let keyID: String?

    private enum CodingKeys: String, CodingKey {
      case algorithm = "alg"
      case type = "typ"
      case keyID = "kid"
    }
  }

  /// The header.
  public let header: Header
  /// The claims, untrusted until the signature is verified.
  public let claims: TokenClaims

  static let maximumBytes = Limits.Token.bytes

  private let signedText: [UInt8]
  private let signature: [UInt8]

  /// Parses a token of at most 64 KiB without verifying it.
  public init(parsing text: String) throws(JSONWebTokenError) {
    let (header, claims, signature, signedBytes) = try Self.split(text)
    self.header = try Self.decode(header, .header)
    self.claims = try Self.decode(claims, .claims)
    self.signedText = Array(text.utf8.prefix(signedBytes))
    self.signature = signature
  }

  private static func decode<Value: Decodable>(
    _ bytes: [UInt8],
    _ part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> Value {
    do {
      let tree = try JSONTree(parsing: bytes, rules: .unambiguous)
      // `crit` lists required extensions; this implementation supports none.
      guard let object = tree.object, part != .header || object["crit"] == nil else {
        throw JSONWebTokenError.malformed(part)
      }
      return try tree.decoded()
    } catch {
      throw .malformed(part)
    }
  }

  /// Decodes the base64url of a token's header and claims without reading their JSON.
  package static func parts(
    of text: String
  ) throws(JSONWebTokenError) -> (header: [UInt8], claims: [UInt8]) {
    let (header, claims, _, _) = try split(text)
    return (header, claims)
  }

  /// Decodes the parts and counts the signed bytes of the text.
  private static func split(
    _ text: String
  ) throws(JSONWebTokenError) -> (
    header: [UInt8], claims: [UInt8], signature: [UInt8], signedBytes: Int
  ) {
    guard text.utf8.count <= maximumBytes else { throw .tooLarge }
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

  /// Verifies the signature; throws unless it is the key's, with RS256.
  public func verify(with key: VerificationKey) throws(JSONWebTokenError) {
    guard header.algorithm == "RS256" else {
      throw .unsupportedAlgorithm(JSONWebTokenError.cleanAlgorithm(header.algorithm))
    }
    guard key.isSignature(signature, of: signedText) else { throw .badSignature }
  }

  /// Parses a token of at most 64 KiB and verifies its signature with RS256.
  public static func verify(
    _ token: String,
    with key: VerificationKey
  ) throws(JSONWebTokenError) -> JSONWebToken {
    let parsed = try JSONWebToken(parsing: token)
    try parsed.verify(with: key)
    return parsed
  }

  /// The header and claims.
  public var description: String { "JSONWebToken(header: \(header), claims: \(claims))" }

  /// A mirror of the header and claims.
  public var customMirror: Mirror {
    Mirror(self, children: ["header": header, "claims": claims])
  }
}
