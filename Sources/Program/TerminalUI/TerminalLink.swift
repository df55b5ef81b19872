internal import CellGrid
internal import SystemLibrary

/// The sequences that make a link of cells (OSC 8).
///
/// Curses does not know them. So it draws the cells alone, between the sequences, where it has drawn blanks before.
enum TerminalLink {
  static let end = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// The start of a link, with the machine's name, since the terminal may be on another one.
  static func opened(_ link: Frame.Link) -> [UInt8] {
    let target = "file://\(quoted(Array(machineName.utf8)))\(quoted(link.path))"
    return Array("\u{1B}]8;;\(target)\u{1B}\\".utf8)
  }

  private static var machineName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes as text, with those as digits that a URL's path may not have.
  private static func quoted(_ text: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
      return isPlain ? String(scalar) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}

extension Frame {
  /// The frame with blanks in place of links.
  func blanked(_ links: [Link?]) -> Frame {
    var frame = self
    for link in links { if let link { frame.fill(link.rect) } }
    return frame
  }
}
