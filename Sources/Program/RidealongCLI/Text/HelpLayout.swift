/// Wraps help to a terminal of 80 columns.
enum HelpLayout {
  static let width = 80

  /// The columns of the terms in the tables of a command's description.
  static let entryColumn = 28

  /// Wraps text into lines of at most ``width`` columns.
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

  /// Wraps words into indented lines.
  static func list(_ words: [String]) -> [String] {
    words.reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = last + ", " + word
      } else {
        lines.append("  " + word)
      }
    }
  }

  /// Wraps paragraphs of prose, which empty lines separate.
  ///
  /// A line that begins with a space is kept, with a hanging indent if it is too long.
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

  private static func verbatim(_ line: String, indent: Int) -> [String] {
    guard indent + line.count > width else { return [String(repeating: " ", count: indent) + line] }
    let own = indent + line.prefix { $0 == " " }.count
    let lines = wrapped(line, indent: own + 2)
    return [String(lines[0].dropFirst(2))] + lines.dropFirst()
  }

  /// Lays out names and texts in two columns; a name longer than `column` has a line of its own.
  static func table(_ rows: [(name: String, text: String)], indent: Int, column: Int) -> [String] {
    rows.flatMap { row in
      let text = wrapped(row.text, indent: indent + column)
      let name = String(repeating: " ", count: indent) + row.name
      guard row.name.count + 2 <= column else { return [name] + text }
      return [name + text[0].dropFirst(name.count)] + text.dropFirst()
    }
  }
}
