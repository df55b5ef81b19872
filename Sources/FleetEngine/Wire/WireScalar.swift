package import Geo
package import JSON

/// A type that a field of a message may have and that is not a message of its own.
package protocol WireScalar: Sendable {
  static var fieldType: FieldType { get }
  /// Reads the wire's form; nil for what counts as absent.
  init?(wire tree: JSONTree)
  func write(to writer: inout WireWriter)
}

extension String: WireScalar {
  package static var fieldType: FieldType { .text }

  package init?(wire tree: JSONTree) {
    guard case .text(let text) = tree, !text.isEmpty else { return nil }
    self = text
  }

  package func write(to writer: inout WireWriter) { writer.json.write(self) }
}

extension Bool: WireScalar {
  package static var fieldType: FieldType { .flag }

  package init?(wire tree: JSONTree) {
    guard case .flag(let flag) = tree else { return nil }
    self = flag
  }

  package func write(to writer: inout WireWriter) { writer.json.write(self) }
}

extension Double: WireScalar {
  package static var fieldType: FieldType { .number() }

  /// Reads a finite number, which may be written as text.
  package init?(wire tree: JSONTree) {
    guard let number = tree.number ?? tree.text.flatMap(Double.init), number.isFinite else {
      return nil
    }
    self = number
  }

  package func write(to writer: inout WireWriter) { writer.json.write(self) }
}

extension Int: WireScalar {
  package static var fieldType: FieldType { .integer }

  /// Reads a whole number of 32 bits, as all of the interface's are, so that sums are safe.
  package init?(wire tree: JSONTree) {
    guard let number = Double(wire: tree).flatMap({ Int32(exactly: $0) }) else { return nil }
    self = Int(number)
  }

  package func write(to writer: inout WireWriter) { writer.json.write(self) }
}

extension Timestamp: WireScalar {
  package static var fieldType: FieldType { .moment }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let moment = Timestamp(rfc3339: text) else { return nil }
    self = moment
  }

  package func write(to writer: inout WireWriter) { writer.json.write(description) }
}

extension Duration: WireScalar {
  package static var fieldType: FieldType { .duration }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let duration = Duration(wire: text) else { return nil }
    self = duration
  }

  package func write(to writer: inout WireWriter) { writer.json.write(wireText) }
}

extension TripName: WireScalar {
  package static var fieldType: FieldType { .text }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let name = try? TripName(parsing: text) else { return nil }
    self = name
  }

  package func write(to writer: inout WireWriter) { writer.json.write(description) }
}

extension VehicleName: WireScalar {
  package static var fieldType: FieldType { .text }

  package init?(wire tree: JSONTree) {
    guard let text = tree.text, let name = try? VehicleName(parsing: text) else { return nil }
    self = name
  }

  package func write(to writer: inout WireWriter) { writer.json.write(description) }
}

extension Coordinate: WireScalar {
  package static var fieldType: FieldType {
    .message(
      MessageSchema(["latitude": .number(-90...90), "longitude": .number(-180...180)])
    )
  }

  /// Reads a valid coordinate; the wire leaves out a zero latitude or longitude.
  package init?(wire tree: JSONTree) {
    guard case .object(let object) = tree else { return nil }
    func degrees(_ name: String) -> Double {
      guard let value = object[name] else { return 0 }
      return Double(wire: value) ?? .nan
    }
    let point = Coordinate(latitude: degrees("latitude"), longitude: degrees("longitude"))
    guard point.isValid else { return nil }
    self = point
  }

  package func write(to writer: inout WireWriter) {
    writer.json.beginObject()
    if latitude != 0 {
      writer.json.name("latitude")
      writer.json.write(latitude)
    }
    if longitude != 0 {
      writer.json.name("longitude")
      writer.json.write(longitude)
    }
    writer.json.endObject()
  }
}

extension WireEnum {
  /// Reads a name, a number, or a number in quotes.
  package init?(wire tree: JSONTree) {
    switch tree {
    case .text(let name): self.init(wireName: name)
    case .number(let number):
      guard let number = Int(exactly: number) else { return nil }
      self.init(wireNumber: number)
    case .null, .flag, .list, .object: return nil
    }
  }
}
