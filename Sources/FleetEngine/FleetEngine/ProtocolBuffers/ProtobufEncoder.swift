package import JSON

/// Encodes REST's JSON of a message as protocol buffers, by a schema.
package enum ProtobufEncoder {
  /// Encodes a message; the error has the path of a value that does not fit the schema.
  ///
  /// Fields that only REST has are left out.
  package static func encode(
    _ object: JSONObject, _ schema: MessageSchema
  ) throws(ProtobufError) -> [UInt8] {
    var output = ProtobufOutput()
    try write(object, schema, to: &output)
    return output.bytes
  }

  private static func write(
    _ object: JSONObject, _ schema: MessageSchema, to output: inout ProtobufOutput
  ) throws(ProtobufError) {
    for (name, value) in object {
      guard schema.fields[name] != nil else { throw .invalid(name) }
      guard let field = schema.field(named: name) else { continue }
      guard case .list(let element) = field.type else {
        try write(value, field.type, field.number, name, to: &output)
        continue
      }
      guard case .list(let values) = value else { throw .invalid(name) }
      if element.isPacked {
        var packed = ProtobufOutput()
        for value in values { packed.varint(try bits(value, element, name)) }
        output.write(field.number, packed.bytes)
      } else {
        for value in values { try write(value, element, field.number, name, to: &output) }
      }
    }
  }

  private static func write(
    _ value: JSONTree, _ type: FieldType, _ number: Int, _ name: String,
    to output: inout ProtobufOutput
  ) throws(ProtobufError) {
    switch (type, value) {
    case (.unread(let type), _):
      // A value of another type, or a name without a number, cannot be said in protocol buffers.
      _ = try? write(value, type, number, name, to: &output)
    case (.text, .text(let text)), (.path, .text(let text)): output.write(number, text)
    case (.mask, .text(let paths)):
      output.write(number) { output in
        for path in paths.split(separator: ",") { output.write(1, String(path)) }
      }
    case (.number, _):
      guard let double = value.number else { throw .invalid(name) }
      output.write(number, double: double)
    case (.float, _):
      guard let double = value.number else { throw .invalid(name) }
      output.write(number, float: Float(double))
    case (.moment, .text(let text)):
      guard let moment = Timestamp(rfc3339: text) else { throw .invalid(name) }
      time(number, moment.seconds, moment.nanoseconds, to: &output)
    case (.duration, .text(let text)):
      guard let duration = Duration(wire: text) else { throw .invalid(name) }
      let (seconds, attoseconds) = duration.components
      time(number, seconds, Int32(attoseconds / 1_000_000_000), to: &output)
    case (.wrapped(let type), _):
      try output.write(number) { output throws(ProtobufError) in
        try write(value, type, 1, name, to: &output)
      }
    case (.message(let schema), .object(let object)):
      do {
        try output.write(number) { output throws(ProtobufError) in
          try write(object, schema, to: &output)
        }
      } catch { throw error.inField(name) }
    default: output.write(number, varint: try bits(value, type, name))
    }
  }

  /// The bits of a value that is written as a varint.
  private static func bits(
    _ value: JSONTree, _ type: FieldType, _ name: String
  ) throws(ProtobufError) -> UInt64 {
    let number: Int64? =
      switch (type, value) {
      case (.flag, .flag(let flag)): flag ? 1 : 0
      case (.long, .text(let text)): Int64(text)
      case (.name(let names), .text(let text)): names.numbers[text].map(Int64.init)
      case (.integer, _), (.name, _): value.number.flatMap { Int32(exactly: $0) }.map(Int64.init)
      default: nil
      }
    guard let number else { throw .invalid(name) }
    return UInt64(bitPattern: number)
  }

  /// Writes google.protobuf.Timestamp or Duration.
  private static func time(
    _ number: Int, _ seconds: Int64, _ nanoseconds: Int32, to output: inout ProtobufOutput
  ) {
    output.write(number) { output in
      if seconds != 0 { output.write(1, varint: seconds) }
      if nanoseconds != 0 { output.write(2, varint: nanoseconds) }
    }
  }
}
