/// Writes values as JSON, to the byte as Foundation's encoder does with its keys in order, in a
/// fraction of the time.
///
/// It collects the parts of one value; ``JSONPart`` writes them.
final class WireEncoder: Encoder {
  /// What holds for a whole message.
  struct Settings {
    let routeFormat: RouteFormat
    let enumNumbers: Bool
    let routeTexts: RouteTexts?
  }

  let settings: Settings
  /// What was encoded; nil for nothing yet.
  fileprivate(set) var part: JSONPart?

  init(_ settings: Settings) {
    self.settings = settings
  }

  var codingPath: [any CodingKey] { [] }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedParts<Key>(settings: settings, parts: object()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListedParts(settings: settings, parts: list())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SinglePart(encoder: self) }

  /// The fields of the object that is to be encoded.
  func object() -> JSONObjectParts {
    if case .object(let parts) = part { return parts }
    let parts = JSONObjectParts()
    part = .object(parts)
    return parts
  }

  private func list() -> JSONListParts {
    if case .list(let parts) = part { return parts }
    let parts = JSONListParts()
    part = .list(parts)
    return parts
  }
}

extension WireEncoder.Settings {
  /// The part that a value makes; an empty object where it makes none.
  func part(of value: some Encodable) throws -> JSONPart {
    // What is a part already needs no encoder of its own.
    if let text = value as? String { return .text(text) }
    if let number = value as? Double { return try .number(finite: number) }
    if let number = value as? Int { return .integer(number) }
    if let flag = value as? Bool { return .flag(flag) }
    let encoder = WireEncoder(self)
    try value.encode(to: encoder)
    return encoder.part ?? .object(JSONObjectParts())
  }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let settings: WireEncoder.Settings
  let parts: JSONObjectParts

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { parts.add(key.stringValue, .null) }
  func encode(_ value: Bool, forKey key: Key) { parts.add(key.stringValue, .flag(value)) }
  func encode(_ value: String, forKey key: Key) { parts.add(key.stringValue, .text(value)) }
  func encode(_ value: Int, forKey key: Key) { parts.add(key.stringValue, .integer(value)) }
  func encode(_ value: Double, forKey key: Key) throws {
    parts.add(key.stringValue, try .number(finite: value))
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    parts.add(key.stringValue, try settings.part(of: value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let nested = JSONObjectParts()
    parts.add(key.stringValue, .object(nested))
    return KeyedEncodingContainer(KeyedParts<Nested>(settings: settings, parts: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = JSONListParts()
    parts.add(key.stringValue, .list(nested))
    return ListedParts(settings: settings, parts: nested)
  }

  func superEncoder() -> any Encoder { superEncoder(named: "super") }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }

  private func superEncoder(named name: String) -> any Encoder {
    let encoder = WireEncoder(settings)
    parts.add(name, .later(encoder))
    return encoder
  }
}

private struct ListedParts: UnkeyedEncodingContainer {
  let settings: WireEncoder.Settings
  let parts: JSONListParts

  var codingPath: [any CodingKey] { [] }
  var count: Int { parts.values.count }

  func encodeNil() { parts.values.append(.null) }
  func encode(_ value: Bool) { parts.values.append(.flag(value)) }
  func encode(_ value: String) { parts.values.append(.text(value)) }
  func encode(_ value: Int) { parts.values.append(.integer(value)) }
  func encode(_ value: Double) throws { parts.values.append(try .number(finite: value)) }
  func encode(_ value: some Encodable) throws {
    parts.values.append(try settings.part(of: value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let nested = JSONObjectParts()
    parts.values.append(.object(nested))
    return KeyedEncodingContainer(KeyedParts<Nested>(settings: settings, parts: nested))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONListParts()
    parts.values.append(.list(nested))
    return ListedParts(settings: settings, parts: nested)
  }

  func superEncoder() -> any Encoder {
    let encoder = WireEncoder(settings)
    parts.values.append(.later(encoder))
    return encoder
  }
}

private struct SinglePart: SingleValueEncodingContainer {
  let encoder: WireEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.part = .null }
  func encode(_ value: Bool) { encoder.part = .flag(value) }
  func encode(_ value: String) { encoder.part = .text(value) }
  func encode(_ value: Int) { encoder.part = .integer(value) }
  func encode(_ value: Double) throws { encoder.part = try .number(finite: value) }
  func encode(_ value: Float) throws { encoder.part = try .number(finite: Double("\(value)") ?? 0) }
  func encode(_ value: Int8) { encoder.part = .integer(Int(value)) }
  func encode(_ value: Int16) { encoder.part = .integer(Int(value)) }
  func encode(_ value: Int32) { encoder.part = .integer(Int(value)) }
  func encode(_ value: Int64) { encoder.part = .digits(String(value)) }
  func encode(_ value: UInt) { encoder.part = .digits(String(value)) }
  func encode(_ value: UInt8) { encoder.part = .integer(Int(value)) }
  func encode(_ value: UInt16) { encoder.part = .integer(Int(value)) }
  func encode(_ value: UInt32) { encoder.part = .digits(String(value)) }
  func encode(_ value: UInt64) { encoder.part = .digits(String(value)) }
  func encode(_ value: some Encodable) throws {
    encoder.part = try encoder.settings.part(of: value)
  }
}
