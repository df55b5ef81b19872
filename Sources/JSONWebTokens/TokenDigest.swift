internal import CCrypto

/// A token's SHA-256, by which it can be known again without being kept.
public struct TokenDigest: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Creates the digest of a token's text; nil where the system's library refuses.
  ///
  /// - Parameter token: The text.
  public init?(of token: String) {
    var bytes = [UInt8](repeating: 0, count: 32)
    var text = token
    let isDone = text.withUTF8 { utf8 in
      unsafe EVP_Digest(utf8.baseAddress, utf8.count, &bytes, nil, EVP_sha256(), nil) == 1
    }
    guard isDone else {
      ERR_clear_error()
      return nil
    }
    self.bytes = bytes
  }
}
