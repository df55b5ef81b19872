import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `HTTP headers` {
  @Test func `HTTP headers are found in any case`() {
    var headers: TransportHeaders = ["Content-Type": "a", "X": "1", "x": "2"]
    #expect(headers["content-TYPE"] == "a")
    #expect(headers.values("X") == ["1", "2"])
    #expect(headers["Content"] == nil)
    headers["CONTENT-type"] = "b"
    #expect(headers.values("Content-Type") == ["b"])
    headers["x"] = nil
    #expect(headers.values("X").isEmpty)
    headers.append("Y", "3")
    #expect(headers.fields.map(\.name) == ["CONTENT-type", "Y"])
  }

  @Test func `HTTP headers never show a token, printed or reflected`() throws {
    let request = TransportRequest(
      url: try HTTPURL(parsing: "https://example.com"),
      headers: ["authorization": "Bearer secret", "Accept": "x/y"])
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped, "\(request.headers)"] {
      #expect(!text.contains("secret"))
      #expect(text.contains("x/y"))
    }
    #expect(request.headers["Authorization"] == "Bearer secret")
  }

  @Test func `HTTP headers ignore the case of ASCII letters only`() {
    let headers: TransportHeaders = ["@": "at", "É": "e"]
    #expect(headers["`"] == nil)
    #expect(headers["é"] == nil)
  }

  @Test(arguments: [
    ("Accept", "application/json", true), ("X-A_b.1", "", true), ("A", "tab\tü", true),
    ("", "a", false), ("A b", "a", false), ("A:", "a", false), ("A\r", "a", false),
    ("A", "a\r\nB: c", false), ("A", "a\nb", false), ("A", "\u{0}", false), ("A", "\u{7F}", false),
    ("Ä", "a", false),
  ]) func `HTTP headers refuse a field that cannot be sent`(
    _ name: String, _ value: String, _ isWellFormed: Bool
  ) { #expect(TransportHeaders.Field(name: name, value: value).isWellFormed == isWellFormed) }
}
