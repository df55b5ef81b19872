package import Geo
package import JSON

/// One field of a message: its name, type and writer, and how to read and write it.
package struct WireField<Message: WireMessage>: Sendable {
  /// The side that may write a field.
  package enum Writer: Sendable {
    case anyone
    /// Only the server; an update must not name the field.
    case server
    /// Only the server; an update has the value that the client knows, and must not name the field.
    case serverWithCheck
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
  /// Whether the field has the value of a property.
  let holds: @Sendable (AnyKeyPath) -> Bool
  let read: @Sendable (JSONTree, inout Message) -> Void
  /// Returns the value; nil if the wire leaves the field out.
  let write: @Sendable (Message, WireSettings) -> JSONTree?

  /// A field that requests may contain and the message does not keep, except in its successor.
  package static func accepted(
    _ number: Int?, _ name: String, _ type: FieldType, successor: MessageSchema.Successor? = nil,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(
      number: number, name: name, type: type, writer: writer, successor: successor,
      holds: { _ in false }, read: { _, _ in }, write: { _, _ in nil })
  }

  /// A field that requests have and the message keeps in another form, which is never read.
  package static func written(
    _ number: Int?, _ name: String, _ type: FieldType,
    _ value: @escaping @Sendable (Message) -> JSONTree?
  ) -> WireField {
    WireField(
      number: number, name: name, type: type, writer: .anyone, holds: { _ in false },
      read: { _, _ in }, write: { message, _ in value(message) })
  }

  /// A scalar that may be absent; in protocol buffers a number or flag then has a wrapper message.
  package static func optional<Value: WireScalar>(
    _ number: Int?, _ name: String, _ path: any Path<Value?>, type: FieldType = Value.optionalType,
    by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: type, writer: writer, holds: { $0 == path }) {
      tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, _ in
      message[keyPath: path]?.wire
    }
  }

  /// A scalar with a default value, which the wire leaves out.
  package static func value<Value: WireScalar & Equatable>(
    _ number: Int?, _ name: String, _ path: any Path<Value>, by writer: Writer = .anyone
  ) -> WireField {
    let absent = Message()[keyPath: path]
    return WireField(
      number: number, name: name, type: Value.fieldType, writer: writer, holds: { $0 == path }
    ) {
      tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, _ in
      let value = message[keyPath: path]
      return value == absent ? nil : value.wire
    }
  }

  /// A scalar that the wire always has.
  package static func required<Value: WireScalar>(
    _ number: Int?, _ name: String, _ path: any Path<Value>, type: FieldType = Value.fieldType
  ) -> WireField {
    WireField(
      number: number, name: name, type: type, writer: .anyone, holds: { $0 == path }
    ) { tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, _ in
      message[keyPath: path].wire
    }
  }

  /// A list of texts.
  package static func texts(
    _ number: Int?, _ name: String, _ path: any Path<[String]>, by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: .list(.text), writer: writer, holds: { $0 == path })
    { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap(\.text)
    } write: { message, _ in
      JSONTree(list: message[keyPath: path]) { .text($0) }
    }
  }

  /// An enumeration.
  package static func choice<Value: FleetEngineEnum>(
    _ number: Int?, _ name: String, _ path: any Path<Value>, by writer: Writer = .anyone
  ) -> WireField {
    WireField(
      number: number, name: name, type: .name(EnumNames(Value.self)), writer: writer,
      holds: { $0 == path }
    ) {
      tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, settings in
      let value = message[keyPath: path]
      return value.isUnspecified ? nil : value.wire(settings)
    }
  }

  /// A list of values of an enumeration.
  package static func choices<Value: FleetEngineEnum>(
    _ number: Int?, _ name: String, _ path: any Path<[Value]>
  ) -> WireField {
    let type = FieldType.list(.name(EnumNames(Value.self)))
    return WireField(number: number, name: name, type: type, writer: .anyone, holds: { $0 == path })
    { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap { Value(wire: $0) }
    } write: { message, settings in
      JSONTree(list: message[keyPath: path]) { $0.wire(settings) }
    }
  }

  /// A message.
  ///
  /// `property` is the property that the message holds; nil if the path itself is it.
  package static func message<Value: WireMessage>(
    _ number: Int?, _ name: String, _ path: any Path<Value?>,
    of property: (any PartialKeyPath<Message> & Sendable)? = nil, by writer: Writer = .anyone
  ) -> WireField {
    let type = FieldType.message(Value.wireFields.schema)
    return WireField(
      number: number, name: name, type: type, writer: writer, holds: { $0 == property ?? path }
    ) { tree, message in
      if let value = Value(wire: tree) { message[keyPath: path] = value }
    } write: { message, settings in
      message[keyPath: path]?.wire(settings)
    }
  }

  /// A list of messages; elements of the wrong type are dropped.
  package static func messages<Value: WireMessage>(
    _ number: Int?, _ name: String, _ path: any Path<[Value]>, by writer: Writer = .anyone
  ) -> WireField {
    let type = FieldType.list(.message(Value.wireFields.schema))
    return WireField(number: number, name: name, type: type, writer: writer, holds: { $0 == path })
    { tree, message in
      message[keyPath: path] = (tree.list ?? []).compactMap { Value(wire: $0) }
    } write: { message, settings in
      JSONTree(list: message[keyPath: path]) { $0.wire(settings) }
    }
  }

  /// A path as a list of coordinates, which is preferred to an encoded path.
  ///
  /// The wire does not distinguish an empty list from an absent field.
  package static func points(
    _ number: Int?, _ name: String, _ path: any Path<[Coordinate]?>, by writer: Writer = .anyone
  ) -> WireField {
    WireField(
      number: number, name: name, type: .list(Coordinate.fieldType), writer: writer,
      holds: { $0 == path }
    ) {
      tree, message in
      let points = (tree.list ?? []).compactMap { Coordinate(wire: $0) }
      if !points.isEmpty { message[keyPath: path] = points }
    } write: { message, settings in
      settings.routeFormat == .coordinates
        ? JSONTree(list: message[keyPath: path] ?? []) { $0.wire } : nil
    }
  }

  /// A path in the S2 compressed polyline format; with `hasList` the message also has a field with
  /// its coordinates.
  package static func encodedPath(
    _ number: Int?, _ name: String, _ path: any Path<[Coordinate]?>, hasList: Bool,
    type: FieldType = .text, by writer: Writer = .anyone
  ) -> WireField {
    WireField(number: number, name: name, type: type, writer: writer, holds: { $0 == path }) {
      tree, message in
      guard message[keyPath: path] == nil, let text = tree.text, !text.isEmpty else { return }
      message[keyPath: path] = try? S2Polyline.decode(text)
    } write: { message, settings in
      guard !hasList || settings.routeFormat == .encodedPolyline,
        let path = message[keyPath: path], !path.isEmpty
      else { return nil }
      return .text(settings.routeTexts?.text(of: path) ?? S2Polyline.encode(path))
    }
  }
}

extension JSONTree {
  /// Creates a list; nil for an empty one, which the wire leaves out.
  fileprivate init?<Value>(list values: [Value], _ element: (Value) -> JSONTree) {
    guard !values.isEmpty else { return nil }
    self = .list(values.map(element))
  }
}

extension FleetEngineEnum {
  /// The value's name, or its number if the settings ask for numbers.
  fileprivate func wire(_ settings: WireSettings) -> JSONTree {
    guard settings.enumNumbers, let number = wireNumber else { return .text(wireName) }
    return .number(Double(number))
  }
}
