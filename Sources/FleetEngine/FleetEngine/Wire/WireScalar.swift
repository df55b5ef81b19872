package import Geo
package import JSON

/// A field's value that is neither a message nor an enumeration.
package protocol WireScalar: Sendable {
  static var fieldType: FieldType { get }
  /// The type of a field that may be absent.
  static var optionalType: FieldType { get }
  /// Reads a value; nil for a value of the wrong type, which counts as absent.
  init?(wire tree: JSONTree)
  /// The value as JSON.
  var wire: JSONTree { get }
}

extension WireScalar { package static var optionalType: FieldType { fieldType } }

extension String: WireScalar {
  package static var fieldType: FieldType { .text }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, !text.isEmpty else { return nil }
    self = text
  }

  package var wire: JSONTree { .text(self) }
}

extension Bool: WireScalar {
  package static var fieldType: FieldType { .flag }
  package static var optionalType: FieldType { .wrapped(fieldType) }

  package init?(wire tree: JSONTree) {
    guard case .flag(let flag) = tree else { return nil }
    self = flag
  }

  package var wire: JSONTree { .flag(self) }
}

extension Double: WireScalar {
  package static var fieldType: FieldType { .number() }
  package static var optionalType: FieldType { .wrapped(fieldType) }

  /// Reads a finite number, which may be written as text.
  package init?(wire tree: JSONTree) {
    guard let number = tree.number ?? tree.text.flatMap(Double.init), number.isFinite else {
      return nil
    }
    self = number
  }

  package var wire: JSONTree { .number(self) }
}

extension Int: WireScalar {
  package static var fieldType: FieldType { .integer }
  package static var optionalType: FieldType { .wrapped(fieldType) }

  /// Reads a 32-bit integer; Fleet Engine has no larger ones, and so sums cannot overflow.
  package init?(wire tree: JSONTree) {
    guard let number = Double(wire: tree).flatMap({ Int32(exactly: $0) }) else { return nil }
    self = Int(number)
  }

  package var wire: JSONTree {
    Int(exactly: Double(self)) == self ? .number(Double(self)) : .integer(Int64(self))
  }
}

extension Timestamp: WireScalar {
  package static var fieldType: FieldType { .moment }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let moment = Timestamp(rfc3339: text) else { return nil }
    self = moment
  }

  package var wire: JSONTree { .text(description) }
}

extension Duration: WireScalar {
  package static var fieldType: FieldType { .duration }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let duration = Duration(wire: text) else { return nil }
    self = duration
  }

  package var wire: JSONTree { .text(wireText) }
}

extension ResourceName {
  package static var fieldType: FieldType { .text }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let name = try? Self(parsing: text) else { return nil }
    self = name
  }

  package var wire: JSONTree { .text(description) }
}

extension Coordinate: WireScalar {
  package static var fieldType: FieldType {
    .message(
      MessageSchema(
        "google.type.LatLng",
        ["latitude": (1, .number(-90...90)), "longitude": (2, .number(-180...180))]))
  }

  /// Reads a valid coordinate; an absent latitude or longitude is zero.
  package init?(wire tree: JSONTree) {
    guard case .object(let object) = tree else { return nil }
    func degrees(_ name: String) -> Double { object[name].map { Double(wire: $0) ?? .nan } ?? 0 }
    self.init(latitude: degrees("latitude"), longitude: degrees("longitude"))
    guard isValid else { return nil }
  }

  package var wire: JSONTree {
    var object = JSONObject()
    if latitude != 0 { object.append("latitude", .number(latitude)) }
    if longitude != 0 { object.append("longitude", .number(longitude)) }
    return .object(object)
  }
}
