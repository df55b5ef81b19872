/// Base64 with the URL-safe alphabet of RFC 4648 section 5.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = Array(repeating: UInt8.max, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Decodes digits without padding; nil if they are not in canonical form.
  package static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    let values = values
    var (bits, count) = (UInt32(0), 0)
    for digit in digits {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return bytes
  }

  /// Decodes a text with or without padding; nil if it is not in canonical form.
  package static func decode(padded text: String) -> [UInt8]? {
    var digits = Array(text.utf8)[...]
    if digits.count % 4 == 0, digits.last == UInt8(ascii: "=") {
      digits.removeLast()
      if digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    return decode(digits)
  }

  /// Encodes bytes.
  package static func encode(_ bytes: [UInt8], isPadded: Bool = false) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        digits.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { digits.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    while isPadded, digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
    return String(decoding: digits, as: UTF8.self)
  }
}
