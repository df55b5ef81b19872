/// Percent-encoding of RFC 3986, and its variant in query strings.
public enum PercentEncoding {
  /// Encodes all bytes of the text's UTF-8 except unreserved and `allowed` ASCII characters.
  public static func encode(_ text: String, allowing allowed: String = "") -> String {
    let extra = Array(("-._~" + allowed).utf8)
    let stays: (UInt8) -> Bool = { $0.isAlphanumeric || extra.contains($0) }
    // Most texts need no encoding.
    guard !text.utf8.allSatisfy(stays) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * text.utf8.count)
    for byte in text.utf8 {
      if stays(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes percent-encoded text; nil for a broken escape, a NUL or bytes that are not UTF-8.
  ///
  /// With `plusIsSpace`, `+` stands for a space, as in query strings.
  public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = iterator.next()?.hexDigitValue, let low = iterator.next()?.hexDigitValue
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is an ASCII letter or digit.
  var isAlphanumeric: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }

  /// The value of an ASCII hexadecimal digit; nil for any other byte.
  var hexDigitValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = self | 0x20
    return (0x61...0x66).contains(letter) ? letter - 0x61 + 10 : nil
  }
}
