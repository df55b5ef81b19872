import Foundation
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited)
struct `The manual` {
  @Test(arguments: Command.all)
  func `The manual has a page for every command with every option`(command: Command) throws {
    let page = try #require(ManualPage.all.first { $0.name == "ridealong-\(command.name)" })
    #expect(page.number == 1)
    #expect(page.summary == command.summary)
    let terms = page.terms(of: "OPTIONS")
    #expect(
      terms == (command.options + [.help]).map { $0.name + ($0.value.map { " " + $0 } ?? "") })
    let text = page.words
    for option in command.options { #expect(text.contains(option.help), "\(option.name)") }
    let detail = command.detail.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(detail.filter { !text.contains($0) } == [])
    #expect(ManualPage.all.first?.words.contains(page.citation) == true)
  }

  @Test func `The manual's pages are found by their word, name and citation`() throws {
    let page = try #require(ManualPage.all.first { $0.name == "ridealong-recording" })
    for word in ["recording", "ridealong-recording", "ridealong-recording(5)"] {
      #expect(page.isNamed(word))
    }
    #expect(ManualPage.all.count { $0.isNamed("ridealong") } == 1)
  }

  @Test func `The manual describes every key of the configuration and its document`() throws {
    let page = try #require(ManualPage.all.first { $0.citation == "ridealong-config(5)" })
    #expect(page.terms(of: "KEYS") == Option.configurable.map(\.key))
    try expect(page, has: "configuration.md")
  }

  @Test func `The manual has the document of recordings`() throws {
    let page = try #require(ManualPage.all.first { $0.citation == "ridealong-recording(5)" })
    try expect(page, has: "recordings.md")
    #expect(page.terms(of: "DUMP").contains("interval, usual"))
  }

  /// Expects the headings, the words and the code blocks of a document, as it is in the repository.
  private func expect(_ page: ManualPage, has document: String) throws {
    let file = URL(filePath: packageRoot).appending(path: "docs/\(document)")
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("## ") {
      #expect(page.sections.contains { $0.title == line.dropFirst(3).uppercased() })
    }
    let words = page.words
    // Neither the title nor the titles of a table's columns are shown.
    let prose = text.drop { $0 != "\n" }.replacing(/\n\|.*\n\|---/, with: "").replacing(
      /\]\([^)]*\)/, with: ""
    )
    .replacing(/```[a-z]*|[`*|#\[]|---|\]/, with: "")
    let shown = words.replacing(/[`*|#\[\]]|---/, with: "")
    let missing = prose.split { $0.isWhitespace }.filter {
      !shown.contains($0) && !shown.contains($0.uppercased())
    }
    #expect(missing == [])
    for block in text.split(separator: "```").enumerated().filter({ $0.offset % 2 == 1 }) {
      let lines = block.element.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        page.sections.flatMap(\.blocks)
          .contains(.literal(lines.dropFirst().dropLast().map(String.init)))
      )
    }
  }

  @Test func `The date of the manual is that of the version in the change log`() throws {
    let file = URL(filePath: packageRoot).appending(path: "CHANGELOG.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("## \(HelpText.version) (\(HelpText.date))"))
  }

  @Test func `The source of a page escapes what man would change`() {
    let page = ManualPage(
      name: "x", number: 1, summary: "a page",
      sections: [
        ManualSection(
          title: "TEXT",
          blocks: [
            .paragraph(".hidden 'a' \\n --b ~c ●"), .literal(["", ".d"]),
            .entry("--e", "f"),
          ])
      ])
    #expect(
      page.source.dropFirst(3) == [
        #"x \- a page"#, #".SH "TEXT""#, #"\&.hidden \(aqa\(aq \en \-\-b \(tic \[u25CF]"#,
        ".PP", ".RS 4", ".EX", #"\&"#, #"\&.d"#, ".EE", ".RE", ".TP", #"\fB\-\-e\fR"#, "f",
      ]
    )
  }

  @Test func `The text of the pages fits a terminal of 80 columns`() {
    for page in ManualPage.all {
      let prose = page.text.filter { !$0.hasPrefix("           ") }
      #expect(prose.filter { $0.count > 80 } == [], "\(page.name)")
      #expect(page.text.prefix(3) == [page.citation.uppercased(), "", "NAME"])
      #expect(page.text.joined().contains("       \(page.name) - "))
    }
  }

  @Test func `Markdown becomes the blocks of a page`() {
    let document = MarkdownDocument(
      """
      # Title

      Some `code` and a
      [link](a.md#b), [out](https://x.y).

      ## Part
      - one
        two
      - three

      ```sh
      run

      it
      ```

      | a | b | c |
      |---|---|---|
      | `x` | y | z |

      | a | b |
      |---|---|
      | x | y |
      """)
    #expect(
      document.introduction == [
        .paragraph([
          ManualSpan("Some "), ManualSpan("code", isLiteral: true),
          ManualSpan(" and a link, out (https://x.y)."),
        ])
      ])
    #expect(document.sections.map(\.title) == ["Part"])
    #expect(
      document.sections.first?.blocks == [
        .item([ManualSpan("one two")]), .item([ManualSpan("three")]),
        .literal(["run", "", "it"]),
        .entry(
          [ManualSpan("x", isLiteral: true)],
          [
            ManualSpan("b: "), ManualSpan("y"), ManualSpan("; "), ManualSpan("c: "),
            ManualSpan("z"),
          ]), .entry([ManualSpan("x")], [ManualSpan("y")]),
      ])
  }

  @Test func `Tables in the help of a command become entries`() {
    let rows = HelpLayout.table(
      [("short", "text"), (String(repeating: "n", count: 40), "more")], indent: 2,
      column: HelpLayout.entryColumn)
    #expect(
      ManualPage.blocks(["a", "b:", "  literal"] + rows + ["c"]) == [
        .paragraph("a b:"), .literal(["literal"]), .entry("short", "text"),
        .entry(String(repeating: "n", count: 40), "more"), .paragraph("c"),
      ])
  }
}

extension ManualPage {
  fileprivate func terms(of title: String) -> [String] {
    sections.first { $0.title == title }?.blocks.compactMap { block in
      guard case .entry(let term, _) = block else { return nil }
      return term.map(\.text).joined()
    } ?? []
  }

  /// All words of the page's text, one blank between two.
  fileprivate var words: String {
    text.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }
}
