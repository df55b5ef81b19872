import AccessTokens
import FleetEngine
import TestSupport
import Testing

@Suite(.limited) struct `A command line's words` {
  private static let lines: [(String, [String])] = [
    ("fleet-token --trip {trip}", ["fleet-token", "--trip", "{trip}"]),
    ("  a\tb\n c  ", ["a", "b", "c"]),
    ("a 'b  c' d", ["a", "b  c", "d"]), (#"a "b  c" d"#, ["a", "b  c", "d"]),
    ("a b'c d'e", ["a", "bc de"]), ("a '' b", ["a", "", "b"]), (#"a """#, ["a", ""]),
    (#"a b\ c \' \" \\"#, ["a", "b c", "'", "\"", "\\"]),
    (#"a '\n\' b"#, ["a", #"\n\"#, "b"]), (#"a "\"\\\n$x" b"#, ["a", #""\\n$x"#, "b"]),
    (#"a "it's" '"'"#, ["a", "it's", "\""]),
    // Nothing is expanded, and nothing is a shell's sign.
    (
      "a $HOME ~ *.txt | b; c && d > e `f` $(g) # h",
      ["a", "$HOME", "~", "*.txt", "|", "b;", "c", "&&", "d", ">", "e", "`f`", "$(g)", "#", "h"]
    ),
    ("ключ 'é è'", ["ключ", "é è"]),
  ]

  @Test(arguments: lines)
  func `A command line's words are separated by spaces and kept together by quotes`(
    line: String, words: [String]
  ) throws { #expect(try CommandWords(parsing: line).words == words) }

  @Test(arguments: [
    ("", "names no program"), (" \t\n", "names no program"), ("''", "names no program"),
    ("a 'b", "ends within quotes"), ("a \"b", "ends within quotes"), (#"a "b\""#, "within quotes"),
    (#"a \"#, "ends with a backslash"), ("a \u{0}", "a control character"),
    ("a '\u{1B}[2J'", "a control character"),
  ]) func `A command line without a command is refused`(line: String, fragment: String) {
    let error = #expect(throws: AccessTokenError.self) { try CommandWords(parsing: line) }
    #expect(error?.reason.contains(fragment) == true)
  }

  @Test func `A command line that is too long is refused`() {
    let line = String(repeating: "a", count: 65_537)
    let error = #expect(throws: AccessTokenError.self) { try CommandWords(parsing: line) }
    #expect(error?.reason.contains("too long") == true)
  }
}
