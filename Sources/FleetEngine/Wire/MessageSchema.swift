/// The fields of one message of the interface, by their names in JSON.
///
/// Source: contract 1.2 to 1.9.
package struct MessageSchema: Sendable {
  /// A field's newer name, and what a value of the older one is to be multiplied by.
  package struct Successor: Sendable {
    package let name: String
    package let factor: Double

    package init(_ name: String, factor: Double = 1) {
      self.name = name
      self.factor = factor
    }
  }

  package let fields: [String: FieldType]
  /// The fields that the server keeps, which no update may name.
  package var readOnly: Set<String> = []
  /// Deprecated fields that say what others say now.
  package var successors: [String: Successor] = [:]

  package init(
    _ fields: [String: FieldType],
    readOnly: Set<String> = [],
    successors: [String: Successor] = [:]
  ) {
    self.fields = fields
    self.readOnly = readOnly
    self.successors = successors
  }

  /// The fields that an update may name.
  package var writable: Set<String> { Set(fields.keys).subtracting(readOnly) }
}

/// What a field holds.
package indirect enum FieldType: Sendable {
  case text
  case flag
  /// A whole number of 32 bits.
  case integer
  /// A finite number, within bounds where there are some.
  case number(ClosedRange<Double>? = nil)
  case moment
  case duration
  /// A path as text of the S2 compressed polyline format, or else of Google's encoded polyline.
  ///
  /// Source: contract 1.10.
  case path
  case name(EnumNames)
  case message(MessageSchema)
  case list(FieldType)
  /// A deprecated field that nothing reads.
  case unread
}

/// The values of an enumeration by name and number.
package struct EnumNames: Sendable {
  package let numbers: [String: Int]
  package let names: [Int: String]

  package init<Value: WireEnum>(_ type: Value.Type) {
    var numbers = [Value.unspecifiedName: 0]
    for value in Value.wireValues { numbers[value.name] = value.number }
    self.init(numbers)
  }

  /// An enumeration whose numbers are the names' places.
  package init(_ names: String...) {
    self.init(Dictionary(uniqueKeysWithValues: zip(names, names.indices)))
  }

  private init(_ numbers: [String: Int]) {
    self.numbers = numbers
    names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
  }
}
