internal import CellGrid

/// What is wrong with a style, and where.
struct StyleProblem: Error, Sendable, Hashable {
  /// The line of the key at fault, from 1.
  let line: Int
  /// What was wrong and what would be right.
  let message: String

  /// A key or table that styles do not have.
  ///
  /// - Parameters:
  ///   - what: What it should be.
  ///   - entry: What stands there.
  ///   - table: The table that it stands in; nil for the document.
  ///   - known: What could stand there.
  /// - Returns: The problem, with the nearest of what could stand there or all of it.
  static func unknown(
    _ what: String,
    _ entry: TOMLDocument.Entry,
    in table: String?,
    known: [String]
  ) -> StyleProblem {
    let place = table.map { " in \($0)" } ?? ""
    let near = Spelling.nearest(to: entry.key, among: known)
    let advice =
      near.map { "Did you mean \($0)?" } ?? "Known are \(known.joined(separator: ", "))."
    return StyleProblem(
      line: entry.line,
      message: "unknown \(what) \(shown(entry.key))\(place). \(advice)"
    )
  }

  /// A value that a key may not have.
  static func wrong(
    _ entry: TOMLDocument.Entry,
    in table: String?,
    expected: String
  ) -> StyleProblem {
    let place = table.map { " in \($0)" } ?? ""
    return StyleProblem(
      line: entry.line,
      message: "\(shown(entry.key))\(place) must be \(expected), not \(shown(entry.value))."
    )
  }

  /// A key of the file's, clean and short.
  private static func shown(_ key: String) -> String {
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
