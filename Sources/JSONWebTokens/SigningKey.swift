internal import JSON
internal import TrustLimits

/// An RSA private key that signs tokens.
///
/// Neither printing nor reflection shows the key.
public struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let key: RSAKey

  private init(_ key: RSAKey) {
    self.key = key
  }

  /// Reads a key without a passphrase, as in a Google service-account file.
  ///
  /// - Parameter pem: The PKCS#8 key in PEM, at most 64 KiB.
  /// - Throws: What is wrong with the key.
  public init(pem: String) throws(JSONWebTokenError) {
    self.key = try RSAKey.read(pem: pem, isPrivate: true)
  }

  /// Makes a new key, which takes about 0.1 s of a core and at times three times as long.
  ///
  /// - Parameter bits: The size of the modulus, an even number from 2048 to 8192.
  /// - Returns: The key.
  /// - Throws: That a key of that size cannot be made.
  public static func generate(bits: Int = 2_048) throws(JSONWebTokenError) -> SigningKey {
    SigningKey(try RSAKey.generate(bits: bits))
  }

  /// The key that verifies what this one signs.
  ///
  /// - Throws: That the public half could not be taken.
  public var publicKey: VerificationKey {
    get throws(JSONWebTokenError) {
      // Read back from its own PEM, so that a verification key never holds the private half.
      try VerificationKey(pem: key.pem(isPrivate: false))
    }
  }

  /// The private key as PKCS#8 in PEM, to be kept as a secret.
  ///
  /// - Throws: That the key could not be written.
  public var pem: String {
    get throws(JSONWebTokenError) { try key.pem(isPrivate: true) }
  }

  /// Makes a token of claims, signed by RS256.
  ///
  /// - Parameters:
  ///   - claims: The claims of the token.
  ///   - keyID: The name under which the verifier knows the key, if it has one.
  /// - Returns: The token's text.
  /// - Throws: That the token is too large or could not be signed.
  public func sign(
    _ claims: TokenClaims,
    keyID: String? = nil
  ) throws(JSONWebTokenError) -> String {
    let header = JSONWebToken.Header(algorithm: "RS256", type: "JWT", keyID: keyID)
    let input: String
    do {
      let parts = [try JSONCoding.encode(header), try JSONCoding.encode(claims)]
      input = parts.map { Base64URL.encode($0) }.joined(separator: ".")
    } catch {
      throw .signingFailed
    }
    let token = input + "." + Base64URL.encode(try key.sign(Array(input.utf8)))
    guard token.utf8.count <= JSONWebToken.maximumBytes else { throw .tooLarge }
    return token
  }

  /// The key's kind and size.
  public var description: String { "SigningKey(RSA, \(key.bits) bits)" }

  /// The key's kind and size.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
