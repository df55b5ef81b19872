internal import CellGrid

/// What is wrong with what a TOML document holds, and where.
struct TOMLProblem: Error, Sendable, Hashable {
  /// The line of the key at fault, from 1.
  let line: Int
  /// What was wrong and what would be right.
  let message: String

  /// A key or table that there is not.
  static func unknown(
    _ what: String,
    _ entry: TOMLDocument.Entry,
    in table: String?,
    known: [String]
  ) -> TOMLProblem {
    let place = table.map { " in \($0)" } ?? ""
    let question = Spelling.question(entry.key, among: known)
    let advice = question.isEmpty ? " Known are \(known.joined(separator: ", "))." : question
    return TOMLProblem(
      line: entry.line,
      message: "unknown \(what) \(shown(entry.key))\(place).\(advice)"
    )
  }

  /// A value that a key may not have.
  ///
  /// `table` is the table that it stands in; nil for the document. `expected`: what should stand
  /// there, as the end of "must be". `choices` is the words that should; empty where it is no
  /// choice of words.
  static func wrong(
    _ entry: TOMLDocument.Entry,
    in table: String?,
    expected: String,
    choices: [String] = []
  ) -> TOMLProblem {
    let place = table.map { " in \($0)" } ?? ""
    var message = "\(shown(entry.key))\(place) must be \(expected), not \(shown(entry.value))."
    if case .string(let text) = entry.value {
      message += Spelling.question(text, among: choices)
    }
    return TOMLProblem(line: entry.line, message: message)
  }

  /// A key or a text of the file's, clean and short.
  static func shown(_ key: String) -> String {
    SafeText(key).truncated(to: 40).description
  }

  private static func shown(_ value: TOMLDocument.Value) -> String {
    switch value {
    case .string(let text): "\"\(shown(text))\""
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .boolean(let flag): String(flag)
    case .array(let values): values.isEmpty ? "an empty list" : "a list of \(values.count)"
    case .table, .other: value.kind
    }
  }
}

extension TOMLDocument.Entry {
  /// The entries of a table that stands here, by their lines.
  func children(in table: String?) throws(TOMLProblem) -> [TOMLDocument.Entry] {
    guard case .table(let entries) = value else {
      throw .wrong(self, in: table, expected: "a table")
    }
    return entries.sorted { $0.line < $1.line }
  }
}
