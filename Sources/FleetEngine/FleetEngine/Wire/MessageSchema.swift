/// The names, numbers and types of one message's fields, for checking requests and for gRPC.
///
/// See docs/protocol.md, "Trip" to "JSON encoding".
package struct MessageSchema: Sendable {
  /// A field that replaces a deprecated one, and the factor that converts the old value.
  package struct Successor: Sendable {
    package let name: String
    package let factor: Double

    package init(_ name: String, factor: Double = 1) {
      self.name = name
      self.factor = factor
    }
  }

  /// A field with a number in protocol buffers.
  package struct Numbered: Sendable {
    package let number: Int
    package let name: String
    package let type: FieldType
  }

  /// The message's name in protocol buffers, without the package of Fleet Engine.
  package let typeName: String
  package let fields: [String: FieldType]
  /// The fields in the order of their numbers, without those that only REST has.
  package let numbered: [Numbered]
  /// The indices in `numbered` by number; -1 for an unknown number.
  private let indices: [Int]
  private let indicesByName: [String: Int]
  /// The fields that only the server writes; an update must not name them.
  package var readOnly: Set<String> = []
  /// The replacements of deprecated fields.
  package var successors: [String: Successor] = [:]

  /// Creates a schema from the number and type of each field; a number is nil if only REST has it.
  package init(
    _ typeName: String, _ fields: [String: (number: Int?, type: FieldType)],
    readOnly: Set<String> = [], successors: [String: Successor] = [:]
  ) {
    self.typeName = typeName
    self.fields = fields.mapValues(\.type)
    self.readOnly = readOnly
    self.successors = successors
    numbered = fields.compactMap { name, field in
      field.number.map { Numbered(number: $0, name: name, type: field.type) }
    }.sorted { $0.number < $1.number }
    var indices = [Int](repeating: -1, count: (numbered.last?.number ?? 0) + 1)
    for (index, field) in numbered.enumerated() { indices[field.number] = index }
    self.indices = indices
    indicesByName = Dictionary(
      uniqueKeysWithValues: zip(numbered.lazy.map(\.name), numbered.indices))
  }

  /// The field with a number; nil for an unknown number.
  package func field(_ number: Int) -> Numbered? {
    guard indices.indices.contains(number), indices[number] >= 0 else { return nil }
    return numbered[indices[number]]
  }

  /// The field with a name; nil for one that only REST has.
  package func field(named name: String) -> Numbered? { indicesByName[name].map { numbered[$0] } }

  /// The schema without some of its fields.
  package func without(_ names: Set<String>) -> MessageSchema {
    MessageSchema(
      typeName,
      Dictionary(
        uniqueKeysWithValues: fields.filter { !names.contains($0.key) }
          .map { ($0, (field(named: $0)?.number, $1)) }
      ),
      readOnly: readOnly,
      successors: successors
    )
  }

  /// Creates a schema of fields that only JSON has.
  package init(json fields: [String: FieldType]) { self.init("", fields.mapValues { (nil, $0) }) }

  /// The schema with one more text, which only JSON has.
  package func adding(_ text: String) -> MessageSchema {
    var schema = MessageSchema(json: fields.merging([text: .text]) { known, _ in known })
    (schema.readOnly, schema.successors) = (readOnly, successors)
    return schema
  }

  /// The fields that an update may name.
  package var writable: Set<String> { Set(fields.keys).subtracting(readOnly) }
}

/// The type of a field.
package indirect enum FieldType: Sendable {
  case text
  case flag
  /// A whole number of 32 bits.
  case integer
  /// A whole number of 64 bits, which JSON carries as text.
  case long
  /// A finite number, within bounds if given.
  case number(ClosedRange<Double>? = nil)
  /// A finite number of 32 bits.
  case float
  /// A number or flag that protocol buffers wrap in a message, so that it can be absent.
  case wrapped(FieldType)
  case moment
  case duration
  /// The paths of an update mask, which JSON separates by commas.
  case mask
  /// A path in the S2 compressed polyline format or as Google's encoded polyline.
  ///
  /// See docs/protocol.md, "Encoded routes".
  case path
  case name(EnumNames)
  case message(MessageSchema)
  case list(FieldType)
  /// A field whose JSON may be anything, since nothing depends on it, and its type in protocol buffers.
  case unread(FieldType)
}

/// The names and numbers of an enumeration.
package struct EnumNames: Sendable {
  /// The enumeration's name in protocol buffers, without the package of Fleet Engine.
  package let typeName: String
  package let numbers: [String: Int]
  package let names: [Int: String]

  package init<Value: FleetEngineEnum>(_ type: Value.Type) {
    let known = Value.knownValues.map { ($0.name, $0.number) }
    self.init(
      Value.typeName, Dictionary(uniqueKeysWithValues: known + [(Value.unspecifiedName, 0)]))
  }

  /// Creates an enumeration whose numbers are the indices of the names.
  package init(_ typeName: String, _ names: [String]) {
    self.init(typeName, Dictionary(uniqueKeysWithValues: zip(names, names.indices)))
  }

  private init(_ typeName: String, _ numbers: [String: Int]) {
    self.typeName = typeName
    self.numbers = numbers
    names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
  }
}
