internal import FleetEngine
internal import JSON

/// A message that was read by its schema, so that every value has its type.
struct SchemaMessage: Sendable, Equatable {
  private let object: JSONObject

  init(_ object: JSONObject = JSONObject()) { self.object = object }

  var tree: JSONTree { .object(object) }

  /// Whether a field has a value other than an empty text.
  func has(_ name: String) -> Bool {
    guard let value = object[name] else { return false }
    return value != .text("")
  }

  /// A text; nil if it is absent or empty.
  func text(_ name: String) -> String? { object[name].flatMap(String.init(wire:)) }

  func flag(_ name: String) -> Bool { object[name] == .flag(true) }

  func number(_ name: String) -> Double? { object[name]?.number }

  func integer(_ name: String) -> Int? { number(name).map { Int($0) } }

  func moment(_ name: String) -> Timestamp? { object[name].flatMap(Timestamp.init(wire:)) }

  func duration(_ name: String) -> Duration? { object[name].flatMap(Duration.init(wire:)) }

  func choice<Value: FleetEngineEnum>(_ name: String, as type: Value.Type = Value.self) -> Value {
    object[name].flatMap(Value.init(wire:)) ?? .unspecified
  }

  func choices<Value: FleetEngineEnum>(_ name: String, of type: Value.Type = Value.self) -> [Value]
  {
    list(name).map { Value(wire: $0) ?? .unspecified }
  }

  func texts(_ name: String) -> [String] { list(name).compactMap(\.text) }

  func message(_ name: String) -> SchemaMessage? { object[name]?.object.map(SchemaMessage.init) }

  func messages(_ name: String) -> [SchemaMessage] {
    list(name).compactMap(\.object).map(SchemaMessage.init)
  }

  /// The message as a value of the interface.
  func decode<Value: WireMessage>(_ type: Value.Type = Value.self) -> Value {
    Value(wire: tree) ?? Value()
  }

  private func list(_ name: String) -> [JSONTree] { object[name]?.list ?? [] }
}
