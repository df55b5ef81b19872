extension SafeText {
  /// Replaces characters by similar ASCII characters, for terminals that cannot show them.
  ///
  /// A letter with an accent becomes the letter, and a dash a hyphen. A character without a similar
  /// one becomes `?`. The closure gets characters without their marks.
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

private enum ASCIILikeness {
  /// The ASCII characters that look like a character, or `?`.
  static func text(for scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    if let letter = letters[Character(scalar)] { return String(letter) }
    return others[scalar] ?? "?"
  }

  /// The base letters of characters that are composed with one or two marks.
  ///
  /// The standard library compares by canonical equivalence, but has no decomposition.
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

  /// The marks that letters may have two of, as in Vietnamese.
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
