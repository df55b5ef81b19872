/// Encodes and decodes `Codable` values, for JSON that is not performance-critical.
package enum JSONCoding {
  /// Decodes a value.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], rules: JSONRules
  ) throws(JSONError) -> Value {
    let tree = try JSONTree(parsing: bytes, rules: rules)
    do { return try tree.decoded(as: type) } catch DecodingError.dataCorrupted {
      throw .notJSON
    } catch { throw .unexpected(path: (error as? DecodingError)?.path ?? "") }
  }

  /// Encodes a value with sorted members; throws for a number that is not finite.
  package static func encode(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let node = JSONNode()
    try JSONNodeEncoder(node: node, userInfo: userInfo).encode(value)
    var writer = JSONWriter(capacity: 1_024)
    node.write(to: &writer)
    return writer.bytes
  }

  /// Encodes a value with line breaks and indentation.
  package static func encodeIndented(_ value: some Encodable) throws -> [UInt8] {
    JSONWriter.indented(try encode(value))
  }
}

extension DecodingError {
  /// The path of the invalid value, for example `routes[0].legs`.
  fileprivate var path: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    return (context?.codingPath ?? []).reduce("") { path, key in
      if let index = key.intValue { return path + "[\(index)]" }
      return path.isEmpty ? key.stringValue : path + "." + key.stringValue
    }
  }
}

/// A member's name or an element's index as a coding key.
package struct JSONKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  package init?(stringValue: String) { self.init(stringValue) }

  package init(intValue index: Int) {
    stringValue = String(index)
    intValue = index
  }
}

extension JSONTree: Codable {
  package init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONTreeDecoder {
      self = decoder.tree
      return
    }
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      let members = try container.allKeys.map { key in
        (key.stringValue, try container.decode(JSONTree.self, forKey: key))
      }
      self = .object(JSONObject(members))
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([JSONTree].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (name, value) in object { try container.encode(value, forKey: JSONKey(name)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .flag(let flag): try flag.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .list(let values): try values.encode(to: encoder)
    }
  }
}
