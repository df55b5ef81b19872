/// A value that is being encoded; a class, because containers share it.
final class JSONNode {
  private enum Content {
    case nothing
    /// JSON text.
    case raw(String)
    case list([JSONNode])
    case object([(name: String, value: JSONNode)])
  }

  private var content = Content.nothing

  var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }

  func set(_ json: String) { content = .raw(json) }

  func beginObject() { if case .object = content {} else { content = .object([]) } }

  func beginList() { if case .list = content {} else { content = .list([]) } }

  /// Adds a member to an object.
  func member(_ name: String) -> JSONNode {
    guard case .object(var members) = content else { return JSONNode() }
    content = .nothing
    let node = JSONNode()
    members.append((name, node))
    content = .object(members)
    return node
  }

  /// Adds an element to a list.
  func element() -> JSONNode {
    guard case .list(var nodes) = content else { return JSONNode() }
    content = .nothing
    let node = JSONNode()
    nodes.append(node)
    content = .list(nodes)
    return node
  }

  /// Writes the value, the members of objects sorted by name.
  func write(to writer: inout JSONWriter) {
    switch content {
    case .nothing: writer.raw("{}")
    case .raw(let json): writer.raw(json)
    case .list(let nodes):
      writer.beginList()
      for node in nodes { node.write(to: &writer) }
      writer.endList()
    case .object(let members):
      writer.beginObject()
      for member in JSONObject.sorted(members) {
        writer.name(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

/// Encodes a value into a node, with the same bytes as Foundation's encoder with sorted keys.
package struct JSONNodeEncoder: Encoder {
  let node: JSONNode
  let info: [CodingUserInfoKey: any Sendable]

  init(node: JSONNode, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.node = node
    info = userInfo
  }

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { info }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(NodeMembers<Key>(node: node, info: info))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginList()
    return NodeElements(node: node, info: info)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Uses JSON text as the encoded value.
  package func encode(json: [UInt8]) { node.set(String(decoding: json, as: UTF8.self)) }

  private func write(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    encode(json: writer.bytes)
  }
}

extension JSONNodeEncoder: SingleValueEncodingContainer {
  package func encodeNil() { node.set("null") }
  package func encode(_ value: Bool) { node.set(value ? "true" : "false") }
  package func encode(_ value: String) { write { $0.write(value) } }
  package func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "JSON has no such number.")
      )
    }
    write { $0.write(value) }
  }
  package func encode(_ value: Float) throws { try encode(Double("\(value)") ?? .nan) }
  package func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
    node.set(String(value))
  }
  package func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

private struct NodeMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let info: [CodingUserInfoKey: any Sendable]

  var codingPath: [any CodingKey] { [] }

  private func member(_ key: some CodingKey) -> JSONNodeEncoder {
    JSONNodeEncoder(node: node.member(key.stringValue), userInfo: info)
  }

  func encodeNil(forKey key: Key) { member(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member(JSONKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct NodeElements: UnkeyedEncodingContainer {
  let node: JSONNode
  let info: [CodingUserInfoKey: any Sendable]

  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  private func element() -> JSONNodeEncoder {
    JSONNodeEncoder(node: node.element(), userInfo: info)
  }

  func encodeNil() { element().encodeNil() }
  func encode(_ value: some Encodable) throws { try element().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { element().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }
}
