/// Any JSON, its objects' keys in lower case and without underscores.
///
/// Logs come with keys in lower case, in camel case and with underscores.
enum JSONValue: Codable, Sendable, Hashable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    // The commonest kinds first, as every attempt that fails costs time.
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let fields = try? decoder.container(keyedBy: Key.self) {
      self = try Self.object(fields)
    } else if let number = try? container.decode(Double.self) {
      self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if container.decodeNil() {
      self = .null
    } else {
      self = .list(try container.decode([JSONValue].self))
    }
  }

  /// The fields of an object, all of them or some.
  static func object(
    _ container: KeyedDecodingContainer<Key>,
    only names: Set<String>? = nil
  ) throws -> JSONValue {
    var fields: [String: JSONValue] = [:]
    for key in container.allKeys {
      let name = plain(key.stringValue)
      if names?.contains(name) ?? true {
        fields[name] = try container.decode(JSONValue.self, forKey: key)
      }
    }
    return .object(fields)
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let fields):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in fields { try container.encode(value, forKey: Key(name)) }
    case .list(let values): try Self.encodeSingle(values, encoder)
    case .text(let text): try Self.encodeSingle(text, encoder)
    case .integer(let integer): try Self.encodeSingle(integer, encoder)
    case .number(let number): try Self.encodeSingle(number, encoder)
    case .flag(let flag): try Self.encodeSingle(flag, encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  private static func encodeSingle(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// A key as this type writes it.
  static func plain(_ key: String) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: "_") && !(0x41...0x5A).contains(byte)
    }
    return isPlain ? key : key.lowercased().filter { $0 != "_" }
  }

  subscript(_ key: String) -> JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  /// Whether a place or a route anywhere in it is replaced by an opaque handle.
  var hasHandle: Bool {
    switch self {
    case .object(let fields): fields.contains { $0.hasSuffix("handle") || $1.hasHandle }
    case .list(let values): values.contains(where: \.hasHandle)
    case .null, .flag, .integer, .number, .text: false
    }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
      stringValue = name
    }

    init?(stringValue: String) {
      self.init(stringValue)
    }

    init?(intValue: Int) {
      nil
    }
  }
}
