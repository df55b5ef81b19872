extension SafeText {
  /// The text with other characters in the place of some, for terminals that cannot show those.
  ///
  /// A letter with an accent becomes the letter, a dash a hyphen; what ASCII has nothing like becomes
  /// `?`, one for a character with all of its marks.
  ///
  /// - Parameter isReplaced: Whether a character, without its marks, cannot be shown.
  /// - Returns: The text, of which what was replaced is ASCII.
  public func replacing(where isReplaced: (Unicode.Scalar) -> Bool) -> SafeText {
    guard glyphs.contains(where: { isReplaced($0.base) }) else { return self }
    var result = SafeText()
    for glyph in glyphs {
      result +=
        isReplaced(glyph.base)
        ? SafeText(ASCIILikeness.text(for: glyph.base)) : SafeText(glyph: glyph)
    }
    return result
  }
}

/// What looks like a character in ASCII.
enum ASCIILikeness {
  /// What looks like a character, `?` if nothing does.
  static func text(for scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    if let letter = letters[Character(scalar)] { return String(letter) }
    return others[scalar] ?? "?"
  }

  /// The letters that characters are composed of with one mark or two.
  ///
  /// The standard library tells what is canonically equal, but gives no decomposition.
  private static let letters: [Character: Unicode.Scalar] = {
    var letters: [Character: Unicode.Scalar] = [:]
    for letter in (0x41...0x5A).map({ Unicode.Scalar(UInt8($0)) })
      + (0x61...0x7A).map({ Unicode.Scalar(UInt8($0)) })
    {
      for value in UInt32(0x300)...0x331 {
        guard let mark = Unicode.Scalar(value) else { continue }
        letters[Character(String(String.UnicodeScalarView([letter, mark])))] = letter
      }
      for mark in pairedMarks {
        for other in pairedMarks {
          letters[Character(String(String.UnicodeScalarView([letter, mark, other])))] = letter
        }
      }
    }
    return letters
  }()

  /// The marks of which letters have two, as in Vietnamese.
  private static let pairedMarks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}",
    "\u{309}", "\u{30A}", "\u{30C}", "\u{31B}", "\u{323}",
  ]

  private static let others: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D",
    "ł": "l", "Ł": "L", "ı": "i", "‐": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"",
    "”": "\"", "«": "\"", "»": "\"", "·": "-", "•": "*", "…": "...", "×": "x", "→": "->", "±": "+-",
  ]
}
