internal import JSON
internal import CToml
internal import CellGrid
internal import FleetEngine
internal import HTTPMessages

/// A TOML document of which every key knows its line.
struct TOMLDocument: Sendable {
  /// A key with its value.
  struct Entry: Sendable, Hashable, Decodable {
    /// The key as it is meant, without quotes.
    let key: String
    /// Its line, from 1.
    let line: Int
    let value: Value
  }

  /// What a key may stand for.
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

  /// Why a text is no such document.
  struct Failure: Error, Sendable, Hashable {
    /// The line where it ceases to be one, from 1.
    let line: Int
    /// What was wrong, not yet cleaned.
    let message: String
  }

  /// The keys outside of all tables, and the tables.
  let entries: [Entry]

  /// Reads a document.
  ///
  /// - Parameter text: The document, any bytes.
  /// - Throws: Where it is no TOML, and why.
  init(_ text: [UInt8]) throws(Failure) {
    let reply: Reply
    do {
      reply = try JSONCoding.decode(Reply.self, from: Self.json(text))
    } catch {
      // The JSON is the program's own, so that only its depth can be at fault.
      throw Failure(line: 1, message: "tables are nested too deeply")
    }
    if let error = reply.error { throw Failure(line: error.line, message: error.message) }
    entries = reply.entries ?? []
  }

  /// Reads a file's content.
  ///
  /// - Parameters:
  ///   - toml: The content.
  ///   - file: What the file is called in errors.
  /// - Throws: That it is no TOML, with the line at fault.
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

  /// What the value is, for people.
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
