internal import HTTPMessages

/// Removes the access token from responses that repeat it, because errors are shown and logged.
///
/// The search (Knuth, Morris, Pratt) is linear for any response. It reads JSON's escapes and passes over
/// characters that are not shown, because the token can be read without either.
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

  /// Scrubs the fields that errors show, and the body.
  func scrubbed(_ response: TransportResponse) -> TransportResponse {
    var response = response
    for name in Self.shownFields {
      guard let value = response.headers[name] else { continue }
      let bytes = Array(value.utf8)
      let scrubbed = scrubbed(bytes)
      if scrubbed.count != bytes.count {
        response.headers[name] = String(decoding: scrubbed, as: UTF8.self)
      }
    }
    response.body = scrubbed(response.body)
    return response
  }

  /// Scrubs a transport's message.
  func scrubbed(_ error: HTTPTransportError) -> HTTPTransportError {
    let bytes = Array(error.detail.utf8)
    let scrubbed = scrubbed(bytes)
    guard scrubbed.count != bytes.count else { return error }
    return HTTPTransportError(
      error.kind, detail: String(decoding: scrubbed, as: UTF8.self), tlsProblem: error.tlsProblem,
      proxyProblem: error.proxyProblem)
  }

  /// Replaces each occurrence of the token by an ellipsis.
  func scrubbed(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (matched, copied, index, next) = (0, 0, 0, 0)
    // Where the characters of a match begin in the text, in a ring.
    var starts = [Int](repeating: 0, count: secret.count)
    while index < text.count {
      let start = index
      guard let byte = Self.character(of: text, at: &index) else { continue }
      // Nearly all characters.
      if matched == 0, byte != secret[0] { continue }
      starts[next] = start
      next = next + 1 < starts.count ? next + 1 : 0
      while matched > 0, byte != secret[matched] { matched = fallbacks[matched - 1] }
      if byte == secret[matched] { matched += 1 }
      guard matched == secret.count else { continue }
      result += text[copied..<starts[next]]
      result += Self.mask
      copied = index
      matched = 0
    }
    return copied == 0 ? text : result + text[copied...]
  }

  /// The next character, 0xFF for one that no token has; nil for one that is not shown.
  @inline(__always) private static func character(of text: [UInt8], at index: inout Int) -> UInt8? {
    let byte = text[index]
    index += 1
    if byte < 0x80, byte != UInt8(ascii: "\\") { return shown(Unicode.Scalar(byte)) }
    return byte < 0x80 ? escaped(in: text, at: &index) : encoded(in: text, from: &index)
  }

  /// The character of a JSON escape, or the backslash of something else.
  private static func escaped(in text: [UInt8], at index: inout Int) -> UInt8? {
    guard index < text.count else { return UInt8(ascii: "\\") }
    switch text[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      index += 1
      return text[index - 1]
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      index += 1
      return nil
    case UInt8(ascii: "u"):
      guard let first = codeUnit(in: text, at: index + 1) else { return UInt8(ascii: "\\") }
      index += 5
      if let scalar = Unicode.Scalar(UInt32(first)) { return shown(scalar) }
      guard index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
        text[index + 1] == UInt8(ascii: "u"),
        let second = codeUnit(in: text, at: index + 2), UTF16.isLeadSurrogate(first),
        UTF16.isTrailSurrogate(second)
      else { return 0xFF }
      index += 6
      var decoder = UTF16()
      var units = [first, second].makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&units) else { return 0xFF }
      return shown(scalar)
    default: return UInt8(ascii: "\\")
    }
  }

  /// The value of four hexadecimal digits.
  private static func codeUnit(in text: [UInt8], at index: Int) -> UInt16? {
    guard index + 4 <= text.count else { return nil }
    return UInt16(String(decoding: text[index..<(index + 4)], as: UTF8.self), radix: 16)
  }

  /// The character that begins before `index` in UTF-8.
  private static func encoded(in text: [UInt8], from index: inout Int) -> UInt8? {
    var iterator = text[(index - 1)...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 0xFF }
    index += UTF8.width(scalar) - 1
    return shown(scalar)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 {
      return scalar.value < 0x20 || scalar.value == 0x7F ? nil : UInt8(scalar.value)
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return nil
    default: return 0xFF
    }
  }
}
