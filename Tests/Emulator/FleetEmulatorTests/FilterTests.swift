@testable import FleetEmulator
import FleetEngine
import TestSupport
import Testing

@Suite(.limited) struct `A filter` {
  @Test func `An empty filter matches everything`() throws {
    #expect(try FilterParser.parse("") == nil)
    #expect(try FilterParser.parse(" \t\n ") == nil)
  }

  @Test(arguments: [
    (#"color = "red""#, 1, "only attributes"),
    (#"attributes = "red""#, 12, "name of an attribute"),
    (#"attributes."#, 12, "a name"),
    (#"attributes.color"#, 17, "a comparison"),
    (#"attributes.color ="#, 19, "a value"),
    (#"attributes.color = 4"#, 20, "quotation marks"),
    (#"attributes.color = -4"#, 20, "quotation marks"),
    (#"attributes.color = true"#, 20, "quotation marks"),
    (#"attributes.color = "red"#, 20, "not closed"),
    (#"attributes.color ! "red""#, 18, "not followed"),
    (#"(attributes.color = "red""#, 26, "parenthesis"),
    (#"attributes.color = "red")"#, 25, "nothing is expected"),
    (#"attributes.color = "red" AND"#, 29, "only attributes"),
    (#"attributes.color = "red" OR OR"#, 29, "only attributes"),
    (#"attributes.color = AND"#, 20, "a value"),
    (#"foo(attributes.color)"#, 1, "only attributes"),
    (#"NOT NOT attributes.color = "red""#, 5, "only attributes"),
    (#"attributes.color = "red", attributes.color = "red""#, 25, "nothing is expected"),
  ]) func `A filter that cannot be parsed reports the position and the reason`(
    _ text: String, _ position: Int, _ reason: String
  ) {
    #expect { _ = try FilterParser.parse(text) } throws: { error in
      guard let error = error as? FilterError else { return false }
      #expect(error.position == position, "\(error)")
      #expect(error.reason.contains(reason), "\(error)")
      return true
    }
  }

  @Test func `A filter is limited in length and depth`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + #"attributes.a = "b""#
        + String(repeating: ")", count: depth)
    }
    _ = try FilterParser.parse(nested(19))
    for text in [
      nested(20), nested(2_000),
      #"attributes.a = ""# + String(repeating: "x", count: 9_000) + #"""#,
    ] { #expect(throws: FilterError.self) { try FilterParser.parse(text) } }
  }

  @Test func `A filter's marks keep their meaning before a combining mark`() throws {
    let value = "a\"\u{301} OR \\\u{301}b"
    let filter = try #require(
      try FilterParser.parse(AttributeFilter.attribute("color", is: value).description))
    #expect(filter.matches(["color": value]))
    #expect(!filter.matches(["color": "a"]))
  }

  @Test func `A filter of any text is parsed or refused`() {
    var random = SeededGenerator(seed: 160)
    let words = [
      "attributes", ".", "color", "=", "\"red\"", "AND", "OR", "NOT", "(", ")", "-", ":", "*", "'",
      "\\", "\"", "!=", "<", "é", " ", ",", "4", "attributes.a = \"b\"", "\u{0}", "👩‍👩‍👧",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      do {
        _ = try FilterParser.parse(text)?.matches(["color": "red"])
      } catch {
        #expect((1...(text.unicodeScalars.count + 1)).contains(error.position), "\(text)")
      }
    }
  }
}
