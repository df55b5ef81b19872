internal import CToml
internal import CellGrid
internal import JSON
internal import TrustLimits

struct TOMLDocument: Sendable {
  struct Entry: Sendable, Hashable {
    /// The key without quotes.
    let key: String
    let line: Int
    let value: Value

    init(_ tree: JSONTree) {
      key = tree["key"]?.text ?? ""
      line = Int(tree["line"]?.number ?? 1)
      value = tree["value"].map { Value($0) } ?? .other("")
    }
  }

  enum Value: Sendable, Hashable {
    case table([Entry])
    case array([Value])
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A date, or a number that is not finite.
    case other(String)
  }

  let entries: [Entry]

  /// Parses and reads a file's content; errors name the file and the line.
  static func read<Result>(
    _ toml: [UInt8], file: String, _ read: (TOMLDocument) throws(TOMLProblem) -> Result
  ) throws(CommandError) -> Result {
    do throws(TOMLProblem) { return try read(try TOMLDocument(toml)) } catch {
      throw .usage("\(file):\(error.line): \(error.message)")
    }
  }

  private init(_ toml: [UInt8]) throws(TOMLProblem) {
    // The program's own JSON is valid, so only its depth can be the problem.
    let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
    guard let tree = try? JSONTree(parsing: Self.json(toml), rules: rules) else {
      throw TOMLProblem(line: 1, message: "this is not TOML: tables are nested too deeply.")
    }
    if let error = tree["error"] {
      let reason = SafeText(error["message"]?.text ?? "").truncated(to: 160)
      let line = Int(error["line"]?.number ?? 1)
      throw TOMLProblem(line: line, message: "this is not TOML: \(reason).")
    }
    entries = (tree["entries"]?.list ?? []).map { Entry($0) }
  }

  private static func json(_ text: [UInt8]) -> [UInt8] {
    var size = 0
    let json = unsafe text.withUnsafeBytes { bytes in
      unsafe ridealong_toml_to_json(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &size)
    }
    guard let json = unsafe json else { return [] }
    defer { unsafe ridealong_toml_free(json) }
    return unsafe Array(UnsafeRawBufferPointer(start: json, count: size))
  }
}

extension TOMLDocument.Value {
  fileprivate init(_ tree: JSONTree) {
    let (kind, value) = tree.object?.members.first ?? ("other", .null)
    self =
      switch (kind, value) {
      case ("table", .list(let entries)): .table(entries.map { TOMLDocument.Entry($0) })
      case ("array", .list(let values)): .array(values.map { Self($0) })
      case ("string", .text(let text)): .string(text)
      // As text, because a JSON number would lose digits.
      case ("integer", .text(let text)): .integer(Int64(text) ?? 0)
      case ("number", .number(let number)): .number(number)
      case ("boolean", .flag(let flag)): .boolean(flag)
      default: .other(value.text ?? "")
      }
  }

  var kind: String {
    switch self {
    case .table: "a table"
    case .array: "a list"
    case .string: "a text"
    case .integer, .number: "a number"
    case .boolean: "true or false"
    case .other(let what): what == "date" ? "a date" : "a number that is not finite"
    }
  }
}

/// An invalid key or value of a TOML document.
struct TOMLProblem: Error, Sendable, Hashable {
  let line: Int
  let message: String

  /// An unknown key or table.
  static func unknown(
    _ what: String, _ entry: TOMLDocument.Entry, in table: String?, known: [String]
  ) -> TOMLProblem {
    let place = table.map { " in \($0)" } ?? ""
    let question = Spelling.question(entry.key, among: known)
    let advice = question.isEmpty ? " Known are \(known.joined(separator: ", "))." : question
    return entry.problem("unknown \(what) \(shown(entry.key))\(place).\(advice)")
  }

  /// An invalid value.
  ///
  /// `expected` is the end of "must be". `choices` are the valid words, if any, for a suggestion.
  static func wrong(
    _ entry: TOMLDocument.Entry, in table: String?, expected: String, choices: [String] = []
  ) -> TOMLProblem {
    let place = table.map { " in \($0)" } ?? ""
    var message = "\(shown(entry.key))\(place) must be \(expected), not \(shown(entry.value))."
    if case .string(let text) = entry.value { message += Spelling.question(text, among: choices) }
    return entry.problem(message)
  }

  /// A key or text of the file, cleaned and shortened.
  static func shown(_ key: String) -> String { SafeText(key).truncated(to: 40).description }

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
  func problem(_ message: String) -> TOMLProblem { TOMLProblem(line: line, message: message) }

  /// The entries of a table, in the order of their lines.
  func children(in table: String?) throws(TOMLProblem) -> [TOMLDocument.Entry] {
    guard case .table(let entries) = value else {
      throw .wrong(self, in: table, expected: "a table")
    }
    return entries.sorted { $0.line < $1.line }
  }
}
