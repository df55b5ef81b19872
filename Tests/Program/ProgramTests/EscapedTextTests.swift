import Foundation
import TestSupport
import Testing
import TrustLimits

@Suite(.limited) struct `Escaped texts` {
  @Test(arguments: [
    ("a<b", "a&lt;b"), ("a<\u{338}b", "a&lt;\u{338}b"),
    ("&\u{301}\"'>", "&amp;\u{301}\"'>"),
    ("a\u{1B}b\u{FFFE}\t", "a\u{FFFD}b\u{FFFD}\t"), ("", ""),
  ]) func `Escaped texts of markup have no character that begins markup`(
    text: String, escaped: String
  ) throws {
    #expect(EscapedText.markup(text).unicodeScalars.elementsEqual(escaped.unicodeScalars))
    let document = Data("<a b=\"\(EscapedText.markup(text))\">\(EscapedText.markup(text))</a>".utf8)
    #expect(!String(decoding: document, as: UTF8.self).isEmpty)
  }

  @Test(arguments: [
    ("a\"\u{301}b", "a\\\"\u{301}b"), ("a\\\u{338}", "a\\\\\u{338}"), ("a\nb", "a\\nb"),
    ("a\n\u{301}", "a\\n\u{301}"),
  ]) func `Escaped texts of metrics end neither their quotes nor their line`(
    text: String, escaped: String
  ) { #expect(EscapedText.metrics(text).unicodeScalars.elementsEqual(escaped.unicodeScalars)) }

  @Test(arguments: [
    ("a\"\u{301}", #"\"#), ("\u{7}\u{7F}", #"\u0007\u007F"#), ("\t\r\n", #"\t\r\n"#),
  ]) func `Escaped texts of TOML are one string in quotes`(text: String, part: String) {
    let escaped = EscapedText.toml(text)
    #expect(escaped.hasPrefix("\"") && escaped.unicodeScalars.last == "\"")
    #expect(escaped.utf8.count > text.utf8.count + 2)
    #expect(escaped.contains(part) || escaped.unicodeScalars.contains("\\"))
    #expect(escaped.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
