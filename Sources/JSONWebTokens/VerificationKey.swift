/// An RSA public key that verifies tokens.
public struct VerificationKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let key: RSAKey

  /// Reads a public key.
  ///
  /// - Parameter pem: The SubjectPublicKeyInfo in PEM, at most 64 KiB.
  /// - Throws: What is wrong with the key.
  public init(pem: String) throws(JSONWebTokenError) {
    self.key = try RSAKey.read(pem: pem, isPrivate: false)
  }

  /// The key as SubjectPublicKeyInfo in PEM.
  ///
  /// - Throws: That the key could not be written.
  public var pem: String {
    get throws(JSONWebTokenError) { try key.pem(isPrivate: false) }
  }

  /// Whether a signature of RS256 is the key's over a message.
  func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    key.isSignature(signature, of: message)
  }

  /// The key's kind and size.
  public var description: String { "VerificationKey(RSA, \(key.bits) bits)" }

  /// The key's kind and size.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
