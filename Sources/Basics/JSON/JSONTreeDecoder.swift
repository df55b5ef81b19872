extension JSONTree {
  /// Decodes the value that the tree describes.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONTreeDecoder(tree: self, codingPath: []).value(type)
  }
}

/// Decodes values from a tree.
struct JSONTreeDecoder: Decoder {
  let tree: JSONTree
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = tree else { throw mismatch([String: JSONTree].self) }
    return KeyedDecodingContainer(Members<Key>(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = tree else { throw mismatch([JSONTree].self) }
    return Elements(values: values, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func mismatch<Value>(_ type: Value.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "Expected \(type)."))
  }
}

extension JSONTreeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { tree == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .flag(let flag) = tree else { throw mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .text(let text) = tree else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = tree.number else { throw mismatch(type) }
    guard number.isFinite else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "The number is too large."))
    }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    let exact: Number? =
      switch tree {
      case .number(let number): Number(exactly: number)
      case .integer(let integer): Number(exactly: integer)
      case .null, .flag, .text, .list, .object: nil
      }
    guard let exact else { throw mismatch(type) }
    return exact
  }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let codingPath: [any CodingKey]

  var allKeys: [Key] { object.sorted.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  private func member(_ key: Key) throws -> JSONTreeDecoder {
    guard let tree = object[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath + [key], debugDescription: "No such member.")
      )
    }
    return JSONTreeDecoder(tree: tree, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    JSONTreeDecoder(tree: object["super"] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let values: [JSONTree]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(values: [JSONTree], codingPath: [any CodingKey]) {
    self.values = values
    self.codingPath = codingPath
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  /// Reads the next element and steps over it unless `read` throws.
  private mutating func next<Result>(_ read: (JSONTreeDecoder) throws -> Result) throws -> Result {
    let path = codingPath + [JSONKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONTree.self,
        .init(codingPath: path, debugDescription: "The list has ended.")
      )
    }
    let result = try read(JSONTreeDecoder(tree: values[currentIndex], codingPath: path))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.value(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
