/// The parts of a Markdown document that the project's documents use, for manual pages.
struct MarkdownDocument: Sendable, Hashable {
  /// The text before the first heading below the title.
  private(set) var introduction: [ManualBlock] = []
  /// The sections, with titles as they are written.
  private(set) var sections: [ManualSection] = []

  init(_ text: String) {
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      if line.isEmpty || line.hasPrefix("# ") { continue }
      if line.hasPrefix("## ") {
        sections.append(ManualSection(title: String(line.dropFirst(3))))
      } else if line.hasPrefix("### ") {
        append(.subsection(String(line.dropFirst(4))))
      } else if line.hasPrefix("```") {
        append(.literal(rest.popPrefix { !$0.hasPrefix("```") }.map(String.init)))
        rest = rest.dropFirst()
      } else if line.hasPrefix("|") {
        let rows = [line] + rest.popPrefix { $0.hasPrefix("|") }
        for entry in Self.entries(rows) { append(entry) }
      } else {
        let isItem = line.hasPrefix("- ")
        let more = rest.popPrefix {
          !$0.isEmpty && !$0.hasPrefix("- ") && !$0.hasPrefix("|") && !$0.hasPrefix("```")
        }
        let words = ([line.dropFirst(isItem ? 2 : 0)] + more)
          .flatMap { $0.split(separator: " ") }
        let spans = Self.spans(words.joined(separator: " "))
        append(isItem ? .item(spans) : .paragraph(spans))
      }
    }
  }

  private mutating func append(_ block: ManualBlock) {
    if sections.isEmpty {
      introduction.append(block)
    } else {
      sections[sections.count - 1].blocks.append(block)
    }
  }

  /// The rows of a table, each with the first cell as its term.
  private static func entries(_ rows: [Substring]) -> [ManualBlock] {
    let cells = rows.map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { spans($0.split(separator: " ").joined(separator: " ")) }
    }
    guard let titles = cells.first else { return [] }
    return cells.dropFirst(2).map { row in
      let rest = Array(zip(titles, row)).dropFirst()
      let text = rest.enumerated().flatMap { number, cell in
        // A table of two columns needs no titles.
        (number > 0 ? [ManualSpan("; ")] : [])
          + (rest.count > 1 ? [ManualSpan(cell.0.text + ": ")] : []) + cell.1
      }
      return .entry(row[0], text)
    }
  }

  /// Splits a text into code and prose, with the texts of links and the addresses of public ones.
  static func spans(_ text: String) -> [ManualSpan] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$1.isEmpty }
      .map { number, part in
        number % 2 == 1 ? ManualSpan(part, isLiteral: true) : ManualSpan(withoutLinks(part))
      }
  }

  private static func withoutLinks(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let middle = rest.firstRange(of: "]("),
      let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      let target = rest[middle.upperBound..<end]
      result.append(contentsOf: rest[..<start])
      result.append(contentsOf: rest[rest.index(after: start)..<middle.lowerBound])
      if target.hasPrefix("https:") { result += " (\(target))" }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension ArraySlice {
  /// Removes the first elements that satisfy a condition, and returns them.
  fileprivate mutating func popPrefix(while condition: (Element) -> Bool) -> ArraySlice {
    let first = prefix(while: condition)
    self = dropFirst(first.count)
    return first
  }
}
