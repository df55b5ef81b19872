internal import FleetEngine

/// A message that was read by its schema, so that every value has the type that is asked for.
struct Message: Sendable, Hashable {
  private let fields: [String: JSONTree]

  init(_ fields: [String: JSONTree] = [:]) {
    self.fields = fields
  }

  /// The message as JSON.
  var tree: JSONTree { .object(fields) }

  /// Whether a field is there, with something else than an empty text.
  func has(_ name: String) -> Bool {
    guard let value = fields[name] else { return false }
    return value != .text("")
  }

  /// A text; nil where it is absent or empty.
  func text(_ name: String) -> String? {
    if case .text(let text) = fields[name], !text.isEmpty { text } else { nil }
  }

  func flag(_ name: String) -> Bool { fields[name] == .flag(true) }

  func number(_ name: String) -> Double? {
    if case .number(let number) = fields[name] { number } else { nil }
  }

  func integer(_ name: String) -> Int? { number(name).map { Int($0) } }

  func moment(_ name: String) -> Timestamp? { text(name).flatMap { Timestamp(rfc3339: $0) } }

  func duration(_ name: String) -> Duration? { text(name).flatMap { Duration(wire: $0) } }

  func choice<Value: WireEnum>(_ name: String, as type: Value.Type = Value.self) -> Value {
    fields[name].map(Self.choice) ?? .unspecified
  }

  func choices<Value: WireEnum>(_ name: String, of type: Value.Type = Value.self) -> [Value] {
    list(name).map(Self.choice)
  }

  func texts(_ name: String) -> [String] {
    list(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  func message(_ name: String) -> Message? {
    if case .object(let fields) = fields[name] { Message(fields) } else { nil }
  }

  func messages(_ name: String) -> [Message] {
    list(name).compactMap { if case .object(let fields) = $0 { Message(fields) } else { nil } }
  }

  /// The message as a value of the interface.
  ///
  /// - Throws: That the message is none, which its schema rules out.
  func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(RPCFailure) -> Value {
    do {
      return try tree.decoded()
    } catch {
      throw .invalid("The body is not a valid message.")
    }
  }

  private func list(_ name: String) -> [JSONTree] {
    if case .list(let values) = fields[name] { values } else { [] }
  }

  private static func choice<Value: WireEnum>(_ value: JSONTree) -> Value {
    switch value {
    case .text(let name): Value(wireName: name)
    case .number(let number): Value(wireNumber: Int(number))
    case .null, .flag, .list, .object: .unspecified
    }
  }
}
