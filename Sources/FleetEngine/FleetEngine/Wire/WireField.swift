package import Geo
package import JSON

/// One field of a message: its name, type and writer, and how to read and write it.
package struct WireField<Message: WireMessage>: Sendable {
  /// The side that may write a field.
  package enum Writer: Sendable {
    case anyone
    /// Only the server; an update must not name the field.
    case server
  }

  package typealias Path<Value> = WritableKeyPath<Message, Value> & Sendable

  /// The number in protocol buffers; nil for a field that only REST has.
  package let number: Int?
  /// The name in JSON.
  package let name: String
  package let type: FieldType
  package let writer: Writer
  /// The field that replaces this deprecated one.
  package var successor: MessageSchema.Successor?
  let read: @Sendable (JSONTree, inout Message) -> Void
  /// Writes the name and the value unless the wire leaves the field out.
  let write: @Sendable (Message, inout WireWriter) -> Void

  /// A field that requests may contain and the message does not keep, except in its successor.
  package static func accepted(
    _ number: Int?,
    _ name: String,
    _ type: FieldType,
    successor: MessageSchema.Successor? = nil,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(
      number: number,
      name: name,
      type: type,
      writer: writer,
      successor: successor,
      read: { _, _ in },
      write: { _, _ in }
    )
  }

  /// A scalar that may be absent; in protocol buffers a number or flag then has a wrapper message.
  package static func optional<Value: WireScalar>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<Value?>,
    type: FieldType = Value.optionalType,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: type, writer: writer) { tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, writer in
      guard let value = message[keyPath: path] else { return }
      writer.json.name(name)
      value.write(to: &writer)
    }
  }

  /// A scalar with a default value, which the wire leaves out.
  package static func value<Value: WireScalar & Equatable>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<Value>,
    by writer: Writer = .anyone
  ) -> WireField {
    let absent = Message()[keyPath: path]
    return WireField(number: number, name: name, type: Value.fieldType, writer: writer) {
      tree,
      message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, writer in
      let value = message[keyPath: path]
      guard value != absent else { return }
      writer.json.name(name)
      value.write(to: &writer)
    }
  }

  /// A list of texts.
  package static func texts(
    _ number: Int?,
    _ name: String,
    _ path: any Path<[String]>,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: .list(.text), writer: writer) { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap(\.text)
    } write: { message, writer in
      writer.write(name, message[keyPath: path]) { $0.json.write($1) }
    }
  }

  /// An enumeration.
  package static func choice<Value: WireEnum>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<Value>,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: .name(EnumNames(Value.self)), writer: writer) {
      tree,
      message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, writer in
      let value = message[keyPath: path]
      guard !value.isUnspecified else { return }
      writer.json.name(name)
      writer.write(value)
    }
  }

  /// A list of values of an enumeration.
  package static func choices<Value: WireEnum>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<[Value]>
  ) -> WireField {
    let type = FieldType.list(.name(EnumNames(Value.self)))
    return WireField(number: number, name: name, type: type, writer: .anyone) { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap { Value(wire: $0) }
    } write: { message, writer in
      writer.write(name, message[keyPath: path]) { $0.write($1) }
    }
  }

  /// A message.
  package static func message<Value: WireMessage>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<Value?>,
    by writer: Writer = .anyone
  ) -> WireField {
    let type = FieldType.message(Value.wireFields.schema)
    return WireField(number: number, name: name, type: type, writer: writer) { tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, writer in
      guard let value = message[keyPath: path] else { return }
      writer.json.name(name)
      value.write(to: &writer)
    }
  }

  /// A list of messages; elements of the wrong type are dropped.
  package static func messages<Value: WireMessage>(
    _ number: Int?,
    _ name: String,
    _ path: any Path<[Value]>,
    by writer: Writer = .anyone
  ) -> WireField {
    let type = FieldType.list(.message(Value.wireFields.schema))
    return WireField(number: number, name: name, type: type, writer: writer) { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap { Value(wire: $0) }
    } write: { message, writer in
      writer.write(name, message[keyPath: path]) { $1.write(to: &$0) }
    }
  }

  /// A path as a list of coordinates, which is preferred to an encoded path.
  ///
  /// The wire does not distinguish an empty list from an absent field.
  package static func points(
    _ number: Int?,
    _ name: String,
    _ path: any Path<[Coordinate]?>,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: .list(Coordinate.fieldType), writer: writer) {
      tree,
      message in
      let points = (tree.list ?? []).compactMap { Coordinate(wire: $0) }
      if !points.isEmpty { message[keyPath: path] = points }
    } write: { message, writer in
      guard writer.settings.routeFormat == .coordinates else { return }
      writer.write(name, message[keyPath: path] ?? []) { $1.write(to: &$0) }
    }
  }

  /// A path in the S2 compressed polyline format; with `hasList` the message also has a field with
  /// its coordinates.
  package static func encodedPath(
    _ number: Int?,
    _ name: String,
    _ path: any Path<[Coordinate]?>,
    hasList: Bool,
    type: FieldType = .text,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: type, writer: writer) { tree, message in
      guard message[keyPath: path] == nil, let text = tree.text, !text.isEmpty else { return }
      message[keyPath: path] = try? S2Polyline.decode(text)
    } write: { message, writer in
      guard !hasList || writer.settings.routeFormat == .encodedPolyline,
        let path = message[keyPath: path], !path.isEmpty
      else { return }
      writer.json.name(name)
      writer.json.write(writer.settings.routeTexts?.text(of: path) ?? S2Polyline.encode(path))
    }
  }
}

/// Writes messages as JSON.
package struct WireWriter {
  package var json = JSONWriter(capacity: 1_024)
  package let settings: WireSettings

  /// Writes a list unless it is empty.
  package mutating func write<Value>(
    _ name: String,
    _ values: [Value],
    _ element: (inout WireWriter, Value) -> Void
  ) {
    guard !values.isEmpty else { return }
    json.name(name)
    json.beginList()
    for value in values { element(&self, value) }
    json.endList()
  }

  /// Writes the name of an enumeration's value, or its number if the settings ask for numbers.
  package mutating func write(_ value: some WireEnum) {
    if settings.enumNumbers, let number = value.wireNumber {
      json.write(number)
    } else {
      json.write(value.wireName)
    }
  }
}
