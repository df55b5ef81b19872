internal import JSON
internal import CToml
internal import CellGrid
internal import FleetEngine
internal import HTTPMessages

/// A TOML document with the line of each entry.
struct TOMLDocument: Sendable {
  struct Entry: Sendable, Hashable, Decodable {
    /// The key without quotes.
    let key: String
    /// The line, from 1.
    let line: Int
    let value: Value
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

  /// A syntax error.
  struct Failure: Error, Sendable, Hashable {
    /// The line of the error, from 1.
    let line: Int
    /// The message, not yet cleaned.
    let message: String
  }

  /// The keys outside of tables, and the tables.
  let entries: [Entry]

  init(_ text: [UInt8]) throws(Failure) {
    let reply: Reply
    do {
      reply = try JSONCoding.decode(Reply.self, from: Self.json(text))
    } catch {
      // The program's own JSON is valid, so only its depth can be the problem.
      throw Failure(line: 1, message: "tables are nested too deeply")
    }
    if let error = reply.error { throw Failure(line: error.line, message: error.message) }
    entries = reply.entries ?? []
  }

  /// Parses a file's content; errors name the file and the line.
  init(toml: [UInt8], file: String) throws(CommandError) {
    do {
      try self.init(toml)
    } catch {
      let why = SafeText(error.message).truncated(to: 160)
      throw .usage("\(file):\(error.line): this is not TOML: \(why).")
    }
  }

  private struct Reply: Decodable {
    struct Refusal: Decodable {
      let line: Int
      let message: String
    }

    let entries: [Entry]?
    let error: Refusal?
  }

  private static func json(_ text: [UInt8]) -> [UInt8] {
    var size = 0
    let json = unsafe text.withUnsafeBytes { bytes in
      unsafe ridealong_toml_to_json(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        bytes.count,
        &size
      )
    }
    guard let json = unsafe json else { return [] }
    defer { unsafe ridealong_toml_free(json) }
    return unsafe Array(UnsafeRawBufferPointer(start: json, count: size))
  }
}

extension TOMLDocument.Value: Decodable {
  private enum Kind: String, CodingKey {
    case table, array, string, integer, number, boolean, other
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    switch container.allKeys.first {
    case .table: self = .table(try container.decode([TOMLDocument.Entry].self, forKey: .table))
    case .array: self = .array(try container.decode([TOMLDocument.Value].self, forKey: .array))
    case .string: self = .string(try container.decode(String.self, forKey: .string))
    case .integer:
      // As text, because a JSON number would lose digits.
      let text = try container.decode(String.self, forKey: .integer)
      self = .integer(Int64(text) ?? 0)
    case .number: self = .number(try container.decode(Double.self, forKey: .number))
    case .boolean: self = .boolean(try container.decode(Bool.self, forKey: .boolean))
    case .other, nil: self = .other(try container.decode(String.self, forKey: .other))
    }
  }

  /// The kind of value, for people.
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
  /// The line of the key, from 1.
  let line: Int
  let message: String

  /// An unknown key or table.
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

  /// An invalid value.
  ///
  /// `expected` is the end of "must be". `choices` are the valid words, if any, for a suggestion.
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
  /// The entries of a table, in the order of their lines.
  func children(in table: String?) throws(TOMLProblem) -> [TOMLDocument.Entry] {
    guard case .table(let entries) = value else {
      throw .wrong(self, in: table, expected: "a table")
    }
    return entries.sorted { $0.line < $1.line }
  }
}
