internal import HTTPMessages

/// Removes the access token from responses that repeat it, because errors are shown and logged.
///
/// The search (Knuth, Morris, Pratt) is linear for any response.
struct SecretScrubber {
  /// The header fields that errors show.
  private static let shownFields = ["Location", "Content-Type", "Date"]
  private static let shortestSecret = 16
  private static let mask = Array("…".utf8)

  private let secret: [UInt8]
  /// The length of the next shorter match to try, for each length of a partial match.
  private let fallbacks: [Int]

  /// Creates a scrubber; nil for a token so short that it could be a word.
  init?(_ token: AccessToken) {
    let secret = Array(token.value.utf8)
    guard secret.count >= Self.shortestSecret else { return nil }
    self.secret = secret
    var fallbacks = [0]
    var matched = 0
    for byte in secret.dropFirst() {
      while matched > 0, byte != secret[matched] { matched = fallbacks[matched - 1] }
      if byte == secret[matched] { matched += 1 }
      fallbacks.append(matched)
    }
    self.fallbacks = fallbacks
  }

  /// Scrubs the fields that errors show, and the body of an error response.
  func scrubbed(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    for name in Self.shownFields {
      guard let value = response.headers[name] else { continue }
      let bytes = Array(value.utf8)
      let scrubbed = scrubbed(bytes)
      if scrubbed.count != bytes.count {
        response.headers[name] = String(decoding: scrubbed, as: UTF8.self)
      }
    }
    if !(200..<300).contains(response.status) { response.body = scrubbed(response.body) }
    return response
  }

  /// Replaces each occurrence of the token by an ellipsis.
  func scrubbed(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var matched = 0
    var copied = 0
    for (index, byte) in text.enumerated() {
      while matched > 0, byte != secret[matched] { matched = fallbacks[matched - 1] }
      if byte == secret[matched] { matched += 1 }
      guard matched == secret.count else { continue }
      result += text[copied..<(index + 1 - matched)]
      result += Self.mask
      copied = index + 1
      matched = 0
    }
    return copied == 0 ? text : result + text[copied...]
  }
}
