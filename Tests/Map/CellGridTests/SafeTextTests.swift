import CellGrid
import Glibc
import TestSupport
import Testing

@Suite(.limited) struct `Safe text` {
  @Test(arguments: [
    ("plain", "plain"), ("a\tb\nc\rd", "a b c d"), ("\u{1B}[2Jx", "[2Jx"),
    ("\u{1B}]0;pwn\u{07}", "]0;pwn"), ("a\u{9B}2J\u{7F}\u{08}b", "a2Jb"),
    ("\u{202E}abc\u{2066}\u{200F}\u{061C}", "abc"), ("a\u{200B}\u{FEFF}\u{2060}b", "ab"),
    ("\u{2028}a\u{2029}", "a"), ("\u{E0041}\u{E000}\u{FFFFE}x", "x"), ("☂\u{FE0F}", "☂"),
    ("e\u{301}", "é"), ("a\u{301}\u{302}\u{303}\u{304}", "á\u{302}\u{303}"), ("\u{301}a", "a"),
    ("\u{1112}\u{1161}\u{11AB}", "한"), ("か\u{3099}", "が"), ("漢字", "漢字"), ("", ""),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{1F469}\u{1F467}"),
    ("\u{E0061}\u{E007F}x", "x"), ("\u{378}x\u{10FFFE}", "x"), ("\u{115F}\u{3164}x", "x"),
  ]) func `Safe text contains no control characters`(text: String, clean: String) {
    let safe = SafeText(text)
    #expect(Array(safe.description.unicodeScalars) == Array(clean.unicodeScalars))
    #expect(SafeText(safe.description) == safe)
    #expect(SafeText(utf8: text.utf8) == safe)
  }

  @Test func `Safe text contains no control characters of interpolated values`() {
    let hostile = "\u{1B}]52;c;x\u{07}"
    let text: SafeText = "id \(hostile) \(42)"
    #expect(text.description == "id ]52;c;x 42")
  }

  @Test func `Safe text shows bytes that are not UTF-8 as replacements`() {
    #expect(SafeText(utf8: [0x61, 0xFF, 0x62, 0xC3]).description == "a\u{FFFD}b\u{FFFD}")
  }

  @Test(arguments: [
    UInt32(0x202A)...0x202E, 0x2066...0x2069, 0x200B...0x200F, 0x61C...0x61C,
    0xFE00...0xFE0F, 0xE0000...0xE007F, 0x80...0x9F, 0...0x1F, 0x7F...0x7F, 0xE000...0xE0FF,
  ])
  func `Safe text has no characters that change the display of others`(range: ClosedRange<UInt32>) {
    for value in range {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = SafeText("a\(Character(scalar))b")
      #expect(text.description == "ab" || text.description == "a b", "\(value)")
      #expect(text.width == text.description.utf8.count)
    }
  }

  @Test func `Safe text keeps two of two hundred combining marks`() {
    let text = SafeText("a" + String(repeating: "\u{302}", count: 200) + "b")
    #expect(text.width == 2)
    #expect(text.description.unicodeScalars.count <= 4)
  }

  @Test(arguments: ["x", "漢", "é", "\u{1F697}", "a\u{302}\u{303}", "\u{200B}"])
  func `Safe text is limited in length`(unit: String) {
    // Ten megabytes at most.
    let text = SafeText(String(repeating: unit, count: 10_000_000 / unit.utf8.count))
    #expect(text.width <= 512)
    #expect(text.description.utf8.count <= 4_096)
    #expect((text + text).width <= 512)
  }

  @Test func `Safe text is truncated at whole characters`() {
    let text: SafeText = "漢字ab"
    #expect(text.width == 6)
    #expect(text.prefix(columns: 3).description == "漢")
    #expect(text.truncated(to: 6) == text)
    #expect(text.truncated(to: 4).description == "漢…")
    #expect(text.truncated(to: 5, ellipsis: "...").description == "漢...")
    #expect(text.truncated(to: 2, ellipsis: "...").description == "漢")
    #expect(text.truncated(to: 0).isEmpty)
    #expect(text.truncated(to: -5).isEmpty)
  }

  @Test(arguments: [
    ("Café Zürich", "Cafe Zurich"), ("Straße", "Strasse"), ("Ясная 5", "????? 5"),
    ("שלום", "????"), ("漢字", "??"), ("a\u{302}\u{303}", "a"), ("“x” – y", "\"x\" - y"),
  ])
  func `Safe text replaces characters that cannot be shown`(text: String, ascii: String) {
    let safe = SafeText(text)
    #expect(safe.replacing { !$0.isASCII }.description == ascii)
    #expect(
      !safe.replacing { CharacterWidth.isAmbiguous($0) }.glyphs.contains {
        CharacterWidth.isAmbiguous($0.base)
      })
    #expect(safe.replacing { _ in false } == safe)
  }

  @Test(arguments: [
    (SafeText.Alignment.leading, "ab   "), (.center, " ab  "), (.trailing, "   ab"),
  ]) func `Safe text is padded`(alignment: SafeText.Alignment, result: String) {
    #expect(SafeText("ab").padded(to: 5, alignment: alignment).description == result)
    #expect(SafeText("abcdef").padded(to: 5, alignment: alignment).description == "abcdef")
    #expect(SafeText("ab").padded(to: .max, alignment: alignment).width == 512)
  }
}

@Suite(.limited) struct `Character widths` {
  @Test(arguments: [0xA1...0x2FFF, 0x3000...0xD7FF, 0xF900...0x1FFFF, 0x20000...0x3FFFD])
  func `Character widths agree with the C library`(range: ClosedRange<UInt32>) throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // The header shows this function only with definitions that Swift's module does not make.
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
    var wrong: [UInt32] = []
    for value in range {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let width = Int(wcwidth(wchar_t(value)))
      if width >= 0, width != CharacterWidth.columns(of: scalar) { wrong.append(value) }
    }
    #expect(wrong == [])
  }
}
