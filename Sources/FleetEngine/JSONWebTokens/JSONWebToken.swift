internal import JSON
internal import TrustLimits

/// A parsed JSON Web Token (RFC 7519), whose signature is checked on demand.
///
/// Printing and reflection hide the signature, so the output is not a usable token.
public struct JSONWebToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The header of a token.
  public struct Header: Sendable, Hashable, Encodable {
    /// The signature's algorithm, untrusted; empty if the header names none.
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
    try self.init(TokenContent(parsing: text))
  }

  /// Reads the fields of a token; throws if one has a value of the wrong type.
  package init(_ content: TokenContent) throws(JSONWebTokenError) {
    guard content.malformed.isEmpty else { throw .fields(content.malformed) }
    header = Header(
      algorithm: content.header["alg"]?.text ?? "", type: content.header["typ"]?.text,
      keyID: content.header["kid"]?.text)
    claims = TokenClaims(content.claims)
    signedText = content.signedText
    signature = content.signature
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
    _ token: String, with key: VerificationKey
  ) throws(JSONWebTokenError) -> JSONWebToken {
    let parsed = try JSONWebToken(parsing: token)
    try parsed.verify(with: key)
    return parsed
  }

  /// The header and claims.
  public var description: String { "JSONWebToken(header: \(header), claims: \(claims))" }

  /// A mirror of the header and claims.
  public var customMirror: Mirror { Mirror(self, children: ["header": header, "claims": claims]) }
}
