import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `Percent encoding` {
  @Test(arguments: [
    ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("/", "%2F"), ("ü", "%C3%BC"),
    ("%", "%25"), ("+", "%2B"), ("\u{1F695}", "%F0%9F%9A%95"),
  ]) func `Percent encoding encodes and decodes`(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test func `Percent encoding leaves allowed characters unchanged`() {
    #expect(PercentEncoding.encode("a/b:c d", allowing: "/:") == "a/b:c%20d")
  }

  @Test(arguments: ["%", "%4", "%g0", "%0g", "%00", "%ff", "%C3", "%ED%A0%80", "a%"])
  func `Percent encoding refuses broken text`(_ text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func `Percent encoding decodes a plus as a space only in forms`() {
    #expect(PercentEncoding.decode("a+b") == "a+b")
    #expect(PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
  }
}
