/// Why a token or a key is not accepted; it contains nothing of either but the algorithm.
public enum JSONWebTokenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A part of a token.
  public enum Part: String, Sendable, Hashable {
    /// The first part.
    case header
    /// The second part.
    case claims
    /// The third part.
    case signature
  }

  /// Why a text is not a token of three parts in base64url.
  public enum Form: Sendable, Hashable {
    /// It begins with the word Bearer.
    case bearer
    /// It begins with a quotation mark.
    case quoted
    /// It has white space in it.
    case spaces
    /// It has this many parts between dots.
    case parts(Int)
    /// A part ends with `=`.
    case padded(Part)
    /// A part is not base64url.
    case encoding(Part)
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
  /// The text is not a token of three parts in base64url.
  case form(Form)
  /// The header or the claims are not a JSON object that can be read in one way only.
  case malformed(Part)
  /// Fields of the header or the claims have values of the wrong type.
  case fields([MalformedField])
  /// The token is signed with another algorithm than RS256; the name is cleaned.
  case unsupportedAlgorithm(String)
  /// The signature does not match the key and the token.
  case badSignature
  /// The key cannot be used.
  case badKey(KeyProblem)
  /// The token could not be signed.
  case signingFailed

  /// The error as a sentence, or one for each field.
  public var description: String {
    switch self {
    case .tooLarge: "The token or key is too large."
    case .form(.bearer): "The token itself begins with the word Bearer."
    case .form(.quoted): "The token is in quotation marks."
    case .form(.spaces): "The token has white space in it."
    case .form(.parts(5)):
      "The token has 5 parts, so it is encrypted; Fleet Engine accepts signed ones, of 3."
    case .form(.parts(let count)):
      "The token has \(count) part\(count == 1 ? "" : "s") between dots instead of 3."
    case .form(.padded(let part)):
      "The = at the end of the token's \(part.rawValue) has to be left out."
    case .form(.encoding(let part)):
      "The token's \(part.rawValue) \(part.verb) not base64url, which has - and _ instead of + and /."
    case .malformed(let part):
      "The token's \(part.rawValue) \(part.verb) not a JSON object that can be read in one way only."
    case .fields(let fields): fields.map(\.description).joined(separator: " ")
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

extension JSONWebTokenError.Part { fileprivate var verb: String { self == .claims ? "are" : "is" } }
