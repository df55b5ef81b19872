/// A field's name on the wire, whatever it is.
package struct FieldKey: CodingKey {
  /// The name.
  package let stringValue: String
  /// Nothing, as names are no numbers.
  package var intValue: Int? { nil }

  /// Creates a key.
  package init(_ name: String) {
    stringValue = name
  }

  /// Creates a key.
  package init?(stringValue: String) {
    self.init(stringValue)
  }

  /// Creates nothing, as names are no numbers.
  package init?(intValue: Int) {
    nil
  }
}
