#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The base64 of RFC 4648 section 5 without padding, as tokens use it.
enum Base64URL {
  /// Encodes bytes.
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    let usual = Data(bytes).base64EncodedString()
    return String(decoding: usual.utf8.lazy.filter { $0 != pad }.map(toURL), as: UTF8.self)
  }

  /// Decodes canonical text; nil for any other, so that a token has one spelling only.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.allSatisfy({ $0 != pad && toURL($0) == $0 }) else { return nil }
    let padding = repeatElement(pad, count: (4 - text.count % 4) % 4)
    guard let data = Data(base64Encoded: Data(text.map(fromURL) + padding)) else { return nil }
    // Bits beyond the last byte are ignored by the decoder and make another spelling.
    return encode(data).utf8.elementsEqual(text) ? Array(data) : nil
  }

  private static let pad = UInt8(ascii: "=")

  private static func toURL(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }

  private static func fromURL(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: byte
    }
  }
}
