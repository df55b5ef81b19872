/// Lines of help that fit a terminal of 80 columns.
enum HelpLayout {
  /// The columns that a line may have.
  static let width = 80

  /// Breaks words into lines.
  static func wrapped(_ text: some StringProtocol, indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(space + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [space + line]
  }

  /// Wraps paragraphs of prose.
  ///
  /// `lines`: lines of a paragraph belong together; an empty one parts paragraphs, and one that
  /// begins with a space is kept, with a hanging indent if it is too long. `indent` is the columns
  /// before each line.
  static func paragraphs(_ lines: [String], indent: Int = 0) -> [String] {
    var result: [String] = []
    var paragraph = ""
    func end() {
      if !paragraph.isEmpty { result += wrapped(paragraph, indent: indent) }
      paragraph = ""
    }
    for line in lines {
      guard line.isEmpty || line.hasPrefix(" ") else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line
        continue
      }
      end()
      if line.isEmpty, result.last?.isEmpty ?? true { continue }
      result += line.isEmpty ? [""] : verbatim(line, indent: indent)
    }
    end()
    return result
  }

  /// A line as it is, or broken where it is too long.
  private static func verbatim(_ line: String, indent: Int) -> [String] {
    guard indent + line.count > width else { return [String(repeating: " ", count: indent) + line] }
    let own = indent + line.prefix { $0 == " " }.count
    let lines = wrapped(line, indent: own + 2)
    return [String(lines[0].dropFirst(2))] + lines.dropFirst()
  }

  /// Rows of a name and what is said of it.
  ///
  /// `indent` is the columns before the names. `column` is the columns of the names; a longer name
  /// has a line of its own.
  static func table(
    _ rows: [(name: String, text: String)],
    indent: Int,
    column: Int
  ) -> [String] {
    rows.flatMap { row in
      let text = wrapped(row.text, indent: indent + column)
      let name = String(repeating: " ", count: indent) + row.name
      guard row.name.count + 2 <= column else { return [name] + text }
      return [name + text[0].dropFirst(name.count)] + text.dropFirst()
    }
  }
}
