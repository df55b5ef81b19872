/// Why a token or a key is not accepted; it contains nothing of either but the algorithm.
public enum JSONWebTokenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A part of a token.
  public enum Part: String, Sendable, Hashable {
    /// The division into three parts.
    case token
    /// The first part.
    case header
    /// The second part.
    case claims
    /// The third part.
    case signature
  }

  /// The problem of a key.
  public enum KeyProblem: Sendable, Hashable {
    /// It is not a readable PEM key, or it needs a passphrase.
    case unreadable
    /// It is not an RSA key.
    case notRSA
    /// Its modulus has fewer than 2048 or more than 8192 bits.
    case size(bits: Int)
    /// It could not be made or written.
    case unavailable
  }

  /// The token or key is too large.
  case tooLarge
  /// A part of the token is malformed.
  case malformed(Part)
  /// The token is signed with another algorithm than RS256; the name is cleaned.
  case unsupportedAlgorithm(String)
  /// The signature does not match the key and the token.
  case badSignature
  /// The key cannot be used.
  case badKey(KeyProblem)
  /// The token could not be signed.
  case signingFailed

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .tooLarge: "The token or key is too large."
    case .malformed(let part):
      "The token's \(part == .token ? "form" : part.rawValue) is malformed."
    case .unsupportedAlgorithm(let name): "The token is signed with \(name) instead of RS256."
    case .badSignature: "The token's signature does not match."
    case .badKey(.unreadable): "The key is not a PEM key without a passphrase."
    case .badKey(.notRSA): "The key is not an RSA key."
    case .badKey(.size(let bits)): "The RSA key has \(bits) bits instead of 2048 to 8192."
    case .badKey(.unavailable): "The key could not be made or written."
    case .signingFailed: "The token could not be signed."
    }
  }

  /// Returns an untrusted algorithm name, reduced to 16 ASCII letters, digits and hyphens.
  static func cleanAlgorithm(_ name: String) -> String {
    let clean = name.unicodeScalars.prefix(16).filter { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
    }
    return clean.isEmpty ? "no algorithm" : String(String.UnicodeScalarView(clean))
  }
}
