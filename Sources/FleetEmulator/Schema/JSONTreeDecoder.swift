internal import FleetEngine

extension JSONTree {
  /// The value that the tree describes, whose names are spelt as JSON spells them.
  ///
  /// - Throws: That it describes none.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONTreeDecoder(tree: self).value(type)
  }

  /// The value as a number of a kind; nil where it is none.
  fileprivate func number<Number: BinaryInteger>(_ type: Number.Type) -> Number? {
    if case .number(let number) = self { Number(exactly: number) } else { nil }
  }
}

/// Decodes values from JSON that was read already.
private struct JSONTreeDecoder: Decoder {
  private static let info: [CodingUserInfoKey: any Sendable] = [.namesAreJSON: true]

  let tree: JSONTree

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { Self.info }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = tree else { throw Self.mismatch("an object") }
    return KeyedDecodingContainer(TreeFields<Key>(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = tree else { throw Self.mismatch("a list") }
    return TreeList(values: values)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TreeValue(tree: tree)
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // What is there already needs no decoding.
    if type == String.self, case .text(let text) = tree, let value = text as? Value { return value }
    return try Value(from: self)
  }

  static func mismatch(_ wanted: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "There has to be \(wanted)."))
  }
}

private struct TreeFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: JSONTree]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  private func tree(_ key: Key) throws -> JSONTree {
    guard let tree = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: [], debugDescription: "No such field.")
      )
    }
    return tree
  }

  private func single(_ key: Key) throws -> TreeValue { TreeValue(tree: try tree(key)) }

  func decodeNil(forKey key: Key) throws -> Bool { try tree(key) == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try single(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try single(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try single(key).decode(type)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try single(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try JSONTreeDecoder(tree: try tree(key)).value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONTreeDecoder(tree: try tree(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONTreeDecoder(tree: try tree(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { JSONTreeDecoder(tree: fields["super"] ?? .null) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONTreeDecoder(tree: try tree(key))
  }
}

private struct TreeList: UnkeyedDecodingContainer {
  let values: [JSONTree]
  var currentIndex = 0

  init(values: [JSONTree]) {
    self.values = values
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  private func present() throws -> JSONTree {
    guard !isAtEnd else { throw JSONTreeDecoder.mismatch("one more value") }
    return values[currentIndex]
  }

  mutating func decodeNil() throws -> Bool {
    guard try present() == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try JSONTreeDecoder(tree: try present()).value(type)
    // A value that cannot be decoded stays, as with Foundation's decoder.
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try JSONTreeDecoder(tree: try present()).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try JSONTreeDecoder(tree: try present()).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = JSONTreeDecoder(tree: try present())
    currentIndex += 1
    return decoder
  }
}

private struct TreeValue: SingleValueDecodingContainer {
  let tree: JSONTree

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { tree == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .flag(let flag) = tree else { throw JSONTreeDecoder.mismatch("true or false") }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .text(let text) = tree else { throw JSONTreeDecoder.mismatch("a text") }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = tree else { throw JSONTreeDecoder.mismatch("a number") }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONTreeDecoder(tree: tree).value(type)
  }

  private func integer<Number: BinaryInteger>(_ type: Number.Type) throws -> Number {
    guard let number = tree.number(type) else { throw JSONTreeDecoder.mismatch("a whole number") }
    return number
  }
}
