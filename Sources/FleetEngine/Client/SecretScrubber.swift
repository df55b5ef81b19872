internal import HTTPMessages

/// Replaces a token that a server repeats, because errors are shown and logged.
///
/// One forward pass, so that an answer of nothing but tokens costs no more than any other.
struct SecretScrubber {
  /// The header fields of an answer that errors show.
  private static let shownFields = ["Location", "Content-Type", "Date"]
  /// No token is as short as a word.
  private static let shortestSecret = 16
  private static let mask = Array("…".utf8)

  private let secret: [UInt8]
  /// For each length of a partial match the length of the next shorter one to try.
  private let fallbacks: [Int]

  /// Creates a scrubber; nil for a secret that is too short to be one.
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

  /// An answer without the token: in the fields that errors show, and in the body of an error.
  func scrubbed(_ answer: HTTPResponse) -> HTTPResponse {
    var response = answer
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

  /// Text with an ellipsis in place of each secret.
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
