internal import JSON
internal import TrustLimits

/// An RSA private key that signs tokens; printing and reflection hide it.
public struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: RSAKey

  private init(_ key: RSAKey) { self.key = key }

  /// Reads a PKCS#8 key in PEM without a passphrase, at most 64 KiB.
  public init(pem: String) throws(JSONWebTokenError) {
    self.key = try RSAKey.read(pem: pem, isPrivate: true)
  }

  /// Generates a key, which takes about 0.1 s; `bits` is an even number from 2048 to 8192.
  public static func generate(bits: Int = 2_048) throws(JSONWebTokenError) -> SigningKey {
    SigningKey(try RSAKey.generate(bits: bits))
  }

  /// The key that verifies this key's signatures.
  public var publicKey: VerificationKey {
    get throws(JSONWebTokenError) {
      // Reading it back from PEM ensures that it lacks the private half.
      try VerificationKey(pem: key.pem(isPrivate: false))
    }
  }

  /// The secret key as PKCS#8 in PEM.
  public var pem: String { get throws(JSONWebTokenError) { try key.pem(isPrivate: true) } }

  /// Creates a token with RS256; `keyID` identifies the key to the verifier.
  public func sign(
    _ claims: TokenClaims,
    keyID: String? = nil
  ) throws(JSONWebTokenError) -> String {
    let header = JSONWebToken.Header(algorithm: "RS256", type: "JWT", keyID: keyID)
    let input: String
    do {
      let parts = [try JSONCoding.encode(header), try JSONCoding.encode(claims)]
      input = parts.map { Base64URL.encode($0) }.joined(separator: ".")
    } catch { throw .signingFailed }
    let token = input + "." + Base64URL.encode(try key.sign(Array(input.utf8)))
    guard token.utf8.count <= JSONWebToken.maximumBytes else { throw .tooLarge }
    return token
  }

  /// The key's type and size.
  public var description: String { "SigningKey(RSA, \(key.bits) bits)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An RSA public key that verifies tokens.
public struct VerificationKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: RSAKey

  /// Reads a SubjectPublicKeyInfo in PEM, at most 64 KiB.
  public init(pem: String) throws(JSONWebTokenError) {
    self.key = try RSAKey.read(pem: pem, isPrivate: false)
  }

  /// The key as SubjectPublicKeyInfo in PEM.
  public var pem: String { get throws(JSONWebTokenError) { try key.pem(isPrivate: false) } }

  func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    key.isSignature(signature, of: message)
  }

  /// The key's type and size.
  public var description: String { "VerificationKey(RSA, \(key.bits) bits)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
