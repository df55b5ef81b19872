/// Removes the sequences that the program itself sends from its output.
enum OwnSequences {
  /// The private modes that the screen switches.
  private static let modes: Set<Int> = [
    1, 7, 12, 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026, 2031,
  ]

  /// The bytes that are left when known sequences are taken out, as text.
  ///
  /// - Parameter bytes: All that the program wrote.
  /// - Returns: Text in which each control character is one that nobody should have sent; line ends,
  ///   backspaces and the like, with which curses moves the cursor, are taken out too.
  static func rest(of bytes: [UInt8]) -> String {
    var rest: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x1B, let end = end(of: bytes[index...]) {
        index = end
        continue
      }
      if ![0x08, 0x0A, 0x0D, 0x0E, 0x0F].contains(bytes[index]) { rest.append(bytes[index]) }
      index += 1
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The control characters that are left.
  static func strangers(in bytes: [UInt8]) -> [UInt32] {
    rest(of: bytes).unicodeScalars.map(\.value)
      .filter { $0 < 0x20 || (0x7F...0x9F).contains($0) || $0 == 0x202E || $0 == 0xFFFD }
  }

  /// Where a known sequence ends; nil for one that is not known.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.dropFirst()
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "["): return controlEnd(of: rest.dropFirst())
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      // Character sets: ASCII and line drawing.
      let name = rest.dropFirst().first
      return name == UInt8(ascii: "B") || name == UInt8(ascii: "0") ? rest.startIndex + 2 : nil
    case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "7"), UInt8(ascii: "8"),
      UInt8(ascii: "M"):
      return rest.startIndex + 1
    case UInt8(ascii: "]"):
      // The question for the background, a title of printable characters, and no other command.
      if rest.starts(with: "]2;".utf8) { return titleEnd(of: rest.dropFirst(3)) }
      for question in ["]11;?\u{7}", "]11;?\u{1B}\\"] where rest.starts(with: question.utf8) {
        return rest.startIndex + question.utf8.count
      }
      return nil
    case UInt8(ascii: "P"):
      // The questions for every color.
      for question in ["P+q524742\u{1B}\\", "P$qm\u{1B}\\"] where rest.starts(with: question.utf8) {
        return rest.startIndex + question.utf8.count
      }
      return nil
    default: return nil
    }
  }

  /// Where a title ends; nil if it has control characters.
  private static func titleEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    let title = bytes.prefix { $0 != 0x1B }
    guard strangers(in: Array(title)).isEmpty, !title.contains(0x0A),
      bytes.dropFirst(title.count).starts(with: "\u{1B}\\".utf8)
    else { return nil }
    return title.endIndex + 2
  }

  private static func controlEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    let parameters = bytes.prefix { (0x30...0x3F).contains($0) }
    let between = bytes.dropFirst(parameters.count).prefix { (0x20...0x2F).contains($0) }
    guard let final = bytes.dropFirst(parameters.count + between.count).first else { return nil }
    let end = bytes.startIndex + parameters.count + between.count + 1
    let text = String(decoding: parameters, as: UTF8.self)
    if text.hasPrefix("?") {
      let numbers = text.dropFirst().split(separator: ";").compactMap { Int($0) }
      let isKnown = numbers.allSatisfy(modes.contains)
      let isSwitch = between.isEmpty && (final == UInt8(ascii: "h") || final == UInt8(ascii: "l"))
      let isQuestion = between.elementsEqual("$".utf8) && final == UInt8(ascii: "p")
      return isKnown && (isSwitch || isQuestion) ? end : nil
    }
    // Moving, erasing, styles, insert mode, the scroll region, and asking who and where.
    guard between.isEmpty, "ABCDGHJKLMPSTXbcdhlmnrtu@".utf8.contains(final) else { return nil }
    return end
  }
}
