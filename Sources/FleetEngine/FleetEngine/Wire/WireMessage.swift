package import JSON

/// A message of Fleet Engine, such as a trip or a vehicle.
///
/// Decoding is as lenient as protocol buffers allow: every field is optional, a field of the wrong
/// type counts as absent, and names may be `camelCase` or `snake_case`. See docs/protocol.md,
/// "JSON encoding".
public protocol FleetEngineMessage: FleetEngineFields, Codable {}

/// The fields of a message or of a request, which can be set one by one.
public protocol FleetEngineFields: Sendable, Hashable {
  /// Creates a value whose fields are not set.
  init()
}

extension FleetEngineFields {
  /// Returns a value whose fields `assign` sets: `Trip.with { $0.status = .new }`.
  public static func with(_ assign: (inout Self) throws -> Void) rethrows -> Self {
    var value = Self()
    try assign(&value)
    return value
  }
}

extension FleetEngineMessage {
  /// Decodes the message from an object; throws for any other value.
  public init(from decoder: any Decoder) throws {
    let tree = try JSONTree(from: decoder)
    guard let type = Self.self as? any WireMessage.Type,
      let message = type.init(wire: tree) as? Self
    else {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(codingPath: decoder.codingPath, debugDescription: "Expected an object.")
      )
    }
    self = message
  }

  /// Encodes the message as an object.
  public func encode(to encoder: any Encoder) throws {
    guard let message = self as? any WireMessage else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "The type has no fields."))
    }
    let json = try WireJSON.encode(message, encoder.wireSettings)
    if let encoder = encoder as? JSONNodeEncoder {
      encoder.encode(json: json)
    } else {
      try JSONTree(parsing: json).encode(to: encoder)
    }
  }
}

/// A message whose fields are declared once, in a table.
package protocol WireMessage: FleetEngineFields {
  static var wireFields: WireTable<Self> { get }
}

/// The fields of one message; decoding, encoding, gRPC and the emulator's schema follow it.
package struct WireTable<Message: WireMessage>: Sendable {
  /// The fields in the order of their names, in which they are written.
  package let fields: [WireField<Message>]
  private let typeName: String
  private let indices: [String: Int]
  private let finish: (@Sendable (inout Message) -> Void)?

  /// Creates a table with the message's name in protocol buffers; `finish` is called after the fields
  /// of a message were read.
  package init(
    _ typeName: String, _ fields: [WireField<Message>],
    finish: (@Sendable (inout Message) -> Void)? = nil
  ) {
    self.fields = fields.sorted { $0.name < $1.name }
    self.typeName = typeName
    self.finish = finish
    let indices = self.fields.enumerated().flatMap { index, field in
      [(field.name, index), (FieldName.snakeCase(field.name), index)]
    }
    self.indices = Dictionary(indices) { first, _ in first }
  }

  /// The schema by which a server checks requests.
  package var schema: MessageSchema {
    MessageSchema(
      typeName, Dictionary(uniqueKeysWithValues: fields.map { ($0.name, ($0.number, $0.type)) }),
      readOnly: Set(fields.lazy.filter { $0.writer != .anyone }.map(\.name)),
      successors: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.successor) })
        .compactMapValues(\.self))
  }

  func read(_ object: JSONObject, into message: inout Message) {
    var camelCased: Set<Int>?
    for (name, value) in object {
      guard let index = indices[name] else { continue }
      let field = fields[index]
      if name != field.name {
        // `camelCase` wins over `snake_case`, wherever it is.
        let winners = camelCased ?? camelCasedFields(of: object)
        camelCased = winners
        if winners.contains(index) { continue }
      }
      field.read(value, &message)
    }
    finish?(&message)
  }

  /// The indices of the fields that an object has in `camelCase`.
  private func camelCasedFields(of object: JSONObject) -> Set<Int> {
    var found: Set<Int> = []
    for name in object.lazy.map(\.name) {
      if let index = indices[name], fields[index].name == name { found.insert(index) }
    }
    return found
  }
}

extension WireMessage {
  /// Reads a message; nil for anything but an object.
  package init?(wire tree: JSONTree) {
    guard case .object(let object) = tree else { return nil }
    self.init()
    Self.wireFields.read(object, into: &self)
  }

  /// The message as JSON, its fields in the order of their names.
  package func wire(_ settings: WireSettings = WireSettings()) -> JSONTree {
    var object = JSONObject()
    for field in Self.wireFields.fields {
      if let value = field.write(self, settings) { object.append(field.name, value) }
    }
    return .object(object)
  }
}
