/// Why a token or a key is not acceptable.
///
/// Holds nothing of either but a cleaned algorithm name.
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

  /// What is wrong with a key.
  public enum KeyProblem: Sendable, Hashable {
    /// It is not a PEM key that can be read, or it needs a passphrase.
    case unreadable
    /// It is a key of another kind than RSA.
    case notRSA
    /// Its modulus has fewer than 2048 or more than 8192 bits.
    case size(bits: Int)
    /// It could not be made or written.
    case unavailable
  }

  /// The token or key is larger than it may be.
  case tooLarge
  /// A part of the token is not spelt as it must be.
  case malformed(Part)
  /// The token is signed by another algorithm than RS256, named by letters and digits only.
  case unsupportedAlgorithm(String)
  /// The signature is not the key's over this token.
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

  /// An unsupported algorithm by its name from outside, cut to 16 letters, digits and hyphens.
  static func unsupported(_ name: String) -> JSONWebTokenError {
    let clean = name.unicodeScalars.prefix(16).filter { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
    }
    return .unsupportedAlgorithm(
      clean.isEmpty ? "no algorithm" : String(String.UnicodeScalarView(clean))
    )
  }
}
