/// Canonical composition of a character and a mark.
///
/// The standard library compares strings by canonical equivalence but has no normal forms, so the
/// table of composed characters is built once by that comparison. It covers Latin, Greek, Cyrillic,
/// kana and Hangul; marks of other scripts stay separate, which looks the same.
enum Composition {
  /// The character that is canonically equal to a base and a mark, if any.
  static func composed(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    if let syllable = syllable(base, mark) { return syllable }
    guard mark.properties.canonicalCombiningClass != .notReordered else { return nil }
    return table[Character(String(String.UnicodeScalarView([base, mark])))]
  }

  /// A Hangul syllable of two parts, as in section 3.12 of the Unicode standard.
  private static func syllable(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    switch (base.value, mark.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      Unicode.Scalar(0xAC00 + ((base.value - 0x1100) * 21 + mark.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (base.value - 0xAC00).isMultiple(of: 28):
      Unicode.Scalar(base.value + mark.value - 0x11A7)
    default: nil
    }
  }

  private static let table: [Character: Unicode.Scalar] = {
    var table: [Character: Unicode.Scalar] = [:]
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x233, 0x386...0x3D4, 0x400...0x4F9, 0x1E00...0x1FFC, 0x304C...0x30FE,
    ]
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
      // The first of several equal characters is the preferred one.
      table[Character(scalar)] = table[Character(scalar)] ?? scalar
    }
    return table
  }()
}
